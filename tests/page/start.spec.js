// What the page says where it cannot start, and that it goes on after a loss.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { expect, test } from "@playwright/test";
import { Tiescope, test as withSample } from "./tiescope.js";

const WASM = "**/tiescope_bg.wasm";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("it says what is missing", { tag: "@chromium" }, async ({ page }) => {
    await page.goto("./");
    const notice = page.locator("noscript p");
    await expect(notice).toBeVisible();
    expect(await notice.textContent()).toMatch(/needs JavaScript[\s\S]* and WebAssembly/);
    await expect(page.locator("main")).toBeHidden();
  });
});

/** What old browsers lack, and what the page says of it. */
const LACKS = {
  WebAssembly: () => Reflect.deleteProperty(globalThis, "WebAssembly"),
  vectors: () => Object.assign(WebAssembly, { validate: () => false }),
  toSpliced: () => Reflect.deleteProperty(Array.prototype, "toSpliced"),
  ":has()": () => {
    const { supports } = CSS;
    CSS.supports = (/** @type {string[]} */ ...args) =>
      !args[0]?.includes(":has") && Reflect.apply(supports, CSS, args);
  },
};

for (const [what, lack] of Object.entries(LACKS)) {
  test(`a browser without ${what} is told which ones work`, async ({ page }) => {
    await page.addInitScript(lack);
    await page.goto("./");
    const notice = page.locator("#unsupported");
    await expect(notice).toContainText("Firefox from 121");
    await expect(notice).toContainText(what);
    await expect(page.locator("main")).toBeHidden();
  });
}

/** @type {Record<string, [string, (real: Buffer) => {status?: number, body: Buffer}]>} */
const BAD_PROGRAMS = {
  "no program": ["could not be loaded", () => ({ status: 404, body: Buffer.from("not here") })],
  "half a program": [
    "damaged, incomplete",
    (real) => ({ body: real.subarray(0, real.length / 2) }),
  ],
  "an error page": ["damaged, incomplete", () => ({ body: Buffer.from("<!doctype html>") })],
  "another program": [
    "of another version",
    () => ({ body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]) }),
  ],
};

for (const [what, [says, change]] of Object.entries(BAD_PROGRAMS)) {
  test(`${what}: a readable message`, async ({ page }) => {
    const real = await readFile("dist/tiescope_bg.wasm");
    await page.route(WASM, (route) =>
      route.fulfill({ contentType: "application/wasm", ...change(real) }),
    );
    await page.goto("./");
    const problem = page.locator("#problem");
    await expect(problem).toContainText("Tiescope did not start");
    await expect(problem).toContainText(says);
    await expect(problem).toContainText("eload the page");
    await expect(page.getByText("Starting")).toBeHidden();
    await expect(page.getByRole("button", { name: "Open a score file" })).toBeHidden();
  });
}

test("the program may be served with any type", async ({ page }) => {
  const body = await readFile("dist/tiescope_bg.wasm");
  await page.route(WASM, (route) => route.fulfill({ contentType: "text/plain", body }));
  await new Tiescope(page).visit();
});

test("a part that does not come is told", async ({ page }) => {
  await page.route("**/app.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("./");
  await expect(page.locator("#starting")).toContainText("a part of it could not be loaded");
});

test("a slow program is waited for, and a file given meanwhile is shown", async ({ page }) => {
  let come = () => {};
  const time = new Promise((resolve) => {
    come = () => resolve(undefined);
  });
  await page.route(WASM, async (route) => {
    await time;
    await route.continue();
  });
  const tiescope = new Tiescope(page);
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.locator("#starting")).toContainText("the program is still loading");
  await tiescope.drop("human,mine\n1,2\n2,3\n2,5\n", "early.csv");
  come();
  await expect(tiescope.summary).toContainText("early.csv: 3 rows");
  await expect(tiescope.sentence).toContainText("mine scores");
  await expect(page.locator("#starting")).toBeHidden();
});

test("a failure of the program in the page itself is told", async ({ page }) => {
  await new Tiescope(page).visit();
  await expect(page.locator("#failure")).toBeHidden();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
  });
  await expect(page.locator("#failure")).toContainText("Reload the page");
});

withSample(
  "a worker that fails twice at once is one loss",
  { tag: "@chromium" },
  async ({ tiescope, page }) => {
    await tiescope.drop("human,m\n1,2\n2,3\n2,5\n", "mine.csv");
    await expect(tiescope.summary).toContainText("mine.csv: 3 rows");
    await page.workers()[0]?.evaluate(() => {
      for (const wait of [0, 1]) {
        setTimeout(() => {
          throw new Error(`lost ${wait}`);
        }, wait);
      }
    });
    await expect(tiescope.problem).toContainText("It was started again, with the data shown.");
    await tiescope.groupBy("none");
    await expect.poll(() => tiescope.value("rows")).toBe(3);
    tiescope.complaints.length = 0; // the loss
  },
);

/** More than the program can do: too large a capacity is a panic, too much memory a trap. */
const LOSSES = { "a panic": 2 ** 32 - 1, "no memory left": 2 ** 30 };

