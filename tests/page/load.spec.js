// Getting scores in, and what happens when they cannot be used.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

const PLAIN = "system,item,human,metric\nA,1,0,0.5\nA,2,-1,0.25\nB,1,-5,0.75\nB,2,0,0.1\n";

test("a dropped file is used", async ({ tiescope }) => {
  await tiescope.drop(PLAIN, "plain.csv");
  await expect(tiescope.summary).toHaveText(
    "plain.csv: 4 rows, 2 systems, 2 items, 1 metric; human scores from “human”.",
  );
  await expect(tiescope.page.locator('[data-stat="pairs"]')).toHaveText("2");
});

test("a file can be chosen, twice in a row", { tag: "@chromium" }, async ({ tiescope }) => {
  for (const _ of [1, 2]) {
    const chooser = tiescope.page.waitForEvent("filechooser");
    await tiescope.page.getByRole("button", { name: "Open a score file" }).click();
    const file = {
      name: "chosen.tsv",
      mimeType: "text/plain",
      buffer: Buffer.from(PLAIN.replaceAll(",", "\t")),
    };
    await (await chooser).setFiles(file);
    await expect(tiescope.summary).toContainText("chosen.tsv: 4 rows");
  }
});

test("text can be pasted", async ({ tiescope }) => {
  await tiescope.page.getByRole("button", { name: "Paste text" }).click();
  await tiescope.page.getByRole("textbox", { name: "Scores" }).fill(PLAIN);
  await tiescope.page.getByRole("button", { name: "Read" }).click();
  await expect(tiescope.summary).toContainText("Pasted text: 4 rows");
});

test("roles are shown and can be changed", async ({ tiescope }) => {
  await tiescope.drop(
    "system,item,human,comet,ter\nA,1,0,9,1\nA,2,-1,8,2\nB,1,-5,7,9\nB,2,0,9,1\n",
  );
  await expect(tiescope.summary).toContainText("2 metrics");
  await tiescope.openColumns();
  const columns = tiescope.page.locator("#columns");
  await expect(columns.getByLabel("Use human as")).toHaveValue("human");
  await expect(columns).toContainText("line 2");
  await columns.getByLabel("Use comet as").selectOption("human");
  await expect(tiescope.summary).toContainText("human scores from “comet”");
  // Human scores that are not in use are no metric, but can be compared like one.
  await expect(columns.getByLabel("Use human as")).toHaveValue("unused");
  await expect(tiescope.summary).toContainText("1 metric;");
  await tiescope.page.getByRole("button", { name: "Use as a metric" }).first().click();
  await expect(columns.getByLabel("Use human as")).toHaveValue("metric");
  await columns.getByLabel("Use ter as").selectOption("unused");
  await expect(tiescope.summary).toContainText("1 column of human scores used as metrics;");
  await columns.getByLabel("Use system as").selectOption("unused");
  await expect(tiescope.page.locator("#grouping input[value=system]")).toBeDisabled();
});

test("lower is better turns a metric round", async ({ tiescope }) => {
  await tiescope.drop("system,item,human,ter\nA,1,0,1\nB,1,-1,2\nC,1,-5,9\n");
  await expect(tiescope.summary).toContainText("3 rows");
  expect(await tiescope.value("tau_a", "0")).toBe(-1);
  await tiescope.openColumns();
  await tiescope.page.getByLabel("Lower ter is better").check();
  await expect.poll(() => tiescope.value("tau_a", "0")).toBe(1);
});

test("a metric that runs against the human scores can be turned round", async ({
  tiescope,
  page,
}) => {
  await tiescope.drop("system,item,human,ter\nA,1,0,1\nB,1,-1,2\nC,1,-5,9\n");
  await expect(page.locator("#direction")).toContainText("against the human scores");
  await page.getByRole("button", { name: "Lower is better" }).click();
  await expect.poll(() => tiescope.value("tau_a", "0")).toBe(1);
  await expect(page.locator("#direction")).toBeHidden();
  await expect(page.locator("#metric")).toContainText("ter (lower is better)");
  // And back again, where it was turned by mistake.
  await tiescope.openColumns();
  await page.getByLabel("Lower human is better").check();
  await page.getByRole("button", { name: "Higher is better", exact: true }).click();
  await expect(page.locator("#direction")).toBeHidden();
  await expect(page.locator("#metric")).not.toContainText("lower is better");
});

test("systems can be left out and taken in again", async ({ tiescope }) => {
  await tiescope.openColumns();
  const box = tiescope.page.getByRole("checkbox", { name: "system-03" });
  await box.uncheck();
  await expect(tiescope.summary).toContainText("1,650 rows, 11 systems");
  await box.check();
  await expect(tiescope.summary).toContainText("1,800 rows, 12 systems");
});

