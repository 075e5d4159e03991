// The page in one file, opened from a folder.

import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { useEverything } from "./everything.js";
import { Tiescope } from "./tiescope.js";

/** Alone in a folder with a name that needs quoting. */
async function address() {
  const folder = await mkdtemp(path.join(tmpdir(), "tie scope#é "));
  const file = path.join(folder, "tiescope.html");
  await copyFile("dist/tiescope.html", file);
  return pathToFileURL(file).href;
}

test("every part works from one file, without a request", async ({
  page,
  context,
  browserName,
}) => {
  test.slow();
  const url = await address();
  /** @type {string[]} */
  const requests = [];
  context.on("request", (request) => requests.push(request.url()));
  const tiescope = new Tiescope(page);
  await tiescope.visit(url);
  await useEverything(tiescope, { mayLookIntoWorkers: browserName === "chromium" });
  const others = requests.filter((request) => request !== url && !request.startsWith("blob:"));
  expect(others).toEqual([]);
  expect(tiescope.complaints.filter((text) => !text.includes("lost"))).toEqual([]);
});

test("its policy allows its own scripts only", async ({ page }) => {
  await page.goto(await address());
  const content = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute("content");
  expect(content).toMatch(/script-src 'sha256-\S+' 'sha256-\S+' 'wasm-unsafe-eval';/);
  expect(content).not.toContain("connect-src"); // and default-src is 'none'
  expect(content).toContain("default-src 'none'");
});
