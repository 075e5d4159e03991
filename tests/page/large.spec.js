// A file of the size of a shared task's: 15 systems x 1875 items, 16 metrics.

import { expect } from "@playwright/test";
import { calibrate, countPairs } from "./oracle.js";
import { test } from "./tiescope.js";

/** A generator of numbers in 0..1 (the multiplier of Park and Miller). */
function randomNumbers(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * Rows of scores, and the same as text.
 * @param {number} systems
 * @param {number} items
 * @param {number} metrics
 */
function generate(systems, items, metrics) {
  const random = randomNumbers(7);
  const names = Array.from({ length: metrics }, (_, i) => `metric-${i + 1}`);
  const rows = [];
  const lines = [`system,item,human,${names.join(",")}`];
  for (let system = 0; system < systems; system += 1) {
    for (let item = 0; item < items; item += 1) {
      const human = random() < 0.6 ? 0 : -Math.floor(25 * random());
      const scores = names.map((_, i) => human / 25 + (0.2 + i / 8) * random());
      rows.push({ item, human, scores });
      lines.push(`system-${system},${item},${human},${scores.join(",")}`);
    }
  }
  return { rows, text: lines.join("\n") };
}

test("it agrees with the obvious algorithm", async ({ tiescope, page }) => {
  const { rows, text } = generate(15, 1875, 16);
  const groups = Array.from({ length: 1875 }, (_, item) => {
    const group = rows.filter((row) => row.item === item);
    return { human: group.map((r) => r.human), metric: group.map((r) => r.scores[0] ?? 0) };
  });
  await tiescope.drop(text, "large.csv");
  await expect(tiescope.summary).toContainText("28,125 rows, 15 systems, 1,875 items, 16 metrics");
  await expect(page.locator("#chart-summary")).toContainText("For metric-1, ");
  const epsilon = await tiescope.value("epsilon", "star");
  expect(epsilon).toBe(calibrate(groups));
  const sums = { C: 0, D: 0, T_h: 0, T_m: 0, T_hm: 0 };
  for (const group of groups) {
    const counts = countPairs(group, Number(epsilon));
    for (const kind of /** @type {(keyof typeof sums)[]} */ (Object.keys(sums)))
      sums[kind] += counts[kind];
  }
  for (const [kind, expected] of Object.entries(sums))
    expect(await tiescope.value(kind, "star")).toBe(expected);
  const accuracy = (sums.C + sums.T_hm) / 196875;
  expect(Math.abs(Number(await tiescope.value("acc_eq", "star")) - accuracy)).toBeLessThan(1e-12);
});

test("long work shows progress and can be cancelled; the page stays live", async ({
  tiescope,
  page,
}) => {
  // 20 billion pairs without grouping.
  await tiescope.drop(generate(10, 20_000, 1).text, "large.csv");
  await expect(page.locator("#chart-summary")).toContainText("For metric-1, ");
  const before = await tiescope.value("acc_eq", "star");
  await tiescope.groupBy("none");
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect(page.getByRole("progressbar")).toBeVisible();
  // The metric explored before can still be read while the other is computed.
  await tiescope.slider.focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(
    () => document.querySelector('[data-stat="epsilon"][data-at="cursor"]')?.textContent === "0",
  );
  await cancel.click();
  await expect(cancel).toBeHidden();
  expect(await tiescope.value("acc_eq", "star")).toBe(before);
  await expect(page.locator("#grouping input[value=item]")).toBeChecked();
  await tiescope.groupBy("system");
  await expect(page.locator('[data-stat="groups"]')).toHaveText("10", { timeout: 20_000 });
});

test("cancelled before anything of a new file is shown, the page says so", async ({
  tiescope,
  page,
}) => {
  await tiescope.groupBy("none");
  await expect(page.locator('[data-stat="pairs"]')).toHaveText("1,619,100");
  await tiescope.drop(generate(10, 20_000, 1).text, "large.csv");
  await expect(tiescope.summary).toContainText("large.csv");
  await tiescope.pressAtOnce("#cancel");
  await expect(tiescope.sentence).toContainText("Nothing has been computed for these scores.");
  await expect(page.locator("#chart")).toBeHidden();
  await tiescope.groupBy("item");
  await expect(page.locator("#chart-summary")).toContainText("For metric-1, ");
  await expect(page.locator("#chart")).toBeVisible();
});
