// The experiments: each shows something on any data, its settings stand in the
// address, and what it shows can be taken away.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { calibrate, countPairs } from "./oracle.js";
import { test } from "./tiescope.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Goes to an experiment and waits for what it shows.
 * @param {Page} page
 * @param {string} query
 */
async function visit(page, query) {
  await page.evaluate((query) => {
    location.hash = `experiments?${query}`;
  }, query);
  await settled(page);
}

/** @param {Page} page */
async function settled(page) {
  await expect(page.locator("#experiment-progress")).toBeHidden();
  await expect(page.locator("#exhibit .sentence")).toBeVisible();
}

/**
 * The full number of a name in the sentence of an exhibit.
 * @param {Page} page
 * @param {string} name
 */
const said = async (page, name) =>
  Number(
    await page
      .locator(`#exhibit .sentence [data-stat="${name}"]`)
      .first()
      .getAttribute("data-value"),
  );

/** A file with a category and a length: items of four rows. */
function file() {
  const lines = ["system,item,domain,words,human,m"];
  for (let row = 0; row < 240; row += 1) {
    const random = (/** @type {number} */ k) => ((row * 7919 + k * 104_729) % 10_007) / 10_007;
    const human = -Math.floor(4 * random(1));
    const item = Math.floor(row / 4);
    lines.push(
      `S${row % 4},I${item},${item % 3 ? "news" : "chat"},${3 + (row % 17)},${human},${(human + 2 * random(2)).toFixed(3)}`,
    );
  }
  return lines.join("\n");
}

test.beforeEach(async ({ tiescope }) => {
  await expect(tiescope.summary).toContainText("Simulated");
});

test("every experiment shows the sample, and takes it away", { tag: "@chromium" }, async ({
  page,
}) => {
  await page.getByRole("link", { name: "Experiments" }).click();
  await settled(page);
  const links = page.locator("#experiment-list a");
  await expect(links).toHaveCount(9);
  for (let index = 0; index < 9; index += 1) {
    await links.nth(index).click();
    await expect(links.nth(index)).toHaveAttribute("aria-current", "page");
    await settled(page);
    const title = (await links.nth(index).locator("span").textContent()) ?? "";
    await expect(page.locator("#experiment-about h2")).toContainText(title);
    await expect(page.locator("#exhibit svg").first()).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain("# Simulated MQM scores");
    expect(text.split("\n").length).toBeGreaterThan(5);
  }
});

test("settings stand in the address, and are read from it", async ({ page }) => {
  await visit(page, "show=buckets&metric=llm_judge&group=system&statistic=tau_13");
  await expect(page.locator('select[name="statistic"]')).toHaveValue("tau_13");
  await expect(page.locator("#experiment-metric")).toHaveValue("llm_judge");
  await expect(page.locator("#exhibit .sentence")).toContainText("llm_judge has tau_13");
  await expect(page.locator("#exhibit .basis")).toContainText("grouped by system");
  await page.locator('select[name="statistic"]').selectOption("tau_b");
  await expect(page.locator("#exhibit .sentence")).toContainText("llm_judge has tau_b");
  await expect(page).toHaveURL(/statistic=tau_b/);
  await visit(page, "show=%3Cimg%3E&metric=nothing&group=cube&statistic=wild&seed=-1");
  await expect(page).not.toHaveURL(/wild|seed|img/);
  // What cannot be used is not said to be used.
  await visit(page, "show=sampling&repeats=1e9&seed=abc&colour=red");
  await expect(page.getByLabel("Repeats")).toHaveValue("30");
  await expect(page).not.toHaveURL(/1e9|abc|red/);
});

test("it is said how long a sample takes", async ({ page }) => {
  await visit(page, "show=sampling&group=system");
  const sentence = page.locator("#exhibit .sentence");
  for (const name of ["sample_seconds", "exact_seconds"]) {
    const written = await sentence.locator(`[data-stat="${name}"]`).textContent();
    expect(Number(written)).toBeGreaterThan(0);
  }
  await expect(page.locator("#exhibit th").last()).toHaveText("seconds each");
  await expect(page.locator('#exhibit td [data-stat="seconds"]')).toHaveCount(7);
});

