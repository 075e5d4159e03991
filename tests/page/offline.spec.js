// The published page without a network, and when a newer one is published.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { Tiescope } from "./tiescope.js";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Publishes dist/ below a path of its own. */
class Publisher {
  /** Put into the page's tagline and the version's name. */
  edition = "first";
  /** Whether a part is still that of another version. */
  isMixed = false;
  #server = createServer(async (request, response) => {
    const name = decodeURI(new URL(request.url ?? "", "http://x").pathname);
    const file = name.replace(/^\/some\/path\//, "").replace(/^$/, "index.html");
    response.setHeader("Vary", "Origin, Accept"); // as some hosts do, and so:
    if (name.endsWith("/index.html")) {
      response.writeHead(308, { Location: "./" }).end();
      return;
    }
    try {
      response.setHeader("Content-Type", TYPES[/** @type {".html"} */ (path.extname(file))]);
      response.setHeader("Cache-Control", "max-age=600"); // as many hosts do
      response.end(this.#edit(file, await readFile(path.join("dist", file))));
    } catch {
      response.writeHead(404).end();
    }
  });

  /**
   * @param {string} file
   * @param {Buffer} content
   */
  #edit(file, content) {
    const tagline = '<p class="tagline">';
    if (file === "index.html") {
      return String(content).replace(tagline, `${tagline}${this.edition} `);
    }
    if (file === "app.js" && this.isMixed) return `${content}\n`;
    if (file !== "service-worker.js") return content;
    return String(content).replace('"version":"', `"version":"${this.edition} `);
  }

  async start() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${port}/some/path/`;
  }

  stop() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{site: {publisher: Publisher, address: string}}>} */ ({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    site: async ({}, use) => {
      const publisher = new Publisher();
      await use({ publisher, address: await publisher.start() });
      await publisher.stop();
    },
  }),
);

/** @param {import("@playwright/test").Page} page */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test("it works under any path, and without a network once it was there", async ({ page, site }) => {
  const tiescope = new Tiescope(page);
  await tiescope.visit(site.address);
  await kept(page);
  await site.publisher.stop();
  for (const name of ["", "index.html", "?from=elsewhere", "#compare"]) {
    await page.goto("about:blank");
    await tiescope.visit(site.address + name).catch((error) => {
      // Explore's chart is not on the other pages.
      if (!name.startsWith("#")) throw error;
    });
  }
  await expect(page.locator("#verdict")).toContainText("comes first");
  expect(tiescope.complaints).toEqual([]);
});

test("a newer version is announced, waits, and is taken whole", async ({ page, site }) => {
  const tiescope = new Tiescope(page);
  await tiescope.visit(site.address);
  await kept(page);
  const tagline = page.locator(".tagline");
  await page.reload(); // now the kept version answers
  await expect(tagline).toHaveText(/^first/);
  const notice = page.locator("#update");
  await expect(notice).toBeHidden();
  site.publisher.edition = "second";
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(notice).toContainText("A new version of Tiescope is there");
  await expect(tagline).toHaveText(/^first/);
  await tiescope.groupBy("system"); // what is shown goes on working
  await expect.poll(() => tiescope.value("pairs")).toBe(134_100);
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(tagline).toHaveText(/^first/);
  await notice.getByRole("button", { name: "Take it" }).click();
  await expect(tagline).toHaveText(/^second/);
  await expect(tiescope.summary).toContainText("Simulated MQM scores");
  await expect(notice).toBeHidden();
  const names = await page.evaluate(() => caches.keys());
  expect(names).toEqual([expect.stringContaining("second")]);
});

test("a version is taken whole or not at all", async ({ page, site }) => {
  await new Tiescope(page).visit(site.address);
  await kept(page);
  const tagline = page.locator(".tagline");
  const notice = page.locator("#update");
  Object.assign(site.publisher, { edition: "second", isMixed: true });
  await page.reload();
  await page.waitForTimeout(1500); // for what must not come
  await expect(notice).toBeHidden();
  await expect(tagline).toHaveText(/^first/);
  site.publisher.isMixed = false;
  await page.reload();
  await expect(notice).toBeVisible();
});

test("of two tabs each takes the newer version when its reader says so", async ({
  page,
  context,
  site,
}) => {
  await new Tiescope(page).visit(site.address);
  await kept(page);
  await page.reload();
  site.publisher.edition = "second";
  await page.reload();
  await expect(page.locator("#update")).toBeVisible();
  const other = await context.newPage();
  await new Tiescope(other).visit(site.address);
  await expect(other.locator("#update")).toBeVisible();
  await other.getByRole("button", { name: "Take it" }).click();
  await expect(other.locator(".tagline")).toHaveText(/^second/);
  await expect(page.locator(".tagline")).toHaveText(/^first/); // and keeps its data
  await page.getByRole("button", { name: "Take it" }).click();
  await expect(page.locator(".tagline")).toHaveText(/^second/);
});

test("it can be installed", { tag: "@chromium" }, async ({ page, context, site }) => {
  await new Tiescope(page).visit(site.address);
  await kept(page);
  const session = await context.newCDPSession(page);
  const { errors, url } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${site.address}manifest.webmanifest`);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test's own profile is private, which is no fault of the page.
  const faults = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  expect(faults).toEqual([]);
});
