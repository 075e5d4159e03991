// Everyone can use it: what axe checks, in every scene, light and dark, on a
// wide screen and on a narrow one.

import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { contrast } from "./contrast.js";
import { SCENES } from "./scenes.js";
import { test } from "./tiescope.js";

/** @typedef {import("@playwright/test").Page} Page */

const WIDTHS = [390, 1440];
/** Rules by which dark may differ from light. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const THEMES = /** @type {const} */ (["light", "dark"]);

/**
 * What axe finds, a line for each element: by all its rules, best practices
 * among them, but for those that are called experimental.
 * @param {Page} page
 * @param {string[]} [rules] only these
 */
async function violations(page, rules) {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  );
}

for (const [name, open] of Object.entries(SCENES)) {
  test(`axe finds nothing: ${name}`, async ({ tiescope, page }) => {
    test.slow();
    await open(tiescope);
    /** @type {Set<string>} */
    const found = new Set();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const violation of await violations(page)) found.add(violation);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator(":root")).toHaveAttribute("data-theme", "dark");
    // Only colours are different.
    for (const violation of await violations(page, OF_COLOURS)) found.add(violation);
    expect([...found]).toEqual([]);
  });
}

/** Colours of text, of lines and edges, and of what they lie on. */
const INKS = {
  text: ["--text", "--quiet", "--accent", "--error"],
  line: [
    ...["--edge", "--accent", "--acc-eq", "--ties-f1", "--correct-rank-f1"],
    ...["--ramp-1", "--ramp-2", "--ramp-3"],
    ...Array.from({ length: 7 }, (_, place) => `--line-${place + 1}`),
    ...["--kind-c", "--kind-d", "--kind-th-line", "--kind-tm-line", "--kind-thm-line"],
  ],
};

test("colours stand out from the page: text, also in charts, and lines", async ({
  tiescope,
  page,
}) => {
  await expect(tiescope.sentence).toBeVisible();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(":root")).toHaveAttribute("data-theme", colorScheme);
    const colours = await page.evaluate(
      (names) => {
        const probe = document.createElement("i");
        document.body.append(probe);
        const found = names.map((name) => {
          probe.style.color = `var(${name})`;
          return [name, getComputedStyle(probe).color];
        });
        probe.remove();
        return Object.fromEntries(found);
      },
      ["--page", "--panel", ...INKS.text, ...INKS.line],
    );
    for (const name of INKS.text) {
      for (const ground of ["--page", "--panel"]) {
        const found = contrast(colours[name], colours[ground]);
        expect.soft(found, `${name} on ${ground}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const name of INKS.line) {
      const found = contrast(colours[name], colours["--page"]);
      expect.soft(found, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }
    const placeholder = await page.locator("#paste-text").evaluate((text) => {
      return getComputedStyle(text, "::placeholder").color;
    });
    expect(contrast(placeholder, colours["--panel"])).toBeGreaterThanOrEqual(4.5);
  }
});

test("nothing moves by itself where motion is to be reduced", async ({ tiescope, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const open of [SCENES.compare, SCENES["lab: a step of the tour"]]) {
    await open?.(tiescope);
    const moving = await page.evaluate(() => {
      const moves = [...document.querySelectorAll("*")].filter((one) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
        const isQuick = transitionDuration.split(", ").every((time) => time === "0s");
        return !isQuick || animationName !== "none" || scrollBehavior === "smooth";
      });
      return moves.length + document.getAnimations().length;
    });
    expect(moving).toBe(0);
  }
});
