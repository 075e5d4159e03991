// The comparison of metrics: the numbers, what they depend on, how they are
// taken away, and what happens when they are stopped.

import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { expect } from "@playwright/test";
import { calibrate, countPairs } from "./oracle.js";
import { test } from "./tiescope.js";

const golden = new URL("../golden/", import.meta.url);
const read = (/** @type {string} */ name) => readFile(new URL(name, golden), "utf8");

test("all metrics agree with the golden values, by every grouping", async ({ tiescope, page }) => {
  const expected = JSON.parse(await read("simulated.expected.json"));
  await tiescope.drop(await read("simulated.csv"), "simulated.csv");
  await tiescope.compare();
  for (const grouping of ["item", "system", "none"]) {
    await page.locator("#compare-grouping").getByText(grouping, { exact: true }).click();
    for (const metric of ["regressor", "judge", "spans", "overlap"]) {
      const of = expected.metrics[metric][grouping];
      for (const name of ["tau_b", "tau_10", "tau_13", "tau_14", "acc_eq", "pearson"]) {
        await expect
          .poll(() => tiescope.compared(metric, name))
          .toBeCloseTo(of.eps0[name].value, 11);
      }
      const star = of.calibration_acc_eq;
      await expect.poll(() => tiescope.compared(metric, "acc_eq*")).toBeCloseTo(star.value, 11);
      expect(await tiescope.compared(metric, "epsilon*")).toBe(star.eps_star);
    }
  }
});

