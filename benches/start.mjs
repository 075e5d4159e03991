// From navigation to the first chart, each time as a new visitor.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const ROUNDS = 15;

/** Runs before the page: notes when its chart is there. */
function noteTheChart() {
  const look = () => {
    if (document.querySelector("#chart svg") && !document.body.matches(".starting")) {
      globalThis.chartAt = performance.now();
    } else requestAnimationFrame(look);
  };
  look();
}

/** Milliseconds, in ascending order, and the size of the program in bytes. */
export async function measureStart(browser, address) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(noteTheChart);
    await page.goto(address);
    await page.waitForFunction(() => globalThis.chartAt);
    times.push(await page.evaluate(() => globalThis.chartAt));
    await context.close();
  }
  const program = readFileSync("dist/tiescope_bg.wasm");
  const packed = gzipSync(program, { level: 9 }).length;
  return { times: times.sort((a, b) => a - b), bytes: program.length, packed };
}
