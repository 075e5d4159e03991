// `make pictures`: the pictures of README.md and docs/, taken of the page in one
// file, dist/tiescope.html, as it is.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const FOLDER = "docs/pictures";
const PAGE = pathToFileURL(path.resolve("dist/tiescope.html")).href;
const SIZE = { width: 1280, height: 960 };
const PHONE = { width: 390, height: 780 };

/** What each picture is of, and what must be there before it is taken. */
const PICTURES = [
  { name: "explore", at: "", ready: "#chart svg" },
  { name: "explore-dark", at: "", ready: "#chart svg", colours: "dark" },
  { name: "explore-phone", at: "", ready: "#chart svg", size: PHONE },
  { name: "compare", at: "#compare", ready: '#significance [data-stat="p"]' },
  {
    name: "experiments",
    at: "#experiments?show=transfer&metric=regressor&group=item",
    ready: "#exhibit svg",
  },
  { name: "lab", at: "#lab?preset=figure-2", ready: "#lab-view svg" },
];

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
for (const { name, at, ready, colours = "light", size = SIZE } of PICTURES) {
  const page = await browser.newPage({ viewport: size, colorScheme: colours });
  await page.goto(PAGE + at);
  await page.locator(ready).first().waitFor();
  const tour = page.locator("#tour").getByRole("button", { name: "Close" });
  if (await tour.isVisible()) await tour.click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500); // until what was begun is there
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await page.close();
}
await browser.close();
