// The toy lab: what its examples show, how scores are moved, what a link holds.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { Tiescope, test as withSample } from "./tiescope.js";

/** @typedef {import("@playwright/test").Page} Page */

const golden = new URL("../golden/", import.meta.url);

class LabPage extends Tiescope {
  /** @param {string} [query] of the address, behind "lab" */
  async open(query = "") {
    await this.page.goto(`./#lab${query}`);
    await expect(
      this.page.locator("#lab-statistics table, #lab-statistics[hidden]"),
    ).toBeAttached();
  }

  /**
   * The full number shown of a statistic of a metric.
   * @param {string} statistic
   * @param {string} metric
   */
  async of(statistic, metric) {
    const cell = `#lab-statistics [data-stat="${statistic}"][data-at="${metric}"]`;
    const shown = await this.page.locator(cell).getAttribute("data-value");
    return shown === "undefined" ? undefined : Number(shown);
  }

  /** Every number on the page, to compare states by. */
  numbers() {
    return this.page
      .locator("#lab [data-stat]")
      .evaluateAll((all) =>
        all.map((one) => [one.dataset.stat, one.dataset.at, one.dataset.value].join(" ")),
      );
  }

  /**
   * A score's input: of the output at a place from 0, in a column from 0.
   * @param {number} row
   * @param {"human" | number} column
   */
  score = (row, column) => this.page.locator(`[data-field="${column} ${row}"]`);

  /**
   * A point on a ladder: 0 is the human's.
   * @param {string} letter
   * @param {number} ladder
   */
  point = (letter, ladder) => this.page.locator(".ladders .point", { hasText: letter }).nth(ladder);

  /** All scores of each output. */
  scores = () =>
    this.page
      .locator(".scores-table tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("input")].map(({ value }) => value).join(" ")),
      );

  /**
   * The outputs whose scores are changed by something, which is undone.
   * @param {() => Promise<void>} change
   */
  async movedBy(change) {
    const before = await this.scores();
    await change();
    const after = await this.scores();
    const moved = [...before.keys()].filter((row) => after[row] !== before[row]);
    if (moved.length > 0) await this.page.keyboard.press("ControlOrMeta+z");
    expect(await this.scores()).toEqual(before);
    return moved;
  }

  /**
   * Where the first points of the first drawing are seen, those drawn later
   * lying over them: leftmost, in the middle, rightmost, at the top and bottom.
   * @param {number} count
   */
  async seenParts(count) {
    const circles = await this.page
      .locator("#lab-view .lab-plot")
      .first()
      .locator(".point .face")
      .evaluateAll((faces) =>
        faces.map((face) => {
          const { left, right, top, bottom } = face.getBoundingClientRect();
          const radius = Number(face.getAttribute("r"));
          return { x: (left + right) / 2, y: (top + bottom) / 2, radius };
        }),
      );
    return circles.slice(0, count).map(({ x, y, radius }, place) => {
      /** @type {Place[]} */
      const seen = [];
      for (let right = -radius; right <= radius; right += 1) {
        for (let down = -radius; down <= radius; down += 1) {
          const at = { x: x + right, y: y + down };
          const isCovered = circles
            .slice(place + 1)
            // Half of its line lies around it.
            .some((over) => Math.hypot(at.x - over.x, at.y - over.y) < over.radius + 2);
          if (Math.hypot(right, down) <= radius && !isCovered) seen.push(at);
        }
      }
      const across = seen.toSorted((a, b) => a.x - b.x || Math.abs(a.y - y) - Math.abs(b.y - y));
      const upright = seen.toSorted((a, b) => a.y - b.y);
      const places = [across, upright].flatMap((all) => [all[0], all.at(-1)]);
      places.push(across[Math.floor(across.length / 2)]);
      return places.filter((at) => at !== undefined);
    });
  }

