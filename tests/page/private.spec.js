// Nothing is fetched and nothing sent once the page is there.

import { expect, test } from "@playwright/test";
import { useEverything } from "./everything.js";
import { Tiescope } from "./tiescope.js";

test("nothing is fetched while every part of the page is used", async ({
  page,
  context,
  browserName,
}) => {
  test.slow();
  const tiescope = new Tiescope(page);
  await tiescope.visit();
  // The copy for use offline belongs to loading.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  /** @type {string[]} */
  const requests = [];
  // Those of workers and of the service worker as well.
  context.on("request", (request) => requests.push(request.url()));
  await useEverything(tiescope, { mayLookIntoWorkers: browserName === "chromium" });
  expect(requests.filter((url) => !/^(blob|data):/.test(url))).toEqual([]);
});

test("the page says so, and its policy sees to it", async ({ page, request }) => {
  const html = await (await request.get("./")).text();
  const policy = html.match(/Content-Security-Policy"\s+content="(.*?)"/)?.[1] ?? "";
  const rules = Object.fromEntries(policy.split(/; */).map((rule) => rule.split(/ (.*)/)));
  expect(rules["default-src"]).toBe("'none'");
  expect(rules["connect-src"]).toBe("'self'");
  expect(rules["script-src"]).toBe("'self' 'wasm-unsafe-eval'");
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  expect(html).not.toMatch(/ on[a-z]+=/);
  await page.goto("./");
  await expect(page.locator("footer")).toContainText("fetches nothing and sends nothing");
});

test("neither the page nor a worker can reach another server", { tag: "@chromium" }, async ({
  page,
}) => {
  const tiescope = new Tiescope(page);
  await tiescope.visit();
  const reach = () =>
    fetch("http://localhost:9/", { mode: "no-cors" }).then(
      () => "sent",
      (error) => String(error),
    );
  expect(await page.evaluate(reach)).toContain("Failed to fetch");
  expect(await page.workers()[0]?.evaluate(reach)).toContain("Failed to fetch");
  const said = tiescope.complaints.join("\n");
  expect(said.match(/Content Security Policy/g)?.length).toBeGreaterThanOrEqual(2);
});
