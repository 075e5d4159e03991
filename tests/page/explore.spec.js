// One metric, one grouping: numbers, chart, slider and cursor.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

test("opens with a simulated sample, explored by item", async ({ tiescope }) => {
  await expect(tiescope.summary).toContainText("1,800 rows, 12 systems, 150 items, 5 metrics");
  await expect(tiescope.sentence).toContainText(
    "of all pairs are judged right (acc_eq) when regressor scores that differ by at most",
  );
  expect(await tiescope.value("pairs")).toBe(9900);
  const [star, zero] = [
    await tiescope.value("acc_eq", "star"),
    await tiescope.value("acc_eq", "0"),
  ];
  expect(star).toBeGreaterThan(Number(zero) + 0.1);
});

test("the five counts add up to the pairs, at the cursor and at epsilon*", async ({ tiescope }) => {
  for (const at of ["cursor", "star"]) {
    await expect(tiescope.page.locator(`[data-stat="C"][data-at="${at}"]`)).not.toHaveText(
      "undefined",
    );
    const counts = await Promise.all(
      ["C", "D", "T_h", "T_m", "T_hm"].map((kind) => tiescope.value(kind, at)),
    );
    expect(counts.reduce((sum, n) => Number(sum) + Number(n))).toBe(9900);
  }
});

test("a constant metric: acc_eq is the share of human ties, tau_b is undefined and says why", async ({
  tiescope,
}) => {
  await tiescope.chooseMetric("constant");
  const tied = await tiescope.value("human_tied");
  expect(await tiescope.value("acc_eq", "star")).toBe(tied);
  expect(await tiescope.value("tau_b", "0")).toBeUndefined();
  const row = tiescope.page.locator("#statistics tr", { hasText: "tau_b" });
  await expect(row).toContainText("the metric ties every pair");
  await expect(tiescope.sentence).toContainText("constant ties every pair");
});

test("groups change the pairs that are compared", async ({ tiescope }) => {
  await tiescope.groupBy("system");
  await expect(tiescope.page.locator('[data-stat="pairs"]')).toHaveText("134,100");
  await tiescope.groupBy("none");
  await expect(tiescope.page.locator('[data-stat="pairs"]')).toHaveText("1,619,100");
  expect(await tiescope.value("acc_eq_groups", "0")).toBe(1);
});

test("the second sample shows when calibration gains nothing", async ({ tiescope }) => {
  await tiescope.page.locator("#samples").selectOption("rating");
  await expect(tiescope.summary).toContainText("few ties");
  await expect
    .poll(async () => {
      const star = await tiescope.value("acc_eq", "star");
      return Number(star) - Number(await tiescope.value("acc_eq", "0"));
    })
    .toBeLessThan(0.002);
});

test("arrow keys move by one candidate, with Shift by one percent", async ({ tiescope }) => {
  await tiescope.chooseMetric("llm_judge");
  await tiescope.slider.focus();
  await tiescope.page.keyboard.press("Home");
  const cursor = tiescope.page.locator('[data-stat="epsilon"][data-at="cursor"]');
  await expect(cursor).toHaveAttribute("data-value", "0");
  for (const value of ["5", "10"]) {
    await tiescope.page.keyboard.press("ArrowRight");
    await expect(cursor).toHaveAttribute("data-value", value);
  }
  await tiescope.page.keyboard.press("ArrowLeft");
  await expect(cursor).toHaveAttribute("data-value", "5");
  const end = Number(await tiescope.slider.getAttribute("max"));
  await tiescope.page.keyboard.press("Shift+ArrowRight");
  await expect(cursor).toHaveAttribute("data-value", String(5 + end / 100));
  await tiescope.page.keyboard.press("ArrowLeft");
  await expect(cursor).toHaveAttribute("data-value", "5");
});

test("the cursor follows the pointer, stays where one clicks, and lies under it", async ({
  tiescope,
}) => {
  const chart = tiescope.page.locator("#chart .frame");
  const box = await chart.boundingBox();
  if (!box) throw new Error("no chart");
  const at = { x: Math.round(box.width / 2), y: Math.round(box.height / 2) };
  const star = await tiescope.value("epsilon", "star");
  await chart.hover({ position: at });
  await expect.poll(() => tiescope.value("epsilon", "cursor")).not.toBe(star);
  const hovered = await tiescope.value("epsilon", "cursor");
  await tiescope.page.mouse.move(0, 0);
  await expect.poll(() => tiescope.value("epsilon", "cursor")).toBe(star);
  await chart.click({ position: at });
  await tiescope.page.mouse.move(0, 0);
  await expect.poll(() => tiescope.value("epsilon", "cursor")).toBe(hovered);
  const line = await tiescope.page.locator(".cursor-line").boundingBox();
  expect(Math.abs((line?.x ?? 0) - (box.x + at.x))).toBeLessThan(1.5);
  // The slider's thumb stands below the cursor.
  const slider = await tiescope.slider.boundingBox();
  const [value, max] = await tiescope.slider.evaluate((s) => {
    const input = /** @type {HTMLInputElement} */ (s);
    return [input.valueAsNumber, Number(input.max)];
  });
  const thumb = (slider?.x ?? 0) + 9 + (Number(value) / Number(max)) * ((slider?.width ?? 0) - 18);
  expect(Math.abs(thumb - (line?.x ?? 0))).toBeLessThan(1.5);
});

