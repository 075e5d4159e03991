// Promises over one worker.

import { ProblemError } from "./problem.js";
import { startWorker } from "./program.js";

/** @typedef {import("../tiescope.js").Problem} Problem */
/** @typedef {import("../tiescope.js").Progress} Progress */
/** @typedef {{resolve: (result: any) => void, reject: (error: Error) => void, onProgress?: (progress: Progress) => void}} Waiting */

export class Channel {
  #worker = startWorker();
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  /** Whether the worker has ever answered. */
  answered = false;

  /**
   * @param {Promise<WebAssembly.Module>} program what the worker runs; without it, it waits
   * @param {(error: Error) => void} onLost told when the worker stopped by itself
   */
  constructor(program, onLost) {
    program.then(
      (module) => this.#worker.postMessage({ module }),
      () => {}, // told by who loads it
    );
    this.#worker.onmessage = ({ data }) => this.#answer(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const cause = event.message || "the worker could not be loaded";
      onLost(new Error(`The computation stopped unexpectedly: ${cause}.`));
    };
  }

  /**
   * @param {string} method
   * @param {unknown[]} [args]
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  ask(method, args = [], onProgress) {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, method, args });
    });
  }

  /**
   * Ends the worker.
   * @param {Error} error what those hear that wait for it
   */
  close(error) {
    this.#worker.terminate();
    // What it has already sent is not heard any more.
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  /** @param {{id: number, result?: any, error?: Problem, progress?: Progress}} answer */
  #answer({ id, result, error, progress }) {
    this.answered = true;
    const waiting = this.#waiting.get(id);
    if (progress) return waiting?.onProgress?.(progress);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new ProblemError(error));
    else waiting?.resolve(result);
  }
}
