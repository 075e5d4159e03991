// Everything is reached and done by keys, and one sees where one is.

import { expect } from "@playwright/test";
import { contrast } from "./contrast.js";
import { SCENES } from "./scenes.js";
import { test } from "./tiescope.js";

/** @typedef {import("@playwright/test").Page} Page */

/** What an element that has the focus looks like. */
function look() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const stops = /** @type {any} */ (window).stops;
  stops.push(focused);
  // A radio button shows in its label, a point of the lab in its face.
  const label = focused.matches(".segments input") ? focused.nextElementSibling : undefined;
  const face = focused.querySelector(":scope > .face");
  const shown = label ?? face ?? focused;
  const { outlineStyle, outlineWidth, outlineColor, stroke, strokeWidth } = getComputedStyle(shown);
  const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  const hasStroke = Boolean(face) && Number.parseFloat(strokeWidth) >= 3;
  const box = shown.getBoundingClientRect();
  // The ring lies around the element, on what is behind it.
  let behind = shown.parentElement;
  const isClear = (/** @type {Element} */ one) =>
    /, 0\)$|transparent/.test(getComputedStyle(one).backgroundColor);
  while (behind?.parentElement && isClear(behind)) behind = behind.parentElement;
  return {
    what: focused.outerHTML.slice(0, 120),
    ring: hasOutline ? outlineColor : hasStroke ? stroke : "none",
    behind: behind ? getComputedStyle(behind).backgroundColor : "",
    isInView: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    number: stops.indexOf(focused),
    seen: stops.length,
  };
}

/** What the tab key should reach, in the order of the page; and what it reached. */
function compareStops() {
  const all = [
    ...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]"),
  ];
  const expected = all.filter((one) => {
    if (!(one instanceof HTMLElement || one instanceof SVGElement)) return false;
    if (one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true })) return false;
    if (one.matches(":disabled") || one.closest("[inert]")) return false;
    // Arrow keys go to the other radio buttons.
    return !one.matches("[type=radio]:not(:checked)");
  });
  const { stops } = /** @type {any} */ (window);
  const words = (/** @type {Element} */ one) => one.outerHTML.slice(0, 120);
  return { expected: expected.map(words), reached: stops.map(words) };
}

/**
 * Goes through the page with the tab key, from its start to its end.
 * @param {Page} page
 */
async function walk(page) {
  await page.evaluate(() => {
    /** @type {any} */ (window).stops = [];
    scrollTo(0, 0);
  });
  await page.locator("#skip").focus();
  const stops = [];
  for (let presses = 0; presses < 400; presses += 1) {
    const stop = await page.evaluate(look);
    if (!stop) break;
    // Around again: the browser's own controls are not there.
    if (stop.number < stop.seen - 1) {
      await page.evaluate(() => /** @type {any} */ (window).stops.pop());
      break;
    }
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  return stops;
}

for (const [name, open] of Object.entries(SCENES)) {
  // A dialog keeps the focus, see below.
  if (name === "pasted text") continue;
  test(`the tab key goes through everything, and one sees where: ${name}`, async ({
    tiescope,
    page,
  }) => {
    test.slow();
    await open(tiescope);
    const stops = await walk(page);
    const { expected, reached } = await page.evaluate(compareStops);
    expect(reached).toEqual(expected);
    for (const { what, ring, behind, isInView } of stops.slice(1)) {
      expect.soft(contrast(ring, behind), `the ring of ${what}`).toBeGreaterThanOrEqual(3);
      expect.soft(isInView, `${what} is in view`).toBe(true);
    }
  });
}

// With its sample open before each.
test.beforeEach(async ({ tiescope }) => {
  await expect(tiescope.summary).toContainText("Simulated");
});

test("a link skips what is above the content", async ({ page }) => {
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await page.evaluate(() => getSelection()?.collapse(document.body, 0));
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Explore a metric" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("#metric")).toBeFocused();
  await expect(skip).not.toBeInViewport();
});

test("a page that is turned to is named and has the focus", async ({ page }) => {
  await expect(page).toHaveTitle("Explore a metric · Tiescope");
  for (const name of ["Compare metrics", "Experiments", "Toy lab", "Method", "Explore a metric"]) {
    const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(`${name} · Tiescope`);
    await expect(page.getByRole("region", { name, exact: true })).toBeFocused();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.locator("#pages [aria-current]")).toHaveCount(1);
  }
});

test("Escape closes what lies over the page, and the focus goes back", async ({
  tiescope,
  page,
}) => {
  const paste = page.getByRole("button", { name: "Paste text" });
  await paste.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Scores", { exact: true })).toBeFocused();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("section"))).toBe(null);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(paste).toBeFocused();
  await tiescope.compareAll();
  await tiescope.lab("");
  for (const [hash, name, inside] of [
    ["compare", "Columns", "tau_10"],
    ["lab", "Share", "Link to the lab"],
  ]) {
    await tiescope.go(hash ?? "");
    const summary = page.locator("summary").getByText(name ?? "", { exact: true });
    await summary.focus();
    await page.keyboard.press("Enter");
    const control = page.getByLabel(inside ?? "", { exact: true }).last();
    await control.focus();
    await page.keyboard.press("Escape");
    await expect(control).toBeHidden();
    await expect(summary).toBeFocused();
  }
});

test("columns are sorted, tables scrolled and points moved by keys", async ({ tiescope, page }) => {
  await page.setViewportSize({ width: 700, height: 700 });
  await tiescope.compareAll();
  const head = page.getByRole("button", { name: "ties at 0", exact: true });
  await head.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#ranking tbody th").first()).toContainText("constant");
  await expect(page.locator("#ranking th[aria-sort]")).toContainText("ties at 0");
  await expect(page.locator("#ranking button[data-column='ties at 0']")).toBeFocused();
  const ranking = page.getByRole("group", { name: "Ranking of metrics" });
  await ranking.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => ranking.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  for (const view of ["plot", "ladders"]) {
    await tiescope.lab(`?h=0,1,2,3&m1=0,1,2,3&view=${view}`);
    const point = page.locator(`.lab-plot:visible .point`, { hasText: "D" }).last();
    await point.focus();
    const before = Number(await point.getAttribute("aria-valuenow"));
    await page.keyboard.press("ArrowUp");
    expect(Number(await point.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
  }
});

test("what is begun by a key keeps the focus", async ({ tiescope, page }) => {
  await tiescope.compareAll();
  const begin = page.getByRole("button", { name: "Find intervals" });
  await begin.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator('#intervals [data-stat="acc_eq*_low"]')).toHaveCount(5);
  await expect(begin).toBeFocused();
});