test("the slider goes through buckets", async ({ page }) => {
  await visit(page, "show=buckets&group=item");
  const slider = page.getByRole("slider", { name: "The buckets on the scores" });
  await expect(page.locator(".frames output")).toContainText("2 buckets: tau_b");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".frames output")).toContainText("3 buckets: tau_b");
});

test("epsilon carries over as counting says", async ({ tiescope, page }) => {
  const text = file();
  await tiescope.drop(text, "domains.csv");
  await expect(tiescope.summary).toContainText("domains.csv");
  await visit(page, "show=transfer&between=column+2&a=news&b=chat&group=item");
  const rows = text
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const groupsOf = (/** @type {string} */ domain) => {
    const chosen = rows.filter((row) => row[2] === domain);
    return [...new Set(chosen.map((row) => row[1]))].map((item) => {
      const group = chosen.filter((row) => row[1] === item);
      return {
        human: group.map((row) => Number(row[4])),
        metric: group.map((row) => Number(row[5])),
      };
    });
  };
  const accuracy = (
    /** @type {ReturnType<typeof groupsOf>} */ groups,
    /** @type {number} */ epsilon,
  ) => {
    const shares = groups.map((group) => {
      const { C, D, T_h, T_m, T_hm } = countPairs(group, epsilon);
      return (C + T_hm) / (C + D + T_h + T_m + T_hm);
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  const [news, chat] = [groupsOf("news"), groupsOf("chat")];
  // From news to chat is what was asked for, so it comes first.
  expect(await said(page, "applied_epsilon")).toBe(calibrate(news));
  expect(await said(page, "applied")).toBeCloseTo(accuracy(chat, calibrate(news)), 12);
  expect(await said(page, "epsilon")).toBe(calibrate(chat));
  expect(await said(page, "acc_eq*")).toBeCloseTo(accuracy(chat, calibrate(chat)), 12);
  await page.getByLabel("Between").selectOption("halves");
  await expect(page.locator("#exhibit .sentence")).toContainText("From one half to the other half");
  await page.getByLabel("Between").selectOption("file");
  await expect(page.locator("#exhibit")).toContainText("Choose another score file");
  const other = Buffer.from(text.replaceAll(",-1,", ",-2,"));
  await page
    .getByLabel("Another score file")
    .setInputFiles({ name: "other.csv", mimeType: "text/csv", buffer: other });
  await expect(page.locator("#exhibit .sentence")).toContainText(
    "From this file to the other file",
  );
  const chosen = page.getByLabel("Another score file");
  expect(
    await chosen.evaluate((/** @type {HTMLInputElement} */ input) => input.files?.[0]?.name),
  ).toBe("other.csv");
});

test("a link finds its metric once its file is open", async ({ tiescope, page }) => {
  const metric = page.locator("#experiment-metric");
  await visit(page, "show=transfer&metric=second&group=system");
  await expect(metric).toHaveValue("regressor");
  await expect(page).toHaveURL(/metric=regressor/);
  const [head, ...rows] = file().split("\n");
  const two = [`${head},second`, ...rows.map((row, index) => `${row},${index % 7}`)].join("\n");
  await tiescope.drop(two, "two.csv");
  await expect(metric).toHaveValue("second");
  await expect(page).toHaveURL(/metric=second&group=system/);
  // What the user chooses counts from then on.
  await metric.selectOption("m");
  await tiescope.drop(two, "again.csv");
  await expect(tiescope.summary).toContainText("again.csv");
  await expect(metric).toHaveValue("m");
});

test("human scores are divided by a length", async ({ tiescope, page }) => {
  await tiescope.drop(file(), "lengths.csv");
  await expect(tiescope.summary).toContainText("lengths.csv");
  await visit(page, "show=normalisation&group=item");
  await expect(page.getByLabel("Length")).toHaveValue("3");
  await expect(page.locator("#exhibit .sentence")).toContainText("divided (human / words)");
  // A length that was taken for a metric is none while it divides.
  await tiescope.drop(file().replace("words", "summary_words"), "metric.csv");
  await expect(tiescope.summary).toContainText("2 metrics");
  await settled(page);
  const sentence = page.locator("#exhibit .sentence");
  await expect(sentence).toContainText("divided (human / summary_words)");
  await expect(sentence).toContainText("of 1 metric has");
});

test("what takes long is stopped, and begun again", async ({ tiescope, page }) => {
  const rows = Array.from({ length: 40_000 }, (_, row) => {
    const random = (/** @type {number} */ k) => ((row * 7919 + k * 104_729) % 100_003) / 100_003;
    return `${-Math.floor(9 * random(1))},${random(2)}`;
  });
  await tiescope.drop(`human,m\n${rows.join("\n")}\n`, "large.csv");
  await expect(tiescope.summary).toContainText("large.csv");
  await page.evaluate(() => {
    location.hash = "experiments?show=objectives&group=none";
  });
  await tiescope.pressAtOnce("#experiment-cancel");
  await expect(page.locator("#exhibit")).toContainText("Stopped.");
  await page.getByRole("button", { name: "Compute", exact: true }).click();
  await expect(page.locator("#exhibit .sentence")).toContainText("m is best with epsilon", {
    timeout: 60_000,
  });
});

test("an exhibit belongs to the experiment above it", async ({ tiescope, page }) => {
  const rows = Array.from({ length: 40_000 }, (_, row) => {
    const random = (/** @type {number} */ k) => ((row * 7919 + k * 104_729) % 100_003) / 100_003;
    return `${-Math.floor(9 * random(1))},${random(2)}`;
  });
  await tiescope.drop(`human,m\n${rows.join("\n")}\n`, "large.csv");
  await expect(tiescope.summary).toContainText("large.csv");
  await visit(page, "show=correlations");
  const said = await page.locator("#exhibit .sentence").textContent();
  await page.evaluate(() => {
    location.hash = "experiments?show=objectives&group=none";
  });
  await expect(page.locator("#experiment-about h2")).toContainText("Which epsilon");
  await page.evaluate(() => {
    location.hash = "experiments?show=correlations";
  });
  await expect(page.locator("#experiment-about h2")).toContainText("Pearson");
  await page.waitForTimeout(1500);
  await expect(page.locator("#experiment-progress")).toBeHidden();
  await expect(page.locator("#exhibit .sentence")).toHaveText(said ?? "");
});

test("names are text in exhibits", async ({ tiescope, page }) => {
  const name = "<img src=x onerror=alert(1)>";
  await tiescope.drop(file().replace(",m\n", `,${name}\n`), "hostile.csv");
  await expect(tiescope.summary).toContainText("hostile.csv");
  for (const show of ["buckets", "transfer", "correlations", "tie-location"]) {
    await visit(page, `show=${show}&group=item`);
    await expect(page.locator("#exhibit .sentence, #exhibit h3").first()).toBeVisible();
    expect(await page.locator("#experiments img").count()).toBe(0);
  }
});

test("data without pairs gets a sentence or a message", async ({ tiescope, page }) => {
  await tiescope.drop("system,item,human,m\nA,1,0,1\nB,2,-1,2\nC,3,-3,0\n", "alone.csv");
  await expect(tiescope.summary).toContainText("alone.csv");
  const links = page.locator("#experiment-list a");
  await visit(page, "show=buckets&group=item");
  for (let index = 0; index < 9; index += 1) {
    await links.nth(index).click();
    await settled(page);
    await expect(page.locator("#exhibit .sentence")).not.toBeEmpty();
  }
  await visit(page, "show=normalisation&group=item");
  await expect(page.locator("#exhibit")).toContainText("no column of lengths");
});
