// Which rows and scores count, and what the data report says of them.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

const PAIRS =
  "lp,system,seg,human_a,human_b,words,metric\n" +
  "en-de,A,1,-2,1,10,0.5\nen-de,B,1,-4,1,40,0.25\nen-de,C,1,-4,2,10,0.25\n" +
  "zh-en,A,1,0,3,5,0.9\nzh-en,B,1,-1,2,5,0.8\nzh-en,C,1,-1,2,,0.9\n";

test("a category tells rows apart that repeat one another", async ({ tiescope, page }) => {
  await tiescope.drop(PAIRS, "pairs.csv");
  await expect(tiescope.problem).toContainText("3 rows repeat the system and item");
  await tiescope.problem.getByRole("button", { name: "Only en-de" }).click();
  await expect(tiescope.summary).toContainText("pairs.csv: 3 rows, 3 systems, 1 item");
  await expect(tiescope.problem).toBeEmpty();
  expect(await tiescope.value("human_tied_pairs")).toBe(1);
  await page.getByRole("button", { name: "Only zh-en" }).click();
  await expect(page.getByLabel("en-de", { exact: true })).not.toBeChecked();
  await expect(page.locator("body")).not.toHaveClass(/busy/);
  await page.getByLabel("zh-en", { exact: true }).uncheck();
  await expect(tiescope.problem).toContainText("no row is left");
  await page.getByRole("button", { name: /^All: .*lp/ }).click();
  await expect(tiescope.problem).toContainText("rows repeat");
});

test("several columns name the item together", async ({ tiescope, page }) => {
  // A category would do so, too, but is not taken for it.
  await tiescope.drop(PAIRS, "pairs.csv");
  await expect(tiescope.problem).toContainText("or to name the item, too");
  await page.getByLabel("Use lp as").selectOption("names the item, too");
  await expect(tiescope.summary).toContainText("pairs.csv: 6 rows, 3 systems, 2 items");
  await expect(tiescope.problem).toBeEmpty();
  expect(await tiescope.value("pairs")).toBe(6);
  const more = "en-de,A,2,-2,1,10,0.5\nen-de,B,2,-4,1,40,0.25\n";
  await tiescope.drop(PAIRS.replace("lp", "doc_id") + more, "documents.csv");
  await expect(tiescope.summary).toContainText("documents.csv: 8 rows, 3 systems, 3 items");
  await expect(page.getByLabel("Use doc_id as")).toHaveValue("part");
  await expect(page.getByLabel("Use seg as")).toHaveValue("item");
});

test("one of several human scores is the standard", async ({ tiescope, page }) => {
  await tiescope.drop(PAIRS.replaceAll("zh-en,", "zh-en,Z"), "pairs.csv");
  const human = page.getByLabel("Human scores", { exact: true });
  await expect(human).toHaveValue("3");
  // Not the words, which are a length.
  await expect(page.locator("#metric")).toHaveValue("metric");
  await human.selectOption("human_b");
  await expect(tiescope.summary).toContainText("human scores from “human_b”");
  await expect(page.locator("#metric")).not.toContainText("human_a");
  await page.getByRole("button", { name: "Use as a metric" }).first().click();
  await tiescope.chooseMetric("human_a");
});

test("human scores can be divided by a length", async ({ tiescope, page }) => {
  await tiescope.drop(PAIRS.replaceAll("zh-en,", "zh-en,Z"), "pairs.csv");
  await tiescope.openColumns();
  await page.getByLabel("Use words as").selectOption("length");
  await expect(tiescope.summary).toContainText("human scores from “human_a / words”");
  await page.getByRole("button", { name: "1 more remark, in the data report" }).click();
  await expect(page.locator("#report")).toContainText(
    '1 of 6 scores in "human_a / words" is missing',
  );
  // -2 / 10 ties with -1 / 5, and nothing else with one another.
  await expect.poll(() => tiescope.value("human_tied_pairs")).toBe(1);
  expect(await tiescope.value("pairs")).toBe(10);
  await page.getByLabel("Use metric as").selectOption("length");
  await expect(page.getByLabel("Use words as")).toHaveValue("metric");
});

