// What there is to see of the page, scene by scene: for tests that hold
// everywhere.

import { expect } from "@playwright/test";

/** @typedef {import("./tiescope.js").Tiescope} Tiescope */

const EXPERIMENTS = [
  "buckets",
  "transfer",
  "tie-location",
  "two-thresholds",
  "objectives",
  "sampling",
  "normalisation",
  "relative",
  "correlations",
];

/** How to get to each from the page as it opens. */
/** @type {Record<string, (tiescope: Tiescope) => Promise<void>>} */
export const SCENES = {
  explore: async ({ page }) => {
    await page.getByText("The curves as a table").click();
    await page.getByRole("button", { name: "ties-F1" }).last().click();
  },
  "columns and data report": async (tiescope) => {
    await tiescope.page.getByText("What a score file looks like").click();
    await tiescope.openColumns();
    await tiescope.page.getByText("Data report: complete rows and ties").click();
    await expect(tiescope.page.locator("#report tbody tr")).toHaveCount(6);
  },
  "a file that was not opened": async (tiescope) => {
    await tiescope.drop("a\n1\n", "short.csv");
    await expect(tiescope.problem).toContainText("short.csv was not opened");
  },
  "a question about columns": async (tiescope) => {
    await tiescope.drop("x,y,z\n1,2,3\n2,3,4\n", "roles.csv");
    await expect(tiescope.problem).toContainText("roles.csv");
  },
  "a question with answers": async (tiescope) => {
    await tiescope.drop("system,item,human,m\nA,1,1,2\nA,1,2,3\nB,1,2,3\n", "twice.csv");
    await expect(tiescope.problem.locator(".answers button").first()).toBeVisible();
  },
  "a first look": async ({ page }) => {
    await page.evaluate(() => localStorage.setItem("tiescope-tour", "open"));
    await page.reload();
    await expect(page.locator("#tour")).toContainText("1 of 4");
  },
  "a program that did not start": async ({ page, complaints }) => {
    await page.route("**/tiescope_bg.wasm", (route) => route.fulfill({ status: 404, body: "" }));
    // What is kept for use offline would start all the same.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
    await page.reload();
    await expect(page.locator("#problem")).toContainText("did not start");
    complaints.length = 0; // the missing file
  },
  "pasted text": async ({ page }) => {
    await page.getByRole("button", { name: "Paste text" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  compare: async (tiescope) => {
    const { page } = tiescope;
    await tiescope.compareAll();
    await page.getByRole("button", { name: "Find intervals" }).click();
    await page.getByRole("button", { name: "Draw the curves" }).click();
    await page.getByRole("button", { name: "Break ties at random" }).click();
    await expect(page.locator('#intervals [data-stat="acc_eq*_low"]')).toHaveCount(5);
    await expect(page.locator("#curves .key")).toHaveCount(4);
    await expect(page.locator("#broken-ties tbody tr")).toHaveCount(5);
  },
  "the columns of the comparison": async (tiescope) => {
    await tiescope.compareAll();
    await tiescope.page.getByText("Columns", { exact: true }).click();
  },
  ...Object.fromEntries(
    EXPERIMENTS.map((name) => [
      `experiment: ${name}`,
      (/** @type {Tiescope} */ tiescope) => tiescope.experiment(`show=${name}`),
    ]),
  ),
  "an experiment with its figures as tables": async (tiescope) => {
    await tiescope.experiment("show=buckets");
    const titles = tiescope.page.locator("#exhibit .table-view summary");
    for (const title of await titles.all()) await title.click();
  },
  "lab: plots": (tiescope) => tiescope.lab("?h=0,1,2,3&m1=0,1,2,3&view=plot"),
  "lab: an example with its answer": async (tiescope) => {
    await tiescope.lab("?preset=figure-2");
    await tiescope.page.getByText("Show the answer").click();
  },
  "lab: a step of the tour": (tiescope) => tiescope.lab("?step=3"),
  "lab: sharing": async (tiescope) => {
    await tiescope.lab("");
    await tiescope.page.getByText("Share", { exact: true }).click();
  },
  method: async (tiescope) => {
    await tiescope.go("method");
    await expect(tiescope.page.locator("#method h2").first()).toBeVisible();
  },
};
