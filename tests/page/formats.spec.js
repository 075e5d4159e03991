// The ways in which score files are written, and the questions some of them raise.

import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

const PLAIN = "system,item,human,metric\nA,1,0,0.5\nA,2,-1,0.25\nB,1,-5,0.75\nB,2,0,0.1\n";
const inputs = new URL("../inputs/", import.meta.url);

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} name
 * @param {Buffer} buffer
 */
const open = (page, name, buffer) =>
  page.locator("#file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

for (const name of [
  "utf16le.csv",
  "windows1252.csv",
  "semicolon-decimal-comma.csv",
  "records.json",
  "records.jsonl",
  "wide.csv",
]) {
  test(`${name} is read`, async ({ tiescope, page }) => {
    await open(page, name, await readFile(new URL(name, inputs)));
    await expect(tiescope.summary).toContainText(`${name}: 4 rows, 2 systems, 2 items`);
    await expect(tiescope.problem).toBeEmpty();
  });
}

test("packed files are unpacked", async ({ tiescope, page }) => {
  await open(page, "plain.csv.gz", gzipSync(PLAIN));
  await expect(tiescope.summary).toContainText("plain.csv.gz: 4 rows, 2 systems");
});

test("how a file was read is shown, and can be changed", async ({ tiescope, page }) => {
  await tiescope.drop("system;item;human;metric\nA;1;0;0,5\nB;1;-1;0,25\nC;1;-2;0,75\n");
  await expect(tiescope.summary).toContainText("3 systems");
  await tiescope.openColumns();
  await expect(page.getByLabel("Cells are separated by")).toHaveValue("semicolon");
  await expect(page.getByLabel("A number looks like")).toHaveValue("comma");
  await page.getByLabel("A number looks like").selectOption("point");
  await expect(tiescope.problem).toContainText('Line 2, column "metric": "0,5"');
  await page.getByLabel("A number looks like").selectOption("comma");
  await expect(tiescope.problem).toBeEmpty();
  await expect.poll(() => tiescope.value("rows")).toBe(3);
});

test("a wide table can be taken as it is", async ({ tiescope, page }) => {
  await tiescope.drop("item,human_A,human_B,m_A,m_B\n1,0,-5,0.5,0.75\n2,-1,0,0.25,0.1\n");
  await expect(tiescope.summary).toContainText("4 rows, 2 systems, 2 items, 1 metric");
  await tiescope.openColumns();
  await page.getByLabel("A row is one").selectOption("tidy");
  await expect(tiescope.summary).toContainText("2 rows, 2 items, 2 metrics");
  await page.getByLabel("A row is one").selectOption("wide");
  await expect(tiescope.summary).toContainText("4 rows, 2 systems");
});

test("a comma that may be either is asked about", async ({ tiescope }) => {
  await tiescope.drop('system,item,human,metric\nA,1,-1,"1,234"\nB,1,-5,"2,500"\nC,1,0,"3,141"\n');
  await expect(tiescope.problem).toContainText('"1,234" separate thousands, or decimals?');
  await expect(tiescope.summary).toContainText("Simulated MQM scores");
  await tiescope.problem.getByRole("button", { name: "Decimals: 1.234, 2.5, 3.141" }).click();
  await expect(tiescope.summary).toContainText("3 rows, 3 systems");
  await expect(tiescope.problem).toBeEmpty();
  await expect.poll(() => tiescope.value("epsilon", "star")).toBe(0);
});

test("a first line of data is asked about", async ({ tiescope, page }) => {
  await tiescope.drop("A,1,0,0.5\nA,2,-1,0.25\nB,1,-5,0.75\nB,2,0,0.1\n", "no-header.csv");
  await expect(tiescope.problem).toContainText("The first line looks like data");
  await tiescope.problem.getByRole("button", { name: "It is data" }).click();
  // Without names the roles are the user's to say.
  await expect(tiescope.problem).toContainText("No column of human scores was found");
  await page.getByLabel("Use column 3 as").selectOption("human");
  await page.getByLabel("Use column 4 as").selectOption("metric");
  await expect(tiescope.summary).toContainText("no-header.csv: 4 rows");
  await expect(page.getByLabel("The first line holds")).toHaveValue("false");
});

test("rows that repeat a system and item are asked about", async ({ tiescope, page }) => {
  await tiescope.drop(`${PLAIN}A,1,-2,0.9\n`, "repeats.csv");
  await expect(tiescope.problem).toContainText('first "A" with item "1" on lines 2 and 6');
  await tiescope.problem.getByRole("button", { name: "Average" }).click();
  await expect(tiescope.summary).toContainText("repeats.csv: 4 rows");
  await expect(tiescope.summary).toContainText("the scores of such rows are averaged");
  // The question opened the panel.
  const choice = page.getByLabel("Rows of one system and item are");
  await choice.selectOption("first");
  await expect(tiescope.summary).toContainText("the first of such rows counts");
  await choice.selectOption("error");
  await expect(tiescope.problem).toContainText("Delete all but one of them");
});

test("an answer outlives a lost worker", { tag: "@chromium" }, async ({ tiescope, page }) => {
  await tiescope.drop("system;item;human;m\nA;1;0;1,234\nB;1;-1;2,345\n", "asked.csv");
  await tiescope.problem.getByRole("button", { name: "Thousands" }).click();
  await expect(tiescope.summary).toContainText("asked.csv: 2 rows");
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error("lost");
    });
  });
  await expect(tiescope.problem).toContainText("started again");
  await tiescope.chooseMetric("m");
  await expect.poll(() => tiescope.value("rows")).toBe(2);
});

