// The method page: complete, and every link of it leads somewhere.

import { expect } from "@playwright/test";
import { test } from "./tiescope.js";

test("every statistic is defined, and the paper's parts are found", async ({ tiescope, page }) => {
  await page.getByRole("link", { name: "Method" }).click();
  await expect(tiescope.page.locator("#method-statistics tbody tr")).toHaveCount(18);
  for (const name of ["tau_b", "acc_eq", "epsilon*", "soft_pairwise_accuracy"]) {
    await expect(page.locator("#method-statistics")).toContainText(name);
  }
  await expect(page.locator("#method-cite")).toContainText("Tie Calibration");
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
