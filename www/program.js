// The program is compiled once, for the page and for its workers, so that a
// worker that starts later fetches nothing.

import init from "../tiescope.js";
import { wasm, worker } from "./parts.js";
import { ProblemError } from "./problem.js";

/** @returns {Worker} one that waits for the program */
export const startWorker = () => new Worker(worker.address, { type: worker.type });

/**
 * @returns {Promise<WebAssembly.Module>}
 * @throws {ProblemError} if it cannot be had, or is not one
 */
export async function loadProgram() {
  const source = wasm instanceof URL ? await request(wasm) : wasm;
  try {
    if (source instanceof Uint8Array) return await WebAssembly.compile(source);
    // Only with the right type can it be compiled while it arrives.
    return source.headers.get("Content-Type") === "application/wasm"
      ? await WebAssembly.compileStreaming(source)
      : await WebAssembly.compile(await source.arrayBuffer());
  } catch (error) {
    throw damaged(error);
  }
}

/**
 * Starts the program in the page itself.
 * @param {WebAssembly.Module} module
 */
export async function startHere(module) {
  try {
    await init({ module_or_path: module });
  } catch (error) {
    throw damaged(error);
  }
}

/** @param {URL} address */
async function request(address) {
  const response = await fetch(address).catch(() => undefined);
  if (response?.ok) return response;
  const why = response ? `the server answers ${response.status}` : "it cannot be reached";
  throw new ProblemError({
    message: `Tiescope did not start: its program, ${file(address)}, could not be loaded (${why}).`,
    remedy: "Check the connection and reload the page.",
    line: undefined,
    column: undefined,
    choices: [],
  });
}

/** @param {unknown} error */
function damaged(error) {
  const name = wasm instanceof URL ? `, ${file(wasm)},` : "";
  const cause = error instanceof Error ? error.message : String(error);
  return new ProblemError({
    message: `Tiescope did not start: its program${name} is damaged, incomplete or of another version.`,
    remedy: `Reload the page, holding Shift, or get the file again. The browser says: ${cause}`,
    line: undefined,
    column: undefined,
    choices: [],
  });
}

/** @param {URL} address */
const file = (address) => address.pathname.split("/").at(-1);