test("score files dropped together are joined by system and line", async ({ tiescope, page }) => {
  await tiescope.dropAll({
    "en-de.mqm.seg.score": "A\t0\nA\t-1\nB\t-5\nB\tNone\nref\t0\n",
    "COMET.seg.score": "A\t0.5\nA\t0.25\nB\t0.75\nB\t0.1\n",
  });
  await expect(tiescope.summary).toContainText("2 files: 5 rows, 3 systems, 2 items, 1 metric");
  await expect(tiescope.summary).toContainText("human scores from “mqm”");
  expect(await tiescope.value("rows")).toBe(2);
  await expect(page.locator("#metric")).toHaveValue("COMET");
});

test("tables dropped together are joined by system and item", async ({ tiescope }) => {
  await tiescope.dropAll({
    "human.csv": "system,item,human\nA,1,0\nA,2,-1\nB,1,-5\nB,2,0\n",
    "metrics.tsv": "item\tsystem\tm\n1\tB\t0.5\n1\tA\t0.25\n2\tA\t1\n3\tA\t0\n",
  });
  await expect(tiescope.summary).toContainText("2 files: 5 rows, 2 systems, 3 items, 1 metric");
  await expect(tiescope.summary).toContainText('no partner in "metrics.tsv": "B" "2"');
  await tiescope.dropAll({ "a.csv": "item,human\n1,0\n", "b.csv": "m\n1\n" });
  await expect(tiescope.problem).toContainText('"b.csv" has no system and item columns');
});

test("scores that differ in the last digits can be taken as equal", async ({ tiescope, page }) => {
  await tiescope.drop(
    "system,item,human,m\nA,1,-16.300000000000004,1\nB,1,-16.299999999999997,2\nC,1,-1,3\n",
  );
  await expect(tiescope.summary).toContainText("only in the last digits, first on lines 2 and 3");
  await expect.poll(() => tiescope.value("acc_eq", "0")).toBe(1);
  await tiescope.openColumns();
  await page.getByLabel("Scores that differ only in the last digits are equal").check();
  await expect(tiescope.summary).not.toContainText("last digits");
  await expect.poll(() => tiescope.value("acc_eq", "0")).toBeCloseTo(2 / 3);
});

test("what is saved is read again as the same scores", { tag: "@chromium" }, async ({
  tiescope,
  page,
}) => {
  await tiescope.openColumns();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the scores in use as CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text.split("\n")[0]).toContain("system,item,human,regressor");
  const values = () =>
    Promise.all(["acc_eq", "epsilon"].map((name) => tiescope.value(name, "star")));
  const before = await values();
  await tiescope.drop(text, "again.csv");
  await expect(tiescope.summary).toContainText("again.csv: 1,800 rows, 12 systems, 150 items");
  await expect.poll(values).toEqual(before);
});