test("missing scores are counted and reported", async ({ tiescope }) => {
  await tiescope.drop("system,item,human,metric\nA,1,NA,0.5\nB,1,-1,0.25\nC,1,-2,None\nD,1,-3,1\n");
  await expect(tiescope.summary).toContainText(
    '1 of 4 scores in "human" is missing, first on line 2',
  );
  expect(await tiescope.value("rows")).toBe(2);
});

for (const { what, text, message, line, column } of [
  { what: "an empty file", text: "", message: "The file is empty." },
  {
    what: "a header alone",
    text: "system,item,human,metric\n",
    message: "The file has a header but no rows.",
  },
  {
    what: "text in a score column",
    text: "system,item,human,metric\nA,1,-1,0.5\nB,1,bad,0.25\nC,1,-2,0.75\n",
    message: 'Line 3, column "human": "bad"',
    line: "3",
    column: "human",
  },
  {
    what: "a percent sign",
    text: "system,item,human,metric\nA,1,-1,50%\nB,1,-5,25%\n",
    message: 'Line 2, column "metric": "50%"',
    line: "2",
    column: "metric",
  },
  {
    what: "a ragged row",
    text: "system,item,human,metric\nA,1,0,0.5\nA,2,-1\n",
    message: "Line 3 has 3 cells",
    line: "3",
  },
  {
    what: "an infinite score",
    text: "system,item,human,metric\nA,1,-1,inf\nB,1,-5,1\n",
    message: "Line 2",
    line: "2",
  },
  {
    what: "no human scores",
    text: "a,b\n1,2\n3,4\n",
    message: "No column of human scores was found among",
  },
]) {
  test(`${what}: an error in place, and the data shown before stays`, async ({ tiescope }) => {
    const before = await tiescope.value("acc_eq", "star");
    await tiescope.drop(text);
    await expect(tiescope.problem).toContainText(`scores.csv was not opened. ${message}`);
    if (line) await expect(tiescope.problem).toHaveAttribute("data-line", line);
    if (column) await expect(tiescope.problem).toHaveAttribute("data-column", column);
    await expect(tiescope.summary).toContainText("Simulated MQM scores");
    await tiescope.chooseMetric("overlap");
    await tiescope.chooseMetric("regressor");
    expect(await tiescope.value("acc_eq", "star")).toBe(before);
    await tiescope.drop(PLAIN, "good.csv");
    await expect(tiescope.summary).toContainText("good.csv");
    await expect(tiescope.problem).toBeEmpty();
  });
}

test("a bad column can be left out where the error is shown", async ({ tiescope }) => {
  await tiescope.drop(
    "system,item,human,metric,other\nA,1,-1,0.5,50%\nB,1,-2,0.25,25%\n",
    "half-bad.csv",
  );
  await expect(tiescope.problem).toContainText('column "other"');
  await tiescope.page.getByLabel("Use other as").selectOption("unused");
  await expect(tiescope.summary).toContainText("half-bad.csv: 2 rows");
  await expect(tiescope.problem).toBeEmpty();
});

test("a file with an error can be dismissed", async ({ tiescope }) => {
  await tiescope.drop("system,item,human,metric\nA,1,-1,50%\nB,1,-2,25%\n");
  await tiescope.problem.getByRole("button", { name: "Dismiss" }).click();
  await expect(tiescope.problem).toBeEmpty();
  await tiescope.openColumns();
  await expect(tiescope.page.getByLabel("Use regressor as")).toHaveValue("metric");
  await tiescope.page.getByLabel("Use overlap as").selectOption("unused");
  await expect(tiescope.summary).toContainText(
    "Simulated MQM scores: 1,800 rows, 12 systems, 150 items, 4 metrics",
  );
});

test("columns opened right after an error was dismissed stay open", async ({ tiescope, page }) => {
  await tiescope.drop("system,item,human,metric\nA,1,-1,50%\nB,1,-2,25%\n");
  await expect(tiescope.problem).toContainText("Dismiss");
  await tiescope.problem.evaluate((problem) => {
    const summary = /** @type {HTMLElement} */ (document.querySelector("#columns > summary"));
    new MutationObserver(() => summary.click()).observe(problem, { childList: true });
    const [dismiss] = [...problem.querySelectorAll("button")].slice(-1);
    dismiss?.click();
  });
  await expect(page.getByLabel("Use regressor as")).toBeVisible();
  await expect(page.locator("#columns")).toHaveAttribute("open");
});