for (const [what, systems] of Object.entries(LOSSES)) {
  withSample(
    `${what} in the worker is shown; another one has the data`,
    { tag: "@chromium" },
    async ({ tiescope, page }) => {
      await tiescope.drop("human,m\n1,2\n2,3\n2,5\n", "mine.csv");
      await expect(tiescope.summary).toContainText("mine.csv: 3 rows");
      await page.workers()[0]?.evaluate((systems) => {
        const data = { id: 0, method: "sample", args: ["rating", systems, 1] };
        self.dispatchEvent(new MessageEvent("message", { data }));
      }, systems);
      await expect(tiescope.problem).toContainText("The computation stopped unexpectedly");
      await expect(tiescope.problem).toContainText("It was started again, with the data shown.");
      await expect(tiescope.sentence).toContainText("m scores");
      await tiescope.groupBy("none");
      await expect.poll(() => tiescope.value("rows")).toBe(3);
      const said = tiescope.complaints.splice(0).join("\n");
      if (what === "a panic") expect(said).toContain("panicked at");
    },
  );
}

/**
 * Notes what moves, from the beginning. Returns how to see, when a page has
 * come, that nothing did.
 * @param {import("@playwright/test").Page} tab
 */
async function watchMoves(tab) {
  await tab.addInitScript(() => {
    const moved = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { moved });
    const observer = new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        const what = entry.sources.map((/** @type {any} */ { node }) => node?.id || node?.nodeName);
        moved.push(`${what.join(", ")}: ${entry.value}`);
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });
  return async (/** @type {string} */ page) => {
    const waiting = { timeout: 20_000 };
    await expect(tab.locator("#starting")).toBeHidden(waiting);
    await expect(tab.locator(page || "#explore")).toBeVisible(waiting);
    await tab.waitForTimeout(500); // for what may come late
    expect(await tab.evaluate(() => /** @type {any} */ (globalThis).moved)).toEqual([]);
  };
}

/** When each part of a slow start comes, in milliseconds after it is asked for. */
const LATE = { "styles.css": 300, "app.js": 300, "tiescope_bg.wasm": 2200 };

/**
 * Everything comes late, and workers hear late what they are asked.
 * @param {import("@playwright/test").Page} tab
 * @param {number} [pause] in milliseconds, before each question but the first
 */
async function beSlow(tab, pause = 50) {
  for (const [part, late] of Object.entries(LATE)) {
    await tab.route(`**/${part}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, late));
      await route.continue();
    });
  }
  await tab.addInitScript((pause) => {
    const { postMessage } = Worker.prototype;
    let wait = 2500;
    let turn = Promise.resolve();
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...args) {
      const late = wait;
      wait = pause;
      turn = turn
        .then(() => new Promise((resolve) => setTimeout(resolve, late)))
        .then(() => Reflect.apply(postMessage, this, args));
    };
  }, pause);
}

for (const page of ["", "#compare", "#experiments", "#lab", "#method"]) {
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [390, 844],
  ])) {
    for (const speed of ["start", "slow start"]) {
      test(`nothing moves at the ${speed} of "${page}", ${width} pixels wide`, {
        tag: "@chromium",
      }, async ({ page: tab }) => {
        await tab.setViewportSize({ width, height });
        const nothingMoves = await watchMoves(tab);
        if (speed === "slow start") await beSlow(tab);
        await tab.goto(`./${page}`);
        await nothingMoves(page);
      });
    }
  }
}

test("a start that takes long says how far it is, and can be stopped", {
  tag: "@chromium",
}, async ({ page }) => {
  test.slow();
  await beSlow(page, 250);
  await page.goto("./#compare");
  await expect(page.locator("#starting")).toHaveText("Starting … still computing.");
  const progress = page.locator("#compare-progress");
  await expect(progress).toContainText("measuring metrics", { timeout: 20_000 });
  await expect(page.locator("#ranking")).toBeHidden();
  await progress.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#ranking")).toBeVisible();
  await expect(page.locator("#starting")).toBeHidden();
  await expect(page.getByRole("button", { name: "Compute the rest" })).toBeVisible();
});

/** @type {Record<string, string>} */
const TYPES = { ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };

test("nothing moves while the page itself comes line by line", { tag: "@chromium" }, async ({
  page,
}) => {
  const html = await readFile("dist/index.html", "utf8");
  const [begin, end] = ['<header class="masthead">', "</header>"].map((tag) => html.indexOf(tag));
  /** @type {import("node:http").ServerResponse | undefined} */
  let response;
  const server = createServer(async ({ url = "" }, answer) => {
    answer.setHeader("Content-Type", TYPES[extname(url)] ?? "text/html");
    if (url === "/") {
      response = answer;
      response.write(html.slice(0, begin));
    } else {
      answer.end(await readFile(`dist${url}`).catch(() => ""));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const nothingMoves = await watchMoves(page);
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
  for (const line of html.slice(begin, end).split("\n")) {
    response?.write(`${line}\n`);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  response?.end(html.slice(end));
  await nothingMoves("");
  server.close();
});