  /** @param {import("@playwright/test").Locator} point */
  async middleOf(point) {
    const box = await point.locator(".face").boundingBox();
    if (!box) throw new Error("the point is not drawn");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** A test of the lab; it must end without a complaint. */
const test = withSample.extend(
  /** @type {import("@playwright/test").Fixtures<{lab: LabPage}, {}, {page: Page}>} */ ({
    lab: [
      async ({ page }, use) => {
        const lab = new LabPage(page);
        await lab.open();
        await use(lab);
        expect(lab.complaints).toEqual([]);
      },
      { auto: true },
    ],
  }),
);

test("it opens with Figure 2, as recorded", async ({ lab, page }) => {
  const { cases } = JSON.parse(await readFile(new URL("toy.json", golden), "utf8"));
  for (const metric of ["m1", "m2"]) {
    const { expected } = cases.find((/** @type {any} */ one) => one.name === `figure2_${metric}`);
    for (const [statistic, { value }] of Object.entries(expected.eps0)) {
      expect(await lab.of(statistic, metric), statistic).toBeCloseTo(value, 12);
    }
  }
  expect(await lab.of("acc_eq", "m1")).toBeCloseTo(14 / 15, 12);
  expect(await lab.of("acc_eq", "m2")).toBeCloseTo(9 / 15, 12);
  const row = page.locator('[data-statistic="tau_b"]');
  await expect(row).toContainText("(8 − 1) / √(9 × 9)");
  // Which metric is best is part of the answer.
  await expect(page.locator("#lab td.best")).toHaveCount(0);
  await page.getByText("Show the answer").click();
  await expect(page.locator('[data-statistic="acc_eq"] .best')).toContainText("14 / 15");
  await expect(page.locator('[data-statistic="tau_13"] .best')).toContainText("(9 − 0) / 9");
});

test("a point follows the pointer, and every number in the same frame", async ({ lab, page }) => {
  const point = lab.point("E", 1);
  const { x, y } = await lab.middleOf(point);
  const goal = await lab.middleOf(lab.point("A", 1));
  await page.mouse.move(x, y);
  await page.mouse.down();
  const next = page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const cell = document.querySelector('[data-stat="acc_eq"][data-at="m1"]');
          resolve(cell instanceof HTMLElement && Number(cell.dataset.value));
        };
        addEventListener("pointermove", () => requestAnimationFrame(look), { once: true });
      }),
  );
  // To the height of A to D: near another score, it is taken.
  await page.mouse.move(x, goal.y + 3);
  // E's four concordant pairs are ties of the metric; with F it is concordant now.
  expect(await next).toBeCloseTo((5 + 6) / 15, 12);
  await page.mouse.up();
  await expect(lab.score(4, 0)).toHaveValue("0");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.score(4, 0)).toHaveValue("2");
  expect(await lab.of("acc_eq", "m1")).toBeCloseTo(14 / 15, 12);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(lab.score(4, 0)).toHaveValue("0");
});

test("a plot moves both scores at once", async ({ lab, page }) => {
  await lab.open("?h=0,1,2,3&m1=0,1,2,3");
  const point = page.locator(".plot .point", { hasText: "D" });
  const { x, y } = await lab.middleOf(point);
  const goal = await lab.middleOf(page.locator(".plot .point", { hasText: "B" }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(goal.x, goal.y, { steps: 4 });
  await page.mouse.up();
  await expect(lab.score(3, "human")).toHaveValue("1");
  await expect(lab.score(3, 0)).toHaveValue("1");
  await expect(page.locator('#lab-metrics [data-stat="T_hm"]')).toHaveText("1");
  expect(page.url()).toContain("h=0,1,2,1&m1=0,1,2,1");
});

/** @typedef {{x: number, y: number}} Place */
/** @typedef {(from: Place, to: Place) => Promise<void>} Drag */

/**
 * @param {Page} page
 * @returns {Promise<Drag>}
 */
async function byFinger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (
    /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
    /** @type {Place[]} */ touchPoints,
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return async (from, to) => {
    await touch("touchStart", [from]);
    for (const share of [0.3, 0.6, 1]) {
      const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
      await touch("touchMove", [{ x, y }]);
    }
    await touch("touchEnd", []);
  };
}

/**
 * @param {Page} page
 * @returns {Promise<Drag>}
 */
const byMouse =
  async ({ mouse }) =>
  async (from, to) => {
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  };

const HANDS = /** @type {const} */ ([
  ["finger", byFinger, { tag: "@chromium" }],
  ["mouse", byMouse, {}],
]);

for (const [hand, by, tags] of HANDS) {
  test.describe(`by ${hand}, on a narrow page`, tags, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: hand === "finger" });

    test("a point is moved", async ({ lab, page }) => {
      const drag = await by(page);
      const point = lab.point("F", 0);
      await point.scrollIntoViewIfNeeded();
      const from = await lab.middleOf(point);
      const { y } = await lab.middleOf(lab.point("E", 0));
      await drag(from, { x: from.x, y });
      await expect(lab.score(5, "human")).toHaveValue("1");
      // E and F are tied by the human now.
      await expect(page.locator('[data-cell="0 14"]')).toHaveAttribute("data-kind", "T_h");
    });

    for (const view of ["ladders", "plot"]) {
      test(`wherever a point of a tied group is seen, it is moved: ${view}`, async ({
        lab,
        page,
      }) => {
        await lab.open(`?h=0,0,0,0,1,2&m1=0,0,0,0,2,1&m2=0,1,1,1,1,2&view=${view}`);
        const drag = await by(page);
        await page.locator("#lab-view .lab-plot").first().scrollIntoViewIfNeeded();
        for (const [row, places] of (await lab.seenParts(4)).entries()) {
          for (const from of places) {
            const moved = await lab.movedBy(() => drag(from, { x: from.x, y: from.y - 40 }));
            expect(moved, `of row ${row}, at ${from.x}, ${from.y}`).toEqual([row]);
          }
        }
      });
    }

    if (hand === "finger") {
      test("beside the points, the nearest one is moved", async ({ lab, page }) => {
        await lab.open("?h=0,0,0,0&m1=0,1,2,3&view=ladders");
        const drag = await by(page);
        await page.locator(".ladders").scrollIntoViewIfNeeded();
        for (const row of [0, 1, 2, 3]) {
          const { x, y } = await lab.middleOf(page.locator(".ladders .point").nth(row));
          for (const [right, down] of /** @type {const} */ ([
            [-6, 14],
            [6, -14],
          ])) {
            const from = { x: x + right, y: y + down };
            const moved = await lab.movedBy(() => drag(from, { x: from.x, y: from.y - 40 }));
            expect(moved).toEqual([row]);
          }
        }
      });
    }
  });
}

