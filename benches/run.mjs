// `make bench`: the same work on the same data natively, as WebAssembly in
// Chromium, and in Python; one table, written to benches/RESULTS.md.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { measureComparison } from "./compare.mjs";
import { measureStart } from "./start.mjs";

const SIZES = [
  [10, 100],
  [10, 1000],
  [15, 1875],
  [20, 5000],
  [100, 10_000],
];
/** Metrics that are hard to calibrate, and the size of their file. */
const SHAPES = ["flat", "bunched", "plateaued", "rounded", "heavy_tailed"];
const SHAPES_SIZE = [50, 10_000];
const folder = mkdtempSync(path.join(os.tmpdir(), "tiescope-bench-"));

/** Lines of JSON that a command prints; its other output is shown. */
function run(command, args, env = {}) {
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 28, encoding: "utf8" };
  const { status, stdout } = spawnSync(command, args, {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** The real set, where TIESCOPE_SHARED names a folder that has it. */
function realData() {
  const packed = path.join(process.env.TIESCOPE_SHARED ?? "", "data/wmt22-zh-en.csv.gz");
  if (!process.env.TIESCOPE_SHARED || !existsSync(packed)) return undefined;
  const file = path.join(folder, "real.csv");
  writeFileSync(file, gunzipSync(readFileSync(packed)));
  return file;
}

/** Writes a simulated file of so many systems and items; returns where it is. */
function writeSample(systems, items, ...kind) {
  const file = path.join(folder, `${[systems, items, ...kind].join("-")}.csv`);
  const program = ["run", "--quiet", "--release", "--example", "sample", "--"];
  const args = [...program, systems, items, file, ...kind].map(String);
  spawnSync("cargo", args, { stdio: "inherit" });
  return file;
}

function measureNative(real) {
  const env = real ? { TIESCOPE_BENCH_REAL: real } : {};
  return run("cargo", ["bench", "--quiet", "--bench", "native"], env);
}

/** Serves the published page on a free port, and what it has bundled. */
function serve() {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = path.normalize(new URL(request.url, "http://x").pathname);
    const file = ["dist", "target/page"].map((folder) => path.join(folder, name)).find(existsSync);
    const type = types[path.extname(file ?? "")];
    if (!file || !type) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Runs in the page: explores one metric of a file or of a sample, and times its parts. */
async function measureInPage({ data, text, systems, items, metric, grouping, rounds }) {
  const { default: init, Session, sampleCsv } = await import("./tiescope.js");
  const { memory } = await init();
  const session = new Session();
  const csv = text ?? sampleCsv("error_weights", systems, items);
  const { roles } = session.open(["scores.csv"], [new TextEncoder().encode(csv)], {}, () => {});
  const { rows, metrics } = session.assign(roles);
  const index = metrics.findIndex(({ name }) => name === metric);
  const before = memory.buffer.byteLength;
  let [prepare, calibrate, whole, result, longest] = [Infinity, Infinity, Infinity, undefined, 0];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    session.start(1, { study: "explore", metric: index, grouping });
    const start = performance.now();
    prepare = Math.min(prepare, start - begin);
    let calibrated;
    for (;;) {
      const step = performance.now();
      const { progress, result: explored } = session.run(1, 0);
      longest = Math.max(longest, performance.now() - step);
      if (progress.doing !== "searching for epsilon*") calibrated ??= performance.now() - start;
      if (explored) {
        result = explored;
        break;
      }
    }
    calibrate = Math.min(calibrate, calibrated);
    whole = Math.min(whole, performance.now() - start);
  }
  let count = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    session.at(result.measured.calibration.epsilon);
    count = Math.min(count, performance.now() - start);
  }
  return {
    where: "wasm",
    data,
    metric,
    grouping,
    rows,
    pairs: result.measured.pairs,
    epsilon: result.measured.calibration.epsilon,
    prepare: prepare / 1000,
    calibrate: calibrate / 1000,
    count: count / 1000,
    curve: (whole - calibrate) / 1000,
    longest: longest / 1000,
    memory: memory.buffer.byteLength - before,
  };
}

async function measureWasm() {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
  const address = `http://127.0.0.1:${server.address().port}/index.html`;
  const results = [];
  const measure = async (job) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.locator("#chart svg").waitFor();
    results.push(await page.evaluate(measureInPage, job));
    await page.close();
  };
  for (const [systems, items] of SIZES) {
    for (const metric of ["regressor", "llm_judge"]) {
      const groupings = systems * items === 28_125 ? ["none", "item", "system"] : ["none"];
      for (const grouping of groupings) {
        const rounds = systems * items < 50_000 ? 7 : 1;
        await measure({ data: "simulated", systems, items, metric, grouping, rounds });
      }
    }
  }
  const text = readFileSync(writeSample(...SHAPES_SIZE, "shapes"), "utf8");
  for (const metric of SHAPES) {
    await measure({ data: "shapes", text, metric, grouping: "none", rounds: 1 });
  }
  const comparison = await measureComparison(browser, address);
  const start = await measureStart(browser, address);
  await browser.close();
  server.close();
  return { results, comparison, start };
}

