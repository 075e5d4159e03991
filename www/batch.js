// A study of every metric, begun by a button, with progress and a way to stop.

import { make } from "./dom.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Task} Task */

export class Batch {
  #engine;
  #kind;
  #showError;
  #start;
  #bar = make("progress", { max: 1, value: 0 });
  #cancel = make("button", { type: "button" }, "Cancel");
  #busy = make("span", { className: "progress", hidden: true, role: "status" });
  #abort = new AbortController();
  /** The button and the progress, to be put where they belong. */
  element;

  /**
   * @param {Engine} engine
   * @param {Task["study"]} kind
   * @param {string} label of the button
   * @param {() => void} onStart
   * @param {(error: unknown) => void} showError
   */
  constructor(engine, kind, label, onStart, showError) {
    this.#engine = engine;
    this.#kind = kind;
    this.#showError = showError;
    this.#start = make("button", { type: "button" }, label);
    this.#bar.ariaLabel = label;
    this.#busy.append(this.#bar, this.#cancel);
    this.#start.addEventListener("click", onStart);
    this.#cancel.addEventListener("click", () => this.stop());
    this.element = make("span", { className: "batch" }, this.#start, this.#busy);
  }

  /**
   * Computes tasks of the batch's kind, several at once where it can.
   * @template {Task} T
   * @param {T[]} tasks
   * @param {(task: T, result: any) => void} onResult
   */
  async run(tasks, onResult) {
    this.stop();
    const { signal } = this.#abort;
    let done = 0;
    this.#bar.value = 0;
    this.#busy.hidden = false;
    // What has the focus does not vanish under it.
    if (document.activeElement === this.#start) this.#cancel.focus();
    this.#start.hidden = true;
    try {
      await this.#engine.studies(
        tasks,
        (task, result) => {
          done += 1;
          this.#bar.value = done / tasks.length;
          onResult(task, result);
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted) this.#showError(error);
    }
    if (!signal.aborted) this.#rest();
  }

  /** Ends what is being computed. */
  stop() {
    if (!this.#busy.hidden) this.#engine.cancel(this.#kind);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#rest();
  }

  #rest() {
    this.#start.hidden = false;
    if (document.activeElement === this.#cancel) this.#start.focus();
    this.#busy.hidden = true;
  }
}
