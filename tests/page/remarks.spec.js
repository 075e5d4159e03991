// What is said of a file before anyone trusts its numbers.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

const ALIKE = "system,item,human,m,n\nA,1,0,1,2\nA,2,-1,2,3\nB,1,-2,3,4\nB,2,-3,4,5\n";
const OTHER = "system,item,human,m,n\nA,1,0,2,2\nA,2,-5,1,3\nB,1,-6,3,4\nB,2,-3,4,5\n";
const RATED =
  "system,item,rater,human,m\nA,1,r1,-1,1\nA,1,r2,-5,1\nA,1,r3,-4.4,1\n" +
  "B,1,r1,-5,2\nB,1,r2,-0.4,2\nB,1,r3,-5,2\n";

/** 24 metrics that lack the system refA, one that is constant, one without a score; other human scores. */
function many() {
  const names = Array.from({ length: 26 }, (_, metric) => `metric${metric}`);
  const rows = ["A", "B", "refA"].flatMap((system, s) =>
    [1, 2, 3].map((item) => {
      const scores = names.map((_, metric) =>
        metric < 24 && system === "refA" ? "NA" : String((metric * 7 + s * 3 + item) % 11),
      );
      return [system, item, (s + item) % 3, item, s, ...scores, 1, "None"].join();
    }),
  );
  return `system,item,human,human_fluency,human_adequacy,${names},flat,lost\n${rows.join("\n")}\n`;
}

test.beforeEach(({ tiescope }) => tiescope.visit());
test.afterEach(({ tiescope }) => expect(tiescope.complaints).toEqual([]));

test("files that look like different data sets are not joined without a word", async ({
  tiescope,
  page,
}) => {
  await tiescope.dropAll({ "en-de.csv": ALIKE, "zh-en.csv": OTHER });
  await expect(tiescope.problem).toContainText("look like different data sets");
  await expect(tiescope.problem).toContainText("their columns have the same names");
  await expect(tiescope.problem).toContainText("of 4 rows in more than one, 2 have other human");
  await expect(tiescope.summary).toContainText("Simulated MQM scores");
  await page.getByRole("button", { name: 'Use only "zh-en.csv"' }).click();
  await expect(tiescope.summary).toContainText("zh-en.csv: 4 rows, 2 systems, 2 items, 2 metrics");
  await expect(tiescope.problem).toBeEmpty();

  await tiescope.dropAll({ "en-de.csv": ALIKE, "zh-en.csv": OTHER });
  await page.getByRole("button", { name: "They are parts of one table" }).click();
  await expect(tiescope.summary).toContainText("2 files: 4 rows");
  // The human scores of the second file are no metric.
  await expect(tiescope.summary).toContainText('not in use: "human (zh-en)"');
  const names = await page.locator("#metric option").allTextContents();
  expect(names).toEqual(["m", "n", "m (zh-en)"]);
});

test("parts of one table are put together", async ({ tiescope, page }) => {
  const lines = ALIKE.trim().split("\n");
  const part = (/** @type {number[]} */ ...rows) => rows.map((row) => lines[row]).join("\n");
  await tiescope.dropAll({ "a.csv": part(0, 1, 2), "b.csv": part(0, 3, 4) });
  await expect(tiescope.problem).toContainText("no row of one is in another");
  await page.getByRole("button", { name: "They are parts of one table" }).click();
  await expect(tiescope.summary).toContainText("2 files: 4 rows, 2 systems, 2 items, 2 metrics");
  await expect.poll(() => tiescope.value("human_tied_pairs")).toBe(0);
  await expect(page.locator(".notices")).toHaveCount(0);
});

test("rows that a column tells apart: its values are the first answers", async ({ tiescope }) => {
  await tiescope.drop(RATED, "rated.csv");
  await expect(tiescope.problem).toContainText('The column "rater" tells such rows apart.');
  const answers = tiescope.problem.locator(".answers button");
  await expect(answers).toHaveText([
    "Only r1",
    "Only r2",
    "Only r3",
    "Average their scores",
    "Use the first",
    "Refuse the file",
  ]);
  await answers.nth(1).click();
  await expect(tiescope.summary).toContainText("rated.csv: 2 rows");
  await expect(tiescope.summary).toContainText('2 of 6 rows count: those where "rater" is "r2".');
});

test("more than a handful of values are a list", async ({ tiescope, page }) => {
  const rows = Array.from({ length: 8 }, (_, pair) =>
    ["A", "B"].map((system) => `l${pair},${system},1,${pair},${pair % 3}\n`).join(""),
  );
  await tiescope.drop(`lp,system,item,human,m\n${rows.join("")}`, "pairs.csv");
  const list = page.getByLabel("Only another value");
  await expect(list.locator("option")).toHaveText(["3 more …", "Only l5", "Only l6", "Only l7"]);
  await list.selectOption("Only l6");
  await expect(tiescope.summary).toContainText('2 of 16 rows count: those where "lp" is "l6".');
});

test("raters that were averaged are not said to be compared, and equal means tie", async ({
  tiescope,
  page,
}) => {
  await tiescope.drop(RATED, "rated.csv");
  await page.getByRole("button", { name: "Average their scores" }).click();
  await expect(tiescope.summary).toContainText("rated.csv: 2 rows");
  await expect(tiescope.summary).toContainText("the scores of such rows are averaged");
  await expect(page.locator(".notices")).not.toContainText("compared with one another");
  await expect(page.locator(".notices")).not.toContainText("last digits");
  await expect.poll(() => tiescope.value("human_tied_pairs")).toBe(1);
});