for (const { what, bytes, message } of [
  { what: "damaged gzip", bytes: [0x1f, 0x8b, 8, 0], message: "packed with gzip, and damaged" },
  { what: "a spreadsheet", bytes: [0x50, 0x4b, 3, 4], message: "a zip archive or a spreadsheet" },
  { what: "an image", bytes: [0x89, 0x50, 0x0d, 0x1a], message: "not plain text" },
]) {
  test(`${what} is named, with what to do`, async ({ tiescope, page }) => {
    const buffer = Buffer.from(bytes);
    await page.locator("#file").setInputFiles({ name: "odd", mimeType: "text/csv", buffer });
    await expect(tiescope.problem).toContainText(message);
    await expect(tiescope.summary).toContainText("Simulated MQM scores");
  });
}

test("roles that cannot be used can be undone", async ({ tiescope, page }) => {
  await tiescope.openColumns();
  await page.getByLabel("Use human as").selectOption("unused");
  await expect(tiescope.problem).toContainText("Choose the column of human scores");
  await expect(tiescope.problem).toContainText("Still shown: Simulated MQM scores");
  await tiescope.problem.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByLabel("Use human as")).toHaveValue("human");
});

test("a control of the columns keeps the focus when it is used", async ({ tiescope, page }) => {
  await tiescope.openColumns();
  const role = page.getByLabel("Use overlap as");
  await role.focus();
  await role.selectOption("unused");
  await expect(tiescope.summary).toContainText("4 metrics");
  await expect(role).toBeFocused();
});

test("the grouping asked for comes back with data that has it", async ({ tiescope, page }) => {
  await tiescope.drop("human,metric\n0,0.5\n-1,0.25\n", "no-groups.csv");
  await expect(tiescope.summary).toContainText("no-groups.csv");
  await expect(page.locator("#grouping input[value=none]")).toBeChecked();
  await tiescope.drop(PLAIN, "plain.csv");
  await expect(page.locator("#grouping input[value=item]")).toBeChecked();
});

test("a group of one row and constant columns are explained, not shown as 0", async ({
  tiescope,
}) => {
  await tiescope.drop("system,item,human,metric\nA,1,0,1\nB,2,-1,2\n");
  await expect(tiescope.sentence).toContainText("No item has two rows with scores of both");
  expect(await tiescope.value("acc_eq", "0")).toBeUndefined();
  await tiescope.drop("system,item,human,metric\nA,1,0,5\nB,1,0,5\nC,1,0,5\n");
  await expect.poll(() => tiescope.value("acc_eq", "0")).toBe(1);
  expect(await tiescope.value("tau_b", "0")).toBeUndefined();
});

test("names are text, never markup", async ({ tiescope, page }) => {
  await tiescope.drop(
    "system,item,human,<img src=x onerror=alert(1)>\n<b>A</b>,1,0,0.5\n=1+1,1,-5,0.75\n",
    "<img src=x onerror=alert(2)>.csv",
  );
  await expect(tiescope.summary).toContainText("<img src=x onerror=alert(2)>.csv: 2 rows");
  await tiescope.openColumns();
  await expect(page.getByRole("checkbox", { name: "<b>A</b>" })).toBeVisible();
  await expect(tiescope.sentence).toContainText("<img src=x onerror=alert(1)>");
  expect(await page.locator("img, main b").count()).toBe(0);
});

test("files opened at once are taken one after the other", async ({ tiescope }) => {
  await Promise.all([
    tiescope.drop(PLAIN, "first.csv"),
    tiescope.drop(PLAIN.replace("B,2,0,0.1\n", ""), "last.csv"),
  ]);
  await expect(tiescope.summary).toContainText("last.csv: 3 rows");
  await expect(tiescope.problem).toBeEmpty();
});

test("reading a large file shows how far it is, and can be cancelled", async ({
  tiescope,
  page,
}) => {
  const before = await tiescope.value("acc_eq", "star");
  await page.evaluate(() => {
    const text = ["system,item,human,metric\n", ..."A,1,0,0.5\n".repeat(10_000)].join("");
    const rows = text.slice(text.indexOf("\n") + 1);
    const file = new File([text, ...Array(400).fill(rows)], "large.csv");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
  });
  const bar = page.locator("#reading-bar");
  await expect(bar).toBeVisible();
  const share = Number(await bar.getAttribute("value"));
  expect(share).toBeGreaterThanOrEqual(0);
  await page.locator("#stop-reading").dblclick(); // as one does who is impatient
  await expect(tiescope.problem).toContainText("large.csv was not opened. Reading was cancelled.");
  await expect(bar).toBeHidden();
  await expect(tiescope.summary).toContainText("Simulated MQM scores");
  await tiescope.problem.getByRole("button", { name: "Dismiss" }).click();
  await tiescope.chooseMetric("overlap");
  await tiescope.chooseMetric("regressor");
  expect(await tiescope.value("acc_eq", "star")).toBe(before);
});