/** Python with numpy and scipy in a folder of its own; nothing without Python. */
function measurePeers() {
  const home = path.join(".tools", "python");
  const python = path.join(home, "bin", "python");
  if (spawnSync("python3", ["--version"]).status !== 0) return [];
  if (!existsSync(python)) {
    spawnSync("python3", ["-m", "venv", home], { stdio: "inherit" });
    spawnSync(python, ["-m", "pip", "install", "--quiet", "numpy", "scipy"], { stdio: "inherit" });
  }
  if (spawnSync(python, ["-c", "import numpy, scipy"]).status !== 0) return [];
  return SIZES.filter(([systems, items]) => systems * items < 50_000).flatMap(
    ([systems, items]) => {
      const file = writeSample(systems, items);
      return run(python, ["benches/peers.py", file, "regressor"]);
    },
  );
}

const seconds = (value) =>
  value === undefined
    ? ""
    : value < 1
      ? `${(1000 * value).toPrecision(3)} ms`
      : `${value.toPrecision(3)} s`;
const mebibytes = (value) => (value === undefined ? "" : `${(value / 2 ** 20).toFixed(1)} MiB`);
const table = (heads, rows) =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The exponent b of time = a rows^b, through the first and the last size. */
function exponent(results) {
  const sizes = results
    .filter(
      (r) =>
        r.data === "simulated" &&
        r.grouping === "none" &&
        r.metric === "regressor" &&
        r.rows >= 10_000,
    )
    .sort((a, b) => a.rows - b.rows);
  const [x, y] = [sizes.map((r) => Math.log(r.rows)), sizes.map((r) => Math.log(r.calibrate))];
  const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const slope = x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0);
  return slope / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
}

/** The comparison of many metrics, in words and numbers. */
function compared({ metrics, rows, groupings, studies }) {
  const cells = groupings.map(({ grouping, table, tests }) => [
    grouping,
    seconds(table),
    seconds(tests),
  ]);
  return `${metrics} metrics of ${rows.toLocaleString("en")} rows in the page, from the click on; the first grouping includes
comparing systems. *table*: until every number of it is there. *tests*: until every p-value is.

${table(["grouping", "table", "tests"], cells)}

Alone, in one thread: all ${metrics * (metrics - 1)} p-values by item ${seconds(studies.tests)}; 1,000 bootstrap resamples of one
metric by item ${seconds(studies.bootstrap)}.`;
}

/** The start of the page, in words and numbers. */
function started({ times, bytes, packed }) {
  const median = times[Math.floor(times.length / 2)];
  const [size, small] = [bytes, packed].map((n) => `${Math.round(n / 1000)} kB`);
  return `From navigation to the first chart of the sample, served on this machine, as a new visitor: ${seconds(median / 1000)} in the
median of ${times.length}, ${seconds(times[0] / 1000)} at best. The program is ${size} long, ${small} packed.`;
}

function report(results, comparison, start) {
  const find = (where, rows, metric = "regressor") =>
    results.find(
      (r) =>
        r.where === where &&
        r.rows === rows &&
        r.metric === metric &&
        r.grouping === "none" &&
        r.data !== "wmt22-zh-en",
    );
  const ratios = results
    .filter((r) => r.where === "numpy")
    .map((peer) => {
      const [native, wasm] = [find("native", peer.rows), find("wasm", peer.rows)];
      if (native.epsilon !== peer.epsilon) throw new Error(`epsilon* differs at ${peer.rows} rows`);
      return [
        peer.rows.toLocaleString("en"),
        `${Math.round(peer.calibrate / native.calibrate)} x`,
        `${Math.round(peer.calibrate / wasm.calibrate)} x`,
        `${(peer.statistics / native.statistics).toFixed(1)} x`,
        seconds(peer.calibrate),
        mebibytes(peer.memory),
      ];
    });
  const rows = results.map((r) => [
    r.where,
    r.data ?? "simulated",
    r.metric,
    r.grouping,
    r.rows.toLocaleString("en"),
    seconds(r.prepare),
    seconds(r.calibrate),
    seconds(r.count),
    seconds(r.curve),
    seconds(r.statistics),
    seconds(r.longest),
    mebibytes(r.memory),
  ]);
  const of = (where) => exponent(results.filter((r) => r.where === where)).toFixed(2);
  return `# Benchmark results

Written by \`make bench\`; everything in one run, on ${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}).
Times are the fastest of several rounds (of one above 50,000 rows). Data comes from the project's generator.

## Ratios

Calibrating one metric without grouping, against sorting all pairs with numpy; all find the same epsilon\\*. tau_b:
scipy.stats.kendalltau against all ten statistics here.

${ratios.length > 0 ? table(["rows", "native faster", "wasm faster", "tau_b faster", "numpy", "its memory"], ratios) : "Python was not there: no peers were measured."}

Growth of calibration from 10,000 to 1,000,000 rows: time ~ rows^${of("native")} natively, rows^${of("wasm")} in wasm
(sorting all pairs: more than rows^2).

## Starting

${started(start)}

## Comparing metrics

${compared(comparison)}

## Times

*prepare*: grouping and sorting the rows.
*calibrate*: exact epsilon\\*. *count*: all counts and class statistics at one epsilon.
*curve*: seven class statistics along epsilon. *statistics*: all ten at epsilon 0. *longest*: the longest step of a job.
*memory*: peak beyond the data.

${table(["where", "data", "metric", "grouping", "rows", "prepare", "calibrate", "count", "curve", "statistics", "longest", "memory"], rows)}
`;
}

const real = realData();
const native = measureNative(real);
const { results: wasm, comparison, start } = await measureWasm();
writeFileSync(
  "benches/RESULTS.md",
  report([...native, ...wasm, ...measurePeers()], comparison, start),
);
console.log(readFileSync("benches/RESULTS.md", "utf8"));
