// Uses every part of the page once, for tests of what must hold throughout.

import { expect } from "@playwright/test";

/**
 * @param {import("./tiescope.js").Tiescope} tiescope
 * @param {{mayLookIntoWorkers: boolean}} browser
 */
export async function useEverything(tiescope, { mayLookIntoWorkers }) {
  await load(tiescope);
  await explore(tiescope);
  await compare(tiescope);
  await experiment(tiescope);
  await teach(tiescope);
  if (mayLookIntoWorkers) await loseWorker(tiescope);
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function load(tiescope) {
  const { page, summary } = tiescope;
  await tiescope.drop("item,human,m\n1,2,1\n1,3,2\n1,3,4\n", "dropped.csv");
  await expect(summary).toContainText("dropped.csv: 3 rows");
  await tiescope.dropAll({
    "mqm.seg.score": "A\t0\nB\t-1\n",
    "COMET.seg.score": "A\t0.5\nB\t0.2\n",
  });
  await expect(summary).toContainText("2 files");
  await page.getByRole("button", { name: "Paste text" }).click();
  await page.getByRole("textbox", { name: "Scores" }).fill("human,m\n1,2\nx,3\n");
  await page.getByRole("button", { name: "Read" }).click();
  await expect(page.locator("#problem")).toContainText("Line 3");
  await page.locator("#samples").selectOption({ index: 2 });
  await expect(summary).toContainText("Simulated ratings");
  await page.locator("#samples").selectOption({ index: 1 });
  await expect(summary).toContainText("Simulated MQM scores");
  await tiescope.openColumns();
  await page.getByText("Data report: complete rows").click();
  await expect(page.locator("#report-body table").first()).toBeVisible();
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function explore(tiescope) {
  const { page } = tiescope;
  await tiescope.chooseMetric("regressor");
  await tiescope.groupBy("system");
  await tiescope.groupBy("none");
  await tiescope.slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("Colours").selectOption("dark");
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function compare(tiescope) {
  const { page } = tiescope;
  await tiescope.compare();
  await expect(page.locator('#significance [data-stat="p"]').first()).toBeAttached();
  for (const name of ["Find intervals", "Draw the curves", "Break ties at random"]) {
    await page.getByRole("button", { name }).click();
  }
  for (const part of ["intervals", "curves", "broken-ties"]) {
    const result = page.locator(`#${part}`).locator("svg, table").first();
    await expect(result).toBeAttached({ timeout: 30_000 });
  }
  await page.locator("#slope").getByRole("button", { name: "Save as PNG" }).click();
  await page.locator("#ranking-take").getByRole("button", { name: "Save" }).click();
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function experiment({ page }) {
  await page.getByRole("link", { name: "Experiments" }).click();
  const links = page.locator("#experiment-list a");
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) {
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.locator("#experiment-progress")).toBeHidden({ timeout: 30_000 });
    await expect(page.locator("#exhibit")).not.toBeEmpty();
  }
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function teach({ page }) {
  await page.getByRole("link", { name: "Toy lab" }).click();
  await expect(page.locator('#lab-view [role="slider"]').first()).toBeVisible();
  await page.locator('#lab-view [role="slider"]').first().focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("link", { name: "Method" }).click();
  await expect(page.locator("#method-statistics table").first()).toBeVisible();
}

/** @param {import("./tiescope.js").Tiescope} tiescope */
async function loseWorker({ page, problem }) {
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error("lost");
    });
  });
  await expect(problem).toContainText("started again, with the data shown");
  await page.locator('.pages a[href="#explore"]').click();
  await expect(page.locator("#chart svg")).toBeVisible();
}