test("the data report has complete rows and ties by grouping", async ({ tiescope, page }) => {
  await tiescope.drop(
    "system,item,human,m\nA,1,0,0.5\nB,1,0,0.5\nC,1,-1,\nA,2,-1,0.5\nB,2,-1,1\nC,2,0,1\n",
    "small.csv",
  );
  await page.locator("#report > summary").click();
  const report = page.locator("#report-body");
  await expect(report).toContainText("50.0\u202f% of the human scores are 0, the greatest.");
  const cell = (/** @type {string} */ row, /** @type {string} */ name) =>
    report.locator(`tr.${row} [data-stat="${name}"]`);
  await expect(cell("human", "tied_item")).toHaveAttribute("title", "2 of 6 pairs");
  await expect(cell("human", "tied_at_top_item")).toHaveAttribute("title", "1 of 2 ties");
  await expect(cell("human", "tied_none")).toHaveText("40.0\u202f%");
  await expect(cell("metric", "rows")).toHaveText("5");
  await expect(cell("metric", "missing")).toHaveText("1");
  await expect(cell("metric", "at_top")).toHaveText("2");
  await expect(cell("metric", "tied_system")).toHaveAttribute("title", "1 of 2 pairs");
  // It follows the scores in use.
  await tiescope.openColumns();
  await page.getByRole("checkbox", { name: "C", exact: true }).uncheck();
  await expect(cell("human", "rows")).toHaveText("4");
});

test("what stands beside the data in use does not change a file that waits", async ({
  tiescope,
  page,
}) => {
  await tiescope.drop(PAIRS.replaceAll("zh-en,", "zh-en,Z"), "two.csv");
  const human = page.getByLabel("Human scores", { exact: true });
  await expect(human).toBeEnabled();
  await tiescope.drop(PAIRS, "waits.csv");
  await expect(tiescope.problem).toContainText("3 rows repeat");
  await expect(human).toBeDisabled();
  const save = page.getByRole("button", { name: "Save the scores in use" });
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(human).toBeEnabled();
  await tiescope.openColumns();
  await expect(save).toBeEnabled();
});

test("a file read in another way keeps its roles and filters", async ({ tiescope, page }) => {
  await tiescope.drop(PAIRS, "pairs.csv");
  await tiescope.problem.getByRole("button", { name: "Only en-de" }).click();
  await page.getByLabel("Use words as").selectOption("length");
  await expect(tiescope.summary).toContainText("3 rows");
  const filter = page.getByRole("checkbox", { name: "zh-en" });
  await expect(filter).not.toBeChecked();
  await page.getByLabel("A number looks like").selectOption("thousands");
  await expect(tiescope.summary).toContainText("human_a / words");
  await expect(tiescope.summary).toContainText('3 of 6 rows count: those where "lp" is "en-de".');
  await expect(filter).not.toBeChecked();
});

test("without a column called human the others are guessed", async ({ tiescope, page }) => {
  await tiescope.drop(
    PAIRS.replace("human_a,human_b", "quality,fluency").replaceAll("zh-en,", "x,Z"),
  );
  await expect(tiescope.problem).toContainText("No column of human scores was found");
  await expect(page.getByLabel("Use system as")).toHaveValue("system");
  await page.getByLabel("Use quality as").selectOption("human");
  await expect(tiescope.summary).toContainText("human scores from “quality”");
  await expect(tiescope.problem).toBeEmpty();
});

test("the focus stays on the button that was used", async ({ tiescope, page }) => {
  await tiescope.openColumns();
  await page.getByRole("button", { name: "Only system-03" }).click();
  await expect(tiescope.summary).toContainText("1 system,");
  await expect(page.getByRole("button", { name: "Only system-03" })).toBeFocused();
});
