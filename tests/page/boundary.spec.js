// The wasm boundary alone, without the page: what goes in, what comes out.

import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";

/** @typedef {import("../../tiescope.js").Roles} Roles */

const golden = new URL("../golden/", import.meta.url);

test.beforeEach(async ({ page }) => {
  // The published page has it bundled.
  await page.route("**/tiescope.js", (route) => route.fulfill({ path: "target/page/tiescope.js" }));
  await page.goto("./");
});

test("a file goes in, and the golden values come out", async ({ page }) => {
  const text = await readFile(new URL("simulated-missing.csv", golden), "utf8");
  const expected = JSON.parse(
    await readFile(new URL("simulated-missing.expected.json", golden), "utf8"),
  );
  const found = await page.evaluate(async (text) => {
    const { default: init, Session } = await import(
      String(new URL("./tiescope.js", location.href))
    );
    await init();
    const session = new Session();
    const { roles } = session.open(["scores.csv"], [new TextEncoder().encode(text)], {}, () => {});
    const { metrics } = session.assign(roles);
    /** @type {Record<string, any>} */
    const results = {};
    for (const [index, { name }] of metrics.entries()) {
      session.start(1, { study: "measure", metric: index, grouping: "item" });
      let turn = session.run(1, 0);
      while (!turn.result) turn = session.run(1, 0);
      results[name] = turn.result;
    }
    return results;
  }, text);
  expect(Object.keys(found)).toEqual([
    "regressor",
    "judge",
    "spans",
    "overlap",
    "constant",
    "distance",
  ]);
  for (const [
    metric,
    { calibration, at_star, statistics_at_zero, groups_used, pairs },
  ] of Object.entries(found)) {
    const { item } = expected.metrics[metric];
    expect([groups_used, pairs]).toEqual([item.groups_used, item.pairs]);
    expect(calibration.epsilon).toBe(item.calibration_acc_eq.eps_star);
    expect(calibration.last_epsilon).toBe(item.calibration_acc_eq.maximiser_last);
    expect(Math.abs(at_star.acc_eq - item.calibration_acc_eq.value)).toBeLessThan(1e-12);
    for (const { statistic: name, value, groups } of statistics_at_zero) {
      expect(groups).toBe(item.eps0[name].groups);
      if (value === undefined) expect(item.eps0[name].value).toBeNull();
      else expect(Math.abs(value - item.eps0[name].value)).toBeLessThan(1e-12);
    }
  }
});

test("errors come out as problems with a place and a remedy", async ({ page }) => {
  const problem = await page.evaluate(async () => {
    const { default: init, Session } = await import(
      String(new URL("./tiescope.js", location.href))
    );
    await init();
    try {
      return new Session().open(
        ["scores.csv"],
        [new TextEncoder().encode("a,b\n1\n")],
        {},
        () => {},
      );
    } catch (error) {
      return error;
    }
  });
  expect(problem).toEqual({
    message: "Line 2 has 1 cell, but the header has 2.",
    remedy: expect.stringContaining("as many cells as the header"),
    line: 2,
    choices: [],
  });
});

test("what was not asked for in order is an error, never a trap", async ({ page }) => {
  const messages = await page.evaluate(async () => {
    const { default: init, Session } = await import(
      String(new URL("./tiescope.js", location.href))
    );
    await init();
    const session = new Session();
    const bytes = new TextEncoder().encode("human,m\n1,2\n2,3\n");
    /** @type {(() => unknown)[]} */
    const calls = [
      () => session.assign({ human: { column: 0 }, metrics: [] }),
      () => session.start(1, { study: "explore", metric: 0, grouping: "item" }),
      () => session.run(1, 1),
      () => session.at(0),
      () => session.candidate(0, true),
      () =>
        session.open(["scores.csv"], [bytes], {}, () => {}) &&
        session.assign({ human: { column: 9 }, metrics: [{ column: 1 }] }),
      () => session.assign({ nonsense: true }),
      () =>
        session.assign(session.open(["scores.csv"], [bytes], {}, () => {}).roles) &&
        session.start(1, { study: "explore", metric: 7, grouping: "none" }),
      () => session.start(1, { study: "explore", metric: 0, grouping: "item" }),
      () => session.start(1, { study: "explore", metric: 0, grouping: "paragraph" }),
    ];
    return calls.map((call) => {
      try {
        call();
        return "no error";
      } catch (error) {
        return /** @type {any} */ (error).message;
      }
    });
  });
  expect(messages).toEqual([
    "no file is open",
    "no scores are in use",
    "there is no such job",
    "no metric has been explored",
    "no metric has been explored",
    expect.stringContaining("There is no column 10"),
    expect.stringContaining("missing field"),
    "there is no metric number 7",
    expect.stringContaining("the data has no item column"),
    expect.stringContaining("unknown variant"),
  ]);
});

test("a sample is the same bytes in the browser as elsewhere", async ({ page }) => {
  const csv = await page.evaluate(async () => {
    const { default: init, sampleCsv } = await import(
      String(new URL("./tiescope.js", location.href))
    );
    await init();
    return sampleCsv("error_weights", 2, 2);
  });
  // The native tests hold the same lines.
  const native = await readFile(new URL("../golden/sample-2x2.csv", import.meta.url), "utf8");
  expect(csv).toBe(native);
});