test("three remarks in a line each at first, all of them in the data report", async ({
  tiescope,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tiescope.drop(many(), "many.csv");
  const shown = tiescope.summary.locator(".remark");
  await expect(shown).toHaveCount(3);
  const list = tiescope.summary.locator(".notices");
  await expect(list).toContainText('"lost" has no score in any row, and is no metric.');
  const lineHeight = await list.evaluate((list) => parseFloat(getComputedStyle(list).lineHeight));
  for (const remark of await shown.all()) {
    expect((await remark.boundingBox())?.height).toBeLessThan(1.5 * lineHeight);
  }
  await page.getByRole("button", { name: /more remark.*, in the data report/ }).click();
  const all = page.locator("#report .remark");
  await expect(all.first()).toBeInViewport();
  await expect(page.locator("#report .notices")).toContainText(
    '24 metrics lack 3 of 9 scores, all of the system "refA": "metric0", "metric1", "metric2" and 21 more.',
  );
  expect(await all.count()).toBeGreaterThan(3);
});

test("one remark that is cut off can be read in full", async ({ tiescope, page }) => {
  const full = page.getByRole("button", { name: "Read in full" });
  await expect(full).toBeHidden();
  await page.setViewportSize({ width: 320, height: 700 });
  await tiescope.drop(ALIKE.replaceAll(/,\d\n/g, ",7\n").replace(",n\n", ",one_score_only\n"));
  await expect(tiescope.summary).toContainText("it ties every pair");
  await full.click();
  await expect(page.locator("#report")).toHaveAttribute("open");
});

test("other human scores are no metrics until someone wants them to be", async ({
  tiescope,
  page,
}) => {
  await tiescope.drop(many(), "many.csv");
  await expect(tiescope.summary).toContainText("27 metrics; human scores from “human”.");
  await expect(page.locator("#metric")).not.toContainText("human_fluency");
  await page.getByRole("button", { name: "Use as metrics" }).first().click();
  await expect(tiescope.summary).toContainText(
    "27 metrics, 2 columns of human scores used as metrics;",
  );
  await expect(page.locator("#metric")).toContainText("human_fluency (human)");
  await tiescope.compareAll();
  const row = page.locator("#ranking tbody tr", { hasText: "human_fluency" });
  await expect(row.locator("th .kind")).toHaveText("human");
  await expect(page.locator("#ranking th .kind")).toHaveCount(2);
});

test("what a remark offers is for the scores in use, not for a file that waits", async ({
  tiescope,
}) => {
  await tiescope.drop(many(), "many.csv");
  await expect(tiescope.summary).toContainText("many.csv");
  await tiescope.drop(RATED, "rated.csv");
  await expect(tiescope.problem).toContainText("tells such rows apart");
  await tiescope.summary.getByRole("button", { name: "Use as metrics" }).click();
  await expect(tiescope.summary).toContainText("many.csv: 9 rows");
  await expect(tiescope.summary).toContainText("2 columns of human scores used as metrics;");
  await expect(tiescope.problem).toBeEmpty();
});

test("the share of ties is named by its epsilon, and the same on both pages", async ({
  tiescope,
  page,
}) => {
  await tiescope.chooseMetric("regressor");
  const explored = await tiescope.value("metric_tied", "star");
  await tiescope.compareAll();
  const row = page.locator("#ranking tbody tr", { hasText: "regressor" });
  const share = (/** @type {string} */ name) =>
    row.locator(`[data-stat="${name}"]`).getAttribute("data-value");
  expect(Number(await share("ties at epsilon*"))).toBe(explored);
  expect(Number(await share("ties at 0"))).toBeLessThan(Number(explored));
});

test("a gain by broken ties is shaded only where the numbers show it", async ({
  tiescope,
  page,
}) => {
  await tiescope.compare();
  await page.getByRole("button", { name: "Break ties at random" }).click();
  await expect(page.locator("#broken-ties tbody tr")).toHaveCount(5);
  const gains = page.locator("#broken-ties td.gains");
  expect(await gains.count()).toBeGreaterThan(0);
  for (const text of await gains.allTextContents()) {
    const [before = "", after = ""] = text.split(/ [→±] /);
    if (before !== "undefined") expect(before, text).not.toBe(after);
  }
});

test("epsilon carries over from a development set to a test set first", async ({
  tiescope,
  page,
}) => {
  const rows = Array.from({ length: 12 }, (_, item) =>
    ["A", "B", "C"].map(
      (system, s) =>
        `${system},${item},${item < 6 ? "test" : "dev"},${(item * s) % 3},${s + (item % 5)}\n`,
    ),
  );
  await tiescope.drop(`system,item,split,human,m\n${rows.flat().join("")}`, "split.csv");
  await expect(tiescope.summary).toContainText("split.csv");
  await page.goto("./#experiments?show=transfer&between=column+2");
  await expect(page.locator("#experiments .sentence")).toContainText(
    /^From split dev to split test: with the epsilon\* of the former/,
  );
});