test("the chart has a summary and a table of its points", async ({ tiescope }) => {
  await expect(tiescope.page.getByRole("img", { name: /against epsilon/ })).toBeVisible();
  await expect(tiescope.page.locator("#chart-summary")).toContainText("greatest at epsilon");
  await tiescope.page.getByText("The curves as a table").click();
  const rows = tiescope.page.locator(".table-view tbody tr");
  await expect.poll(() => rows.count()).toBeGreaterThan(200);
});

test("the colours can be chosen and are kept", async ({ tiescope }) => {
  const root = tiescope.page.locator(":root");
  await tiescope.page.getByLabel("Colours").selectOption("dark");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(tiescope.page.locator("#chart svg polyline[stroke='#56B4E9']")).not.toHaveCount(0);
  await tiescope.page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("nothing is wider than a small screen", async ({ tiescope }) => {
  await tiescope.page.setViewportSize({ width: 360, height: 740 });
  await tiescope.openColumns();
  const beyond = () =>
    tiescope.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(beyond).toBeLessThanOrEqual(0);
});

test("in whatever order one clicks, all numbers are of one metric and grouping", async ({
  tiescope,
  page,
}) => {
  for (let round = 0; round < 12; round += 1) {
    await page.evaluate((round) => {
      const metric = /** @type {HTMLSelectElement} */ (document.querySelector("#metric"));
      const groupings = [...document.querySelectorAll("#grouping input")];
      const cancel = /** @type {HTMLElement} */ (document.querySelector("#cancel"));
      for (let click = 0; click < 5; click += 1) {
        const choice = (round * 7 + click * 3) % 8;
        if (choice < 4) {
          metric.selectedIndex = choice;
          metric.dispatchEvent(new Event("change"));
        } else if (choice < 7) {
          /** @type {HTMLElement | undefined} */ (groupings[choice - 4])?.click();
        } else {
          cancel.click();
        }
      }
    }, round);
    await page.waitForTimeout(round * 17);
  }
  await expect(page.getByRole("button", { name: "Cancel" })).toBeHidden();
  // Settled: the counts at the cursor are of the pairs shown.
  await expect
    .poll(async () => {
      const kinds = ["C", "D", "T_h", "T_m", "T_hm"];
      const counts = await Promise.all(kinds.map((kind) => tiescope.value(kind, "cursor")));
      const sum = counts.reduce((sum, n) => Number(sum) + Number(n), 0);
      return sum === (await tiescope.value("pairs"));
    })
    .toBe(true);
  const metric = await page.locator("#metric").inputValue();
  await expect(page.locator("#chart-summary")).toContainText(`For ${metric}, `);
  const grouping = await page.locator("#grouping input:checked").inputValue();
  const pairs = { item: 9900, system: 134_100, none: 1_619_100 }[grouping];
  expect(await tiescope.value("pairs")).toBe(pairs);
});

/** @param {import("@playwright/test").Page} page */
async function loseWorker(page) {
  // More memory than there is: the module traps.
  await page.workers()[0]?.evaluate(() => {
    const data = { id: 0, method: "sample", args: ["rating", 2 ** 30, 1] };
    self.dispatchEvent(new MessageEvent("message", { data }));
  });
}

test("a file that waited for its roles is forgotten with a lost worker", {
  tag: "@chromium",
}, async ({ tiescope, page }) => {
  await tiescope.drop("x,y,z\n1,2,3\n2,3,4\n", "waiting.csv");
  await expect(tiescope.problem).toContainText("waiting.csv was not opened");
  await loseWorker(page);
  await expect(tiescope.problem).toContainText("It was started again, with the data shown.");
  await tiescope.openColumns();
  await page.getByLabel("Use overlap as").selectOption("unused");
  await expect(tiescope.summary).toContainText("Simulated MQM scores: 1,800 rows");
  tiescope.complaints.length = 0; // the loss itself
});

test("a worker that is lost again and again is given up", { tag: "@chromium" }, async ({
  tiescope,
  page,
}) => {
  for (let loss = 1; loss <= 4; loss += 1) {
    const lost = page.workers()[0];
    const closed = lost?.waitForEvent("close");
    await loseWorker(page);
    await closed;
    const then = loss <= 3 ? "It was started again" : "or reload the page";
    await expect(tiescope.problem).toContainText(then);
    await tiescope.problem.evaluate((problem) => problem.replaceChildren());
  }
  expect(page.workers()).toEqual([]);
  tiescope.complaints.length = 0; // the losses
});

test("a lost worker is replaced, with the data", { tag: "@chromium" }, async ({ tiescope }) => {
  await tiescope.chooseMetric("overlap");
  const before = await tiescope.value("acc_eq", "star");
  await loseWorker(tiescope.page);
  await expect(tiescope.problem).toContainText("It was started again, with the data shown.");
  await tiescope.chooseMetric("regressor");
  await tiescope.chooseMetric("overlap");
  expect(await tiescope.value("acc_eq", "star")).toBe(before);
  tiescope.complaints.length = 0; // the loss itself
});
