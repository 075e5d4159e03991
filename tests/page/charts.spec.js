// Every chart has a name, a summary and a table of what it shows, and is saved
// with what its colours stand for.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { SCENES } from "./scenes.js";
import { test } from "./tiescope.js";

/** @typedef {import("@playwright/test").Locator} Locator */

/**
 * The rows of the table below a chart, as text.
 * @param {Locator} figure
 */
async function tableOf(figure) {
  const details = figure.locator(".table-view");
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  const rows = details.locator("tbody tr");
  await expect(rows).not.toHaveCount(0);
  return rows.evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
}

for (const [name, open] of Object.entries(SCENES)) {
  if (!/^(compare|experiment: .*)$/.test(name)) continue;
  test(`every chart says what it shows: ${name}`, async ({ tiescope, page }) => {
    await open(tiescope);
    const figures = page.locator(".figure:visible");
    await expect(figures).not.toHaveCount(0);
    for (const figure of await figures.all()) {
      const chart = figure.locator(".svg[role=img]");
      await expect(chart).toHaveAccessibleName(/\w+ .*\w/);
      await expect(chart).toHaveAccessibleDescription(/\w+ .*\w.*\./);
      const isBeside = (await figure.locator("..").getAttribute("id")) === "intervals";
      if (isBeside) await expect(page.locator("#intervals tbody tr")).toHaveCount(5);
      else for (const row of await tableOf(figure)) expect(row.join(" ")).toMatch(/\d|undefined/);
    }
  });
}

test("the table of the ranks has those of the ranking, and its ties", async ({
  tiescope,
  page,
}) => {
  await tiescope.compareAll();
  for (const [name = "", before, after, tied = ""] of await tableOf(
    page.locator("#slope .figure"),
  )) {
    const ties = tiescope.comparedCell(name, "ties at 0");
    if ((await ties.count()) > 0) await expect(ties).toHaveText(tied);
    for (const [statistic, rank] of [
      ["tau_10", before],
      ["acc_eq*", after],
    ]) {
      const cell = tiescope.comparedCell(name, statistic ?? "").locator("..");
      const shown = (await cell.count()) > 0 ? await cell.getAttribute("data-rank") : null;
      expect(rank).toBe(shown ?? "undefined");
    }
  }
});

test("a surface's table has a row and a column for each of its own", async ({ tiescope, page }) => {
  await tiescope.experiment("show=two-thresholds");
  for (const figure of await page.locator(".figure:visible").all()) {
    const heads = figure.locator(".table-view thead th");
    const rows = await tableOf(figure);
    for (const row of rows) expect(row.length).toBe(await heads.count());
  }
});

test("the curves of the lab have names and tables", async ({ tiescope, page }) => {
  await tiescope.lab("?h=0,1,2,3&m1=0,1,1,3&m2=3,1,1,0");
  for (const metric of ["m1", "m2"]) {
    const chart = page.getByRole("img", { name: `of ${metric} along epsilon` });
    await expect(chart).toBeVisible();
    const column = page.locator(".metric-column", { has: chart });
    const rows = await tableOf(column);
    expect(rows[0]).toEqual(["0", ...(rows[0]?.slice(1) ?? [])]);
    const accuracy = column.locator('.epsilon-text [data-stat="acc_eq"]').first();
    expect(rows[0]?.[1]).toBe(await accuracy.textContent());
    await expect(page.getByRole("group", { name: `${metric} against the human` })).toBeAttached();
  }
});

test("the chart along epsilon is saved with what it is of", async ({ tiescope, page }) => {
  await tiescope.chooseMetric("overlap");
  const chart = page.locator("#chart");
  const save = async (/** @type {string} */ label) => {
    const download = page.waitForEvent("download");
    await chart.getByRole("button", { name: label }).click();
    return readFile(await (await download).path());
  };
  const svg = (await save("Save as SVG")).toString();
  for (const text of [
    "Simulated MQM scores",
    "grouped by item",
    "metric: overlap",
    "greatest at epsilon",
    ">correct-rank-F1<",
  ]) {
    expect(svg).toContain(text);
  }
  const png = await save("Save as PNG");
  const width = await chart
    .locator(".svg svg")
    .evaluate((svg) => svg.getBoundingClientRect().width);
  expect(png.readUInt32BE(16)).toBe(2 * Math.round(width));
});
