// The method page: complete, and every link of it leads somewhere.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

test("every statistic is defined, and the paper's parts are found", async ({ tiescope, page }) => {
  await page.getByRole("link", { name: "Method" }).click();
  await expect(tiescope.page.locator("#method-statistics tbody tr")).toHaveCount(27);
  for (const name of ["tau_b", "acc_eq", "epsilon*", "soft_pairwise_accuracy"]) {
    await expect(page.locator("#method-statistics")).toContainText(name);
  }
  // No cell of a row is empty: formula, range, when undefined, source.
  const empty = page.locator("#method-statistics tbody :is(th, td):empty");
  await expect(empty).toHaveCount(0);
  await expect(page.locator("#method-cite")).toContainText("Tie Calibration");
  await expect(page.locator("#method-cite")).toContainText("@software{tiescope");
  const links = page.locator("#method-paper a");
  const targets = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  expect(targets.length).toBeGreaterThan(20);
  for (const target of new Set(targets)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, target);
    const section = target.slice(1).split("?")[0];
    await expect(page.locator(`#${section}`)).toBeVisible();
    await expect(page.locator("#lab-notes")).toBeHidden();
  }
  await expect(page.locator("#experiment-progress")).toBeHidden();
});

test("questions are answered, and each part has an address", async ({ tiescope, page }) => {
  await page.getByRole("link", { name: "Method" }).click();
  await page.getByRole("link", { name: "Why does my number differ?" }).click();
  const heading = page.locator("#method-questions");
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  const questions = page.locator(".questions details");
  await expect(questions).toHaveCount(9);
  for (const question of await questions.all()) {
    await question.locator("summary").click();
    await expect(question.locator("p")).toBeVisible();
  }
  await page.goto("./#method?to=citing");
  await page.reload();
  await expect(page.locator("#method-citing")).toBeInViewport();
  expect(tiescope.complaints).toEqual([]);
});
