// Small windows, large text and wide spacing: nothing is cut off, nothing
// covers another, and the page is not scrolled to the side.

import { expect } from "@playwright/test";
import { SCENES } from "./scenes.js";
import { test } from "./tiescope.js";

/** @typedef {import("@playwright/test").Page} Page */

/** 1280 × 1024 at 200 %, and at 400 %. */
const WINDOWS = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];

/** What WCAG's criterion 1.4.12 has readers set. */
const SPACING = `
  *:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** What cannot be read or used. */
function faults() {
  const faults = [];
  const words = (/** @type {Element} */ one) => one.outerHTML.slice(0, 140);
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} pixels wide`);
  // Behind an open dialog nothing is used.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const shown = [...place.querySelectorAll("*")].filter(
    (one) => one.checkVisibility() && !one.closest(".hidden, svg, .segments input, #skip"),
  );
  const scrolls = (/** @type {Element | null} */ one) =>
    Boolean(one && /auto|scroll/.test(getComputedStyle(one).overflowX));
  const isInScroller = (/** @type {Element} */ one) => {
    let parent = one.parentElement;
    while (parent && !scrolls(parent)) parent = parent.parentElement;
    return Boolean(parent);
  };
  for (const one of shown) {
    const { left, right, width } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (width > 0 && (left < -1 || right > innerWidth + 1) && !isInScroller(one)) {
      faults.push(`beyond the edge: ${words(one)}`);
    }
    // Names that are shortened have their whole in a title.
    const isShortened = style.textOverflow === "ellipsis";
    const clips = style.overflowX === "hidden" || style.overflowX === "clip";
    const isButton = one.matches("button");
    const isInput = one.matches("input, select");
    const isCut =
      one.scrollWidth > one.clientWidth + 1 || (clips && one.scrollHeight > one.clientHeight + 1);
    if ((clips || isButton) && isCut && !isShortened && !isInput)
      faults.push(`cut off: ${words(one)}`);
  }
  const controls = shown.filter(
    (one) =>
      one.matches("button, select, input, summary, a, legend") &&
      // What is opened over the page covers it.
      !one.closest(".choose-columns, .share") &&
      !isInScroller(one) &&
      getComputedStyle(one).opacity !== "0",
  );
  const cover = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  controls.forEach((one, index) => {
    const here = [...one.getClientRects()];
    for (const other of controls.slice(index + 1)) {
      const there = [...other.getClientRects()];
      if (!one.contains(other) && here.some((a) => there.some((b) => cover(a, b)))) {
        faults.push(`${words(one)} covers ${words(other)}`);
      }
    }
  });
  return faults;
}

for (const [name, open] of Object.entries(SCENES)) {
  test(`nothing is cut off in small windows or with wide spacing: ${name}`, async ({
    tiescope,
    page,
  }) => {
    test.slow();
    await open(tiescope);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await page.waitForTimeout(100); // charts are drawn anew
      expect.soft(await page.evaluate(faults), `${size.width} pixels wide`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 1024 });
    await page.addStyleTag({ content: SPACING });
    await page.waitForTimeout(100);
    expect.soft(await page.evaluate(faults), "with wide spacing").toEqual([]);
  });
}