test("arrow keys move a point by steps", async ({ lab, page }) => {
  await lab.open("?h=0,1,2&m1=0,1,2&view=ladders");
  await lab.point("A", 1).focus();
  await page.keyboard.press("ArrowUp");
  const step = Number(await lab.score(0, 0).inputValue());
  expect(step).toBeGreaterThan(0);
  await page.keyboard.press("ArrowUp");
  await expect(lab.score(0, 0)).toHaveValue(String(2 * step));
  await page.keyboard.press("Shift+ArrowDown");
  await expect(lab.score(0, 0)).toHaveValue(String(-8 * step));
  await expect(lab.point("A", 1)).toHaveAttribute("aria-valuenow", String(-8 * step));
  await expect(lab.point("A", 1)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(lab.score(0, 0)).toHaveValue(String(2 * step));
});

test("undoing never leaves half a score", async ({ lab, page }) => {
  const field = lab.score(2, 1);
  await lab.score(0, "human").fill("7");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue("2");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field).toHaveValue("2");
  await expect(lab.score(0, "human")).toHaveValue("0");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field).toHaveValue("2");
  await field.fill("");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field).toHaveValue("2");
});

test("a text about other scores says so", async ({ lab, page }) => {
  await lab.open("?preset=figure-2");
  const note = page.getByText(", scores changed");
  await expect(note).toBeHidden();
  await lab.score(0, "human").fill("7");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(note).toBeHidden();
});

test("a pair that is pointed at is marked where it counts", async ({ page }) => {
  const wrong = page.locator('[data-cell="0 14"]');
  await expect(wrong).toHaveAccessibleName("E and F: discordant");
  await wrong.hover();
  await expect(page.locator(".pair-readout")).toContainText("E and F: human 1 < 2, m1 2 > 1.");
  const marked = page.locator('[data-statistic="tau_b"] .term.marked[data-metric="0"]');
  await expect(marked).toHaveText(["1", "9", "9"]);
  await expect(page.locator('[data-statistic="tau_b"] .term.marked[data-metric="1"]')).toHaveCount(
    0,
  );
  await expect(page.locator(".scores-table tr.marked")).toHaveCount(2);
  await expect(page.locator(".ladders .point.marked")).toHaveCount(6);
  await wrong.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator('[data-cell="0 13"]')).toBeFocused();
  await expect(page.locator(".pair-readout")).toContainText("D and F");
});

