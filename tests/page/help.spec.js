// Help where it is needed: behind terms, about files, and at the first visit.

import { test as base, expect } from "@playwright/test";
import { test } from "./tiescope.js";

/** @param {import("@playwright/test").Page} page */
const help = (page) => page.locator("#help");

test("a term says what it means, with its formula", async ({ tiescope: { page } }) => {
  const button = page.locator("#readings").getByRole("button", { name: "ties-F1" });
  await button.click();
  await expect(help(page)).toContainText("harmonic mean of precision and recall");
  await expect(help(page)).toContainText("2 × T_hm");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(help(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await page.locator("#sentence").click();
  await expect(help(page)).toBeHidden();
});

test("every term there is explains itself, within the window", async ({ tiescope, page }) => {
  test.slow(); // dozens of terms
  await tiescope.compareAll();
  await page.getByText("Columns", { exact: true }).click();
  const columns = page.locator(".choose-columns");
  await expect(columns.locator(".help")).toHaveCount(await columns.locator("input").count());
  await page.setViewportSize({ width: 390, height: 844 });
  let seen = 0;
  for (const address of ["#explore", "#compare", "#lab?preset=figure-2"]) {
    await page.evaluate((address) => {
      location.hash = address;
    }, address);
    await expect(page.locator("body")).toHaveAttribute(
      "data-page",
      address.match(/\w+/)?.[0] ?? "",
    );
    for (const button of await page.locator(".help").filter({ visible: true }).all()) {
      await button.click();
      await expect(help(page)).toBeVisible();
      expect((await help(page).textContent())?.length).toBeGreaterThan(30);
      const box = await help(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await page.keyboard.press("Escape");
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(40);
});

test("what a file looks like is shown, and its example opens", async ({ tiescope, page }) => {
  await page.getByText("What a score file looks like").click();
  const example = await page.locator("#file-help pre").textContent();
  await tiescope.drop(example ?? "", "example.csv");
  await expect(tiescope.summary).toContainText(
    "example.csv: 3 rows, 2 systems, 2 items, 2 metrics",
  );
});

base.describe("at the first visit", () => {
  base("a tour of four steps, which never returns once closed", async ({ page }) => {
    await page.goto("./");
    const tour = page.locator("#tour");
    await expect(tour).toContainText("1 of 4");
    await expect(page.locator(".on-tour")).toHaveClass(/data/);
    await tour.getByRole("button", { name: "Next" }).click();
    await expect(page.locator("#chart")).toHaveClass(/on-tour/);
    await expect(page.locator("#chart")).toBeInViewport();
    await tour.getByRole("button", { name: "Next" }).click();
    await expect(tour).toContainText("3 of 4");
    await tour.getByRole("button", { name: "Back" }).click();
    await expect(tour).toContainText("2 of 4");
    // Only what was not closed comes again.
    await page.reload();
    await expect(tour).toContainText("1 of 4");
    for (const _ of [1, 2, 3]) await tour.getByRole("button", { name: "Next" }).click();
    await tour.getByRole("button", { name: "Done" }).click();
    await expect(tour).toBeHidden();
    await expect(page.locator(".on-tour")).toHaveCount(0);
    await page.reload();
    await expect(page.locator("#chart svg")).toBeVisible();
    await expect(tour).toBeHidden();
  });

  base("the tour is closed by Escape, and is not on other pages", async ({ page }) => {
    await page.goto("./#compare");
    await expect(page.locator("#starting")).toBeHidden();
    await expect(page.locator("#tour")).toBeHidden();
    await page.goto("./#explore");
    await page.reload();
    await page.locator("#tour").getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("Escape");
    await expect(page.locator("#tour")).toBeHidden();
    await page.reload();
    await expect(page.locator("#chart svg")).toBeVisible();
    await expect(page.locator("#tour")).toBeHidden();
  });
});
