// The comparison of sixteen metrics, as a user sees it: from the click to the
// table, with the workers that the page itself starts.

const METRICS = 16;
const [SYSTEMS, ITEMS] = [15, 1875];
/** Milliseconds from reaching the link to pressing it. */
const HOVER = 300;

/** Runs in the page: a simulated file, its metrics repeated with a little noise. */
async function makeFile({ systems, items, metrics }) {
  const { default: init, sampleCsv } = await import("./tiescope.js");
  await init();
  const [head, ...lines] = sampleCsv("error_weights", systems, items).trim().split("\n");
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const rows = lines.map((line) => {
    const cells = line.split(",");
    const [kept, scores] = [cells.slice(0, 3), cells.slice(3, 7).map(Number)];
    // Every other copy is coarse, as the originals are.
    const copies = Array.from({ length: metrics }, (_, k) =>
      k < 4
        ? scores[k]
        : (scores[k % 4] + (k % 2 ? Math.round(3 * random()) : random())).toFixed(4),
    );
    return [...kept, ...copies].join(",");
  });
  const names = Array.from({ length: metrics }, (_, k) => `metric-${k + 1}`);
  return [[...head.split(",").slice(0, 3), ...names].join(","), ...rows].join("\n");
}

/** Runs in the page: chooses a grouping and waits for its table and its tests. */
function timeGrouping({ grouping, metrics }) {
  const start = performance.now();
  const marks = {};
  const there = (selector) => document.querySelectorAll(selector).length;
  document.querySelector("#ranking table")?.remove();
  document.querySelector("#significance").replaceChildren();
  if (location.hash !== "#compare") document.querySelector('a[href="#compare"]').click();
  else document.querySelector(`#compare-grouping input[value=${grouping}]`).click();
  return new Promise((resolve, reject) => {
    const look = () => {
      const now = (performance.now() - start) / 1000;
      if (now > 60) return reject(new Error(`no table and tests by ${grouping}`));
      const rows = there('#ranking [data-stat="acc_eq*"]') >= metrics;
      if (rows && !there("#ranking .pending")) marks.table ??= now;
      if (there('#significance [data-stat="p"]') === metrics * (metrics - 1)) marks.tests ??= now;
      if (marks.table && marks.tests) resolve({ grouping, ...marks });
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page: one study on its own, in this thread. */
async function timeStudies({ text, metrics }) {
  const { default: init, Session } = await import("./tiescope.js");
  await init();
  const session = new Session();
  const { roles } = session.open(["x.csv"], [new TextEncoder().encode(text)], {}, () => {});
  session.assign(roles);
  const time = (task) => {
    const start = performance.now();
    session.start(1, task);
    let turn = session.run(1, 100);
    while (turn.result === undefined) turn = session.run(1, 100);
    return [(performance.now() - start) / 1000, turn.result];
  };
  const epsilons = Array.from({ length: metrics }, (_, metric) => {
    const [, { calibration }] = time({ study: "measure", metric, grouping: "item" });
    return [metric, calibration.epsilon];
  });
  const bootstrap = { metric: 0, grouping: "item", resampling: "items", resamples: 1000, seed: 1 };
  return {
    tests: time({ study: "tests", metrics: epsilons, grouping: "item" })[0],
    bootstrap: time({ study: "intervals", ...bootstrap })[0],
  };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address of the page
 */
export async function measureComparison(browser, address) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.locator("#chart svg").waitFor();
  const text = await page.evaluate(makeFile, { systems: SYSTEMS, items: ITEMS, metrics: METRICS });
  const file = { name: "sixteen.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => document.body.textContent.includes("metric-1"));
  // Other workers start when the pointer reaches the link; a hand takes a moment to press.
  await page.locator('.pages a[href="#compare"]').hover();
  await page.waitForTimeout(HOVER);
  const groupings = [];
  for (const grouping of ["item", "system", "none"]) {
    groupings.push(await page.evaluate(timeGrouping, { grouping, metrics: METRICS }));
  }
  const studies = await page.evaluate(timeStudies, { text, metrics: METRICS });
  await page.close();
  return { metrics: METRICS, rows: SYSTEMS * ITEMS, groupings, studies };
}