test("raising epsilon makes ties, and calibrating finds the best", async ({ lab, page }) => {
  const slider = page.getByRole("slider", { name: "epsilon of m2" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("1");
  await expect(page.locator('[data-stat="tied_pairs"][data-at="m2 cursor"]')).toHaveText("5");
  expect(await lab.of("acc_eq", "m2")).toBeCloseTo(10 / 15, 12);
  await page.keyboard.press("ArrowRight");
  expect(await lab.of("acc_eq", "m2")).toBeCloseTo((6 + 4) / 15, 12);
  const column = page.locator(".metric-column").nth(1);
  await column.getByRole("button", { name: "Calibrate" }).click();
  await expect(slider).toHaveValue("1");
  await column.getByRole("button", { name: "Set to 0" }).click();
  expect(await lab.of("acc_eq", "m2")).toBeCloseTo(9 / 15, 12);
  expect(await lab.of("tau_c", "m2")).toBeCloseTo(0.75, 12);
});

test("every example has a question and an answer", async ({ page }) => {
  const choice = page.getByLabel("Example");
  const values = await choice
    .locator("option")
    .evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""));
  expect(values.filter(Boolean)).toHaveLength(11);
  for (const value of values.filter(Boolean)) {
    await choice.selectOption(value);
    await expect(page).toHaveURL(new RegExp(`#lab\\?preset=${value}$`));
    await page.getByText("Show the answer").click();
    await expect(page.locator(".answer p")).toBeVisible();
    await expect(page.locator(".answer p")).not.toContainText("{");
  }
});

