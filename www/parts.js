// Where the parts of the program are: files beside this one. `make dist` builds
// them into the page instead (scripts/dist.mjs).

/** @type {URL | Uint8Array<ArrayBuffer>} */
export const wasm = new URL("../tiescope_bg.wasm", import.meta.url);

/** @type {{address: URL | string, type: WorkerType}} */
export const worker = { address: new URL("./worker.js", import.meta.url), type: "module" };