test("the sample is ranked as every pair of it says", { tag: "@chromium" }, async ({
  tiescope,
  page,
}) => {
  await tiescope.compare();
  await expect(page.locator('#significance [data-stat="p"]').first()).toBeAttached();
  // The page's own file, counted the obvious way.
  const download = page.waitForEvent("download");
  await tiescope.openColumns();
  await page.getByRole("button", { name: "Save the scores in use" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
  const [head = [], ...rows] = lines.map((line) => line.split(","));
  const items = [...new Set(rows.map(([, item]) => item))].map((item) =>
    rows.filter((row) => row[1] === item),
  );
  const values = [];
  for (const [column, metric] of head.entries()) {
    if (column < 3) continue;
    const groups = items.map((rows) => ({
      human: rows.map((row) => Number(row[2])),
      metric: rows.map((row) => Number(row[column])),
    }));
    const epsilon = calibrate(groups);
    const counts = groups.map((group) => countPairs(group, epsilon));
    const right = counts.reduce((sum, { C, T_hm }) => sum + C + T_hm, 0);
    const all = counts.reduce((sum, { C, D, T_h, T_m, T_hm }) => sum + C + D + T_h + T_m + T_hm, 0);
    const accuracy = right / all;
    expect(await tiescope.compared(metric, "epsilon*")).toBe(epsilon);
    expect(await tiescope.compared(metric, "acc_eq*")).toBeCloseTo(accuracy, 11);
    values.push({ metric, accuracy });
  }
  for (const { metric, accuracy } of values) {
    const rank = 1 + values.filter((other) => other.accuracy > accuracy + 1e-12).length;
    const cell = tiescope.comparedCell(metric, "acc_eq*").locator("..");
    await expect(cell).toHaveAttribute("data-rank", String(rank));
  }
});

test("p-values are those of the golden file", async ({ tiescope, page }) => {
  const { pairwise_permutation } = JSON.parse(await read("significance.json"));
  const { tests } = pairwise_permutation["simulated, all items, by item"];
  await tiescope.drop(await read("simulated.csv"), "simulated.csv");
  await tiescope.compare();
  const title = (/** @type {any} */ { metric1, metric2 }) =>
    page.locator(`#significance [title^="${metric2} better than ${metric1}:"]`);
  await expect(title(tests[0])).toBeAttached();
  let compared = 0;
  for (const test of tests) {
    if (/:/.test(test.metric1 + test.metric2) || test.note) continue;
    const p = Number(await title(test).getAttribute("data-value"));
    expect(Math.abs(p - test.p_exact)).toBeLessThan(1e-9);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(9);
});

const TIES =
  "system,item,human,plain,flat\nA,1,0,1,1\nB,1,1,2,2\nC,1,2,3,3\nA,2,0,3,5\nB,2,1,2,5\nC,2,2,1,5\n";

test("the same groups for all change what tau_b says", async ({ tiescope, page }) => {
  await tiescope.drop(TIES, "ties.csv");
  await tiescope.compare();
  await expect.poll(() => tiescope.compared("plain", "tau_b")).toBe(0);
  expect(await tiescope.compared("flat", "tau_b")).toBe(1);
  await expect(page.locator("#groups-verdict")).toContainText(
    "compares metrics on different items",
  );
  await page.getByRole("checkbox", { name: "The same groups for all" }).check();
  await expect.poll(() => tiescope.compared("plain", "tau_b")).toBe(1);
  await expect(tiescope.comparedCell("plain", "tau_b")).toHaveClass(/changed/);
  await expect(page.locator("#groups-verdict")).toContainText("compared on the same items");
  expect(await tiescope.compared("plain", "acc_eq")).toBe(0.5);
});

const FEW = "system,item,human,full,few,none\n".concat(
  ...Array.from({ length: 60 }, (_, row) => {
    const few = row < 4 ? row : "";
    return `S${row % 3},${Math.floor(row / 3)},${(row * 7) % 4},${(row * 5) % 9},${few},\n`;
  }),
);

test("what cannot be compared is not called better", async ({ tiescope, page }) => {
  await tiescope.drop(FEW, "few.csv");
  await tiescope.compare();
  const verdict = page.locator("#verdict");
  await expect(verdict).toContainText("different items for different metrics");
  await expect(verdict).not.toContainText("significantly better than every");
  await expect(page.locator("#groups-verdict")).toContainText(
    "it compares metrics on different items",
  );
  await page.getByRole("checkbox", { name: "The same groups for all" }).check();
  await expect(verdict).not.toContainText("different items for different metrics");
  expect(await tiescope.compared("full", "acc_eq")).toBeDefined();
});

test("rows are sorted, columns hidden, metrics found", async ({ tiescope, page }) => {
  await tiescope.compare();
  const names = page.locator("#ranking tbody th");
  await expect(names.first()).toContainText("error_spans");
  await page.locator("#ranking").getByRole("button", { name: "ties at 0", exact: true }).click();
  await expect(names.first()).toContainText("constant");
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("checkbox", { name: "tau_10" }).uncheck();
  const head = page.locator("#ranking").getByRole("button", { name: "tau_10" });
  await expect(head).toHaveCount(0);
  await page.getByRole("checkbox", { name: "soft_pairwise_accuracy" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox", { name: "tau_10" })).toBeHidden();
  await expect
    .poll(() => tiescope.compared("regressor", "soft_pairwise_accuracy"))
    .toBeGreaterThan(0.5);
  await page.getByLabel("Find a metric").fill("OVER");
  await expect(names).toHaveText([/overlap/, "constant metric", "random scores"]);
  await page.getByLabel("Find a metric").fill("nothing");
  await expect(page.locator("#ranking")).toContainText("No metric is called so.");
});

test("the table is saved with its settings", { tag: "@chromium" }, async ({ tiescope, page }) => {
  await tiescope.drop(TIES, "ties.csv");
  await tiescope.compare();
  await expect(page.locator("#significance")).toBeVisible();
  const save = async (/** @type {string} */ format) => {
    await page.getByLabel("This table as").selectOption(format);
    const download = page.waitForEvent("download");
    await page.locator("#ranking-take").getByRole("button", { name: "Save" }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  const json = await save("json");
  expect(json.name).toBe("ties comparison.json");
  const { data, grouping, settings, rows } = JSON.parse(json.text);
  expect([data, grouping, settings[0]]).toEqual(["ties.csv", "item", "human scores: human"]);
  expect(rows[0].statistics["acc_eq*"].value).toBe(
    await tiescope.compared(rows[0].name, "acc_eq*"),
  );
  expect((await save("latex")).text).toContain("\\toprule");
  expect((await save("markdown")).text).toContain("| plain |");
  expect((await save("csv")).text).toContain("acc_eq*_rank");
});

test("charts are saved as they are shown, with what they are of", { tag: "@chromium" }, async ({
  tiescope,
  page,
}) => {
  await tiescope.compare();
  const slope = page.locator("#slope");
  await expect(slope.locator("svg")).toBeVisible();
  await expect(slope).toContainText("rises most");
  let download = page.waitForEvent("download");
  await slope.getByRole("button", { name: "Save as SVG" }).click();
  const svg = await readFile(await (await download).path(), "utf8");
  expect(svg).toContain("Simulated MQM scores");
  expect(svg).toContain("grouped by item");
  download = page.waitForEvent("download");
  await slope.getByRole("button", { name: "Save as PNG" }).click();
  const png = await readFile(await (await download).path());
  const width = await slope.locator("svg").evaluate((svg) => svg.getBoundingClientRect().width);
  expect(png.readUInt32BE(16)).toBe(2 * Math.round(width));
  const chunk = png.subarray(33, 33 + 12 + png.readUInt32BE(33));
  expect(chunk.toString()).toContain("Simulated MQM scores; grouped by item");
  expect(crc32(chunk.subarray(4, -4))).toBe(chunk.readUInt32BE(chunk.length - 4));
});

test("intervals, curves and broken ties are computed when asked for", async ({
  tiescope,
  page,
}) => {
  await tiescope.compare();
  await page.getByRole("button", { name: "Find intervals" }).click();
  const low = page.locator('#intervals [data-stat="acc_eq*_low"]');
  await expect(low).toHaveCount(5);
  const first = page.locator("#intervals tbody tr").first();
  const value = async (/** @type {string} */ name) =>
    Number(await first.locator(`[data-stat="${name}"]`).getAttribute("data-value"));
  expect(await value("acc_eq*_low")).toBeLessThan(await value("acc_eq*"));
  expect(await value("acc_eq*_high")).toBeGreaterThan(await value("acc_eq*"));
  await expect(page.locator("#intervals svg")).toBeVisible();
  await page.getByRole("button", { name: "Draw the curves" }).click();
  await expect(page.locator("#curves .key")).toHaveCount(4);
  await page.getByRole("button", { name: "Break ties at random" }).click();
  await expect(page.locator("#broken-ties tbody tr")).toHaveCount(5);
  const gain = page.locator('#broken-ties tr:has-text("constant") [data-stat="tau_10_broken"]');
  expect(Math.abs(Number(await gain.getAttribute("data-value")))).toBeLessThan(0.05);
});

test("what is computed can be stopped and gone on with", async ({ tiescope, page }) => {
  // Enough for a quick machine to be at it for a while.
  const rows = Array.from({ length: 36_000 }, (_, row) => {
    const random = (/** @type {number} */ k) => ((row * 7919 + k * 104_729) % 10_007) / 10_007;
    return `S${row % 4},${Math.floor(row / 4)},${-Math.floor(9 * random(1))},${random(2)},${random(3)},${random(4)}`;
  });
  await tiescope.drop(`system,item,human,a,b,c\n${rows.join("\n")}\n`, "large.csv");
  await tiescope.compare();
  await page.locator("#compare-grouping").getByText("none", { exact: true }).click();
  await tiescope.pressAtOnce("#compare-cancel");
  await expect(page.getByRole("button", { name: "Compute the rest" })).toBeVisible();
  await page.waitForTimeout(300);
  await expect(page.locator("#compare-progress")).toBeHidden();
  await page.getByRole("button", { name: "Compute the rest" }).click();
  await expect(page.locator('#significance [data-stat="p"]')).toHaveCount(6, { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Compute the rest" })).toBeHidden();
});

test("the page in the address is shown, and both keep the data", async ({ tiescope, page }) => {
  await tiescope.drop(TIES, "ties.csv");
  await tiescope.compare();
  await expect(page.locator("#explore")).toBeHidden();
  await page.getByRole("link", { name: "Explore a metric" }).click();
  await expect(tiescope.sentence).toContainText("plain");
  await page.goBack();
  await expect(page.locator("#ranking")).toContainText("flat");
});

test("names are text in tables and charts", async ({ tiescope, page }) => {
  const hostile = "<img src=x onerror=alert(1)>";
  await tiescope.drop(TIES.replace("plain", hostile), "hostile.csv");
  await tiescope.compare();
  await expect(page.locator("#ranking tbody th").first()).toContainText("<img");
  await expect(page.locator("#slope svg")).toContainText("<img");
  expect(await page.locator("#compare img").count()).toBe(0);
});

test("metrics of different outputs, or turned round, are pointed out", async ({ tiescope }) => {
  const rows = ["A", "B", "C"].flatMap((system, place) =>
    [1, 2].map((item) => `${system},${item},${place},${-place},${item > 1 ? place : ""}`),
  );
  await tiescope.drop(`system,item,human,TER,m\n${rows.join("\n")}\n`, "two.csv");
  await tiescope.page.getByRole("link", { name: "Compare metrics" }).click();
  const remarks = tiescope.page.locator("#groups-verdict");
  await expect(remarks).toContainText("TER has scores for 6 rows and m for 3");
  await expect(remarks).toContainText("TER orders most pairs the other way round");
});