test("the tour goes through seven steps, from any of them", async ({ lab, page }) => {
  await page.getByRole("button", { name: "Guided tour" }).click();
  for (let step = 1; step <= 7; step += 1) {
    await expect(page.locator(".lesson h2")).toContainText(`${step} of 7`);
    await expect(page).toHaveURL(new RegExp(`step=${step}$`));
    if (step < 7) await page.getByRole("button", { name: "Next" }).click();
  }
  await page.getByRole("button", { name: "Step 5:" }).click();
  expect(await lab.of("tau_b", "m2")).toBe(1);
  await expect(page.locator('[data-statistic="tau_b"]')).toContainText("undefined in 2 of 3 items");
  await page.getByRole("button", { name: "Leave the tour" }).click();
  await expect(page).toHaveURL(/#lab\?h=/);
});

test("a link holds the whole state", async ({ lab, page }) => {
  const query =
    "?h=0,0,-1,5.25&m1=0.1,0.2,0.3,0.4&m2=1,1,2,-2e-9&e=0.1,0&items=1,1,2,2&names=a%20%26%20b,m2&view=ladders";
  await lab.open(query);
  const before = await lab.numbers();
  expect(before.length).toBeGreaterThan(50);
  await expect(page).toHaveURL((url) => url.hash === `#lab${query.replace(",m2", ",m2")}`);
  await page.getByText("Share", { exact: true }).click();
  // The link is written when the box opens, which is told after the click.
  const shared = page.getByLabel("Link to the lab");
  await expect(shared).toHaveValue(/#lab/);
  const link = await shared.inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await expect.poll(() => lab.numbers()).toEqual(before);
  await expect(page.locator(".ladders")).toBeVisible();
});

test("wild links are read as far as they make sense", async ({ lab, page }) => {
  /** @type {[string, RegExp][]} */
  const links = [
    ["?h=1,x,3&m1=1,2,3", /“x” is no number/],
    ["?h=1e999,2&m1=NaN,Infinity", /is no number/],
    ["?h=1,2,3&m1=1,2", /the first 2 of each/],
    ["?preset=%3Cimg%20src=x%20onerror=alert(1)%3E", /no preset/],
    ["?step=0&hide=everything&view=cube&colour=red", /no step.*no view.*no part.*not known/s],
    ["?h=1,2&m1=1,x&m2=2,1&names=a,b", /all scores are left out/],
    ["?h=1,2&m1=1,2&e=-1", /below 0/],
  ];
  for (const [query, note] of links) {
    await lab.open(query);
    await expect(page.locator("#lab-notes")).toHaveText(note);
    await expect(page.locator("#lab-statistics tbody tr")).toHaveCount(12);
  }
  await lab.open("?%&=&&h&m1=&e=,&items=0,0");
  await expect(page.locator("#lab-statistics tbody tr")).toHaveCount(12);
});

test("a link hides what an exercise should not show", async ({ lab, page }) => {
  await lab.open("?preset=figure-2&hide=answers,controls,tables&embed");
  await expect(page.getByText("Show the answer")).toHaveCount(0);
  await expect(page.locator("#lab .best:not(line)")).toHaveCount(0);
  for (const hidden of ["#lab-controls", "#lab-tables", ".masthead", ".pages", ".footer"]) {
    await expect(page.locator(hidden)).toBeHidden();
  }
  await lab.score(0, 0).fill("7");
  await expect(page.locator('[data-cell="0 14"]')).toHaveAttribute("data-kind", "D");
});

test("outputs, metrics and items come and go", async ({ lab, page }) => {
  const click = (/** @type {string} */ name) =>
    page.locator("#lab").getByRole("button", { name, exact: true }).click();
  await click("Add output");
  await expect(page.locator(".scores-table tbody tr")).toHaveCount(7);
  await click("Add metric");
  await expect(page.locator(".plots .ladder-name")).toHaveText(["human", "m1", "m2", "m3"]);
  expect(await lab.of("acc_eq", "m3")).toBe(await lab.of("acc_eq", "m2"));
  await expect(page.getByRole("button", { name: "Add metric" })).toBeDisabled();
  await click("Remove m1");
  await click("Divide into items");
  await expect(page.getByLabel("item of G")).toHaveValue("2");
  await page.getByLabel("item of D").selectOption("2");
  await expect(page.locator("#lab-statistics caption")).toContainText("2 items");
  await click("Reset");
  await expect(page.locator(".scores-table tbody tr")).toHaveCount(6);
  expect(await lab.of("acc_eq", "m1")).toBeCloseTo(14 / 15, 12);
  for (let undone = 0; undone < 6; undone += 1) await click("Undo");
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  expect(await lab.of("acc_eq", "m1")).toBeCloseTo(14 / 15, 12);
  for (let row = 6; row > 2; row -= 1) await click(`Remove ${String.fromCharCode(64 + row)}`);
  await expect(page.locator(".scores-table tbody .remove")).toHaveCount(2);
  await expect(page.locator(".scores-table tbody .remove").first()).toBeHidden();
});

test("what is no score is not taken", async ({ lab, page }) => {
  const before = await lab.numbers();
  const input = lab.score(0, 0);
  for (const text of ["", "-", "1e"]) {
    await input.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await input.blur();
    await expect(input).toHaveValue(/^(0|1)$/);
  }
  await input.fill("0");
  await input.fill("1e12");
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await input.blur();
  await expect(input).toHaveValue("0");
  expect(await lab.numbers()).toEqual(before);
});

test("a move ends, whatever becomes of its point", async ({ lab, page }) => {
  await lab.open("?h=0,1,2,3&m1=1,2,3,4");
  const add = page.getByRole("button", { name: "Add output" });
  await add.click();
  const point = page.locator(".plot .point", { hasText: "E" });
  await point.scrollIntoViewIfNeeded();
  const { x, y } = await lab.middleOf(point);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 40);
  await page.getByRole("button", { name: "Remove E" }).focus();
  await page.keyboard.press("Enter");
  await page.mouse.up();
  await lab.score(0, 0).press("ControlOrMeta+a");
  await page.keyboard.press("9");
  await expect(page).toHaveURL(/m1=9,2,3,4/);
  await add.click();
  await expect(page).toHaveURL(/m1=9,2,3,4,4/);
});

test("the page holds still while epsilon is dragged", async ({ page }) => {
  const slider = page.getByRole("slider", { name: "epsilon of m2" });
  await slider.scrollIntoViewIfNeeded();
  const before = await slider.boundingBox();
  if (!before) throw new Error("the slider is not shown");
  const y = before.y + before.height / 2;
  await page.mouse.move(before.x + 9, y);
  await page.mouse.down();
  for (let x = 10; x < before.width; x += 12) {
    await page.mouse.move(before.x + x, y);
    expect(await slider.boundingBox()).toEqual(before);
  }
  await page.mouse.up();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(slider).toHaveValue("0");
});

test("the focus stays where one works", async ({ lab, page }) => {
  const field = () => page.evaluate(() => document.activeElement?.getAttribute("data-field"));
  await page.getByLabel("Name of m1").fill("BLEU");
  await page.getByRole("button", { name: "Add output" }).click();
  await expect(page.locator(".scores-table tbody tr")).toHaveCount(7);
  expect(await field()).toBe("Add output");
  await page.getByRole("button", { name: "Remove G" }).click();
  expect(await field()).toBe("remove output 5");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".scores-table tbody tr")).toHaveCount(7);
  await lab.score(1, "human").fill("1.25");
  await page.keyboard.press("Tab");
  expect(await field()).toBe("0 1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.score(1, "human")).toHaveValue("0");
});

test("an exercise stays one", async ({ lab, page }) => {
  await lab.open("?preset=figure-2&hide=answers,epsilon");
  await lab.score(0, 0).fill("7");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL(/hide=answers,epsilon$/);
  await page.getByLabel("Example").selectOption("tau-13");
  await expect(page).toHaveURL(/preset=tau-13&hide=answers,epsilon$/);
  await expect(page.locator(".epsilon").first()).toBeHidden();
});

test("the browser goes back to the scores that were left", async ({ lab, page }) => {
  await lab.score(0, 0).fill("7");
  await page.getByLabel("Example").selectOption("tau-13");
  await page.getByRole("button", { name: "Guided tour" }).click();
  await expect(page.locator(".lesson h2")).toContainText("1 of 7");
  await page.goBack();
  await expect(page).toHaveURL(/preset=tau-13$/);
  await page.goBack();
  await expect(lab.score(0, 0)).toHaveValue("7");
  await expect(page.locator(".lesson")).toContainText("Figure 2");
});

test("what is copied is what is shown", { tag: "@chromium" }, async ({ lab, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("Share", { exact: true }).click();
  await lab.point("A", 1).focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(page.url());
  expect(copied).toContain("m1=0.1,0,0");
});

test("scores stay within what a link holds", async ({ lab, page }) => {
  await lab.open("?h=0,1&m1=-1e9,999999999&view=ladders");
  await lab.point("B", 1).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowUp");
  await expect(lab.score(1, 0)).toHaveValue("1000000000");
  await page.getByRole("button", { name: "Calibrate" }).click();
  const before = await lab.numbers();
  await page.reload();
  await expect.poll(() => lab.numbers()).toEqual(before);
  await expect(page.locator("#lab-notes")).toBeHidden();
});

test("nothing sticks out of a narrow page", async ({ lab, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = "n".repeat(40);
  for (const query of [
    "",
    "?step=5",
    `?h=0,1,2&m1=0,1,2&m2=1,0,2&m3=2,1,0&names=${name},${name},${name}&outputs=${name},b,c&items=1,1,2`,
  ]) {
    for (const view of ["plot", "ladders"]) {
      await lab.open(`${query || "?"}&view=${view}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${query} ${view}`).toBeLessThanOrEqual(360);
    }
  }
});

test("names from a link are text", async ({ lab, page }) => {
  const name = "<img src=x onerror=alert(1)>";
  const encoded = encodeURIComponent(name);
  await lab.open(`?h=0,1&m1=0,1&names=${encoded}&outputs=${encoded},B&view=ladders`);
  await expect(page.locator("#lab-statistics thead")).toContainText(name);
  await expect(page.locator("#lab img")).toHaveCount(0);
});

withSample("a group of the data is taken into the lab and back", async ({ tiescope, page }) => {
  const lines = ["system,item,human,m,other"];
  for (let row = 0; row < 60; row += 1) {
    lines.push(`s${row % 15},i${Math.floor(row / 15)},${row % 4},${row % 7},${row % 5}`);
  }
  lines[2] = "s1,i0,1,NA,1";
  await tiescope.drop(lines.join("\n"), "fifteen.csv");
  await expect(tiescope.summary).toContainText("fifteen.csv");
  await page.locator("#explore-take input").fill("i2");
  await page.locator("#explore-take button").click();
  await expect(page.locator("#lab-notes")).toContainText("of 15 outputs, 12 are shown");
  await expect(page.locator(".scores-table tbody tr")).toHaveCount(12);
  await expect(page.getByLabel("Name of output A")).toHaveValue("s0");
  await expect(page.locator("#lab-statistics thead")).toContainText("m");
  await page.getByRole("button", { name: "Open in Explore" }).click();
  await expect(tiescope.summary).toContainText(
    "Scores of the toy lab: 12 rows, 12 systems, 1 item",
  );
  await expect(page.locator("#chart svg")).toBeVisible();

  await tiescope.drop(lines.join("\n"), "fifteen.csv");
  await expect(tiescope.summary).toContainText("fifteen.csv");
  await tiescope.compare();
  await expect(page.locator('#significance [data-stat="p"]').first()).toBeAttached();
  await page.locator("#compare-take input").fill("i0");
  await page.locator("#compare-take button").click();
  await expect(page.locator("#lab-notes")).toContainText("14 of 15 rows have all of these scores");
  await expect(page.locator(".metric-column")).toHaveCount(2);
  await page.goBack();
  await page.locator("#compare-take input").fill("nothing");
  await page.locator("#compare-take button").click();
  await expect(page.locator("#compare-take")).toContainText("no item is called “nothing”");
});
