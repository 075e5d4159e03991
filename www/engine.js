// Promises over the worker. The page asks here, Rust answers.

/** @typedef {import("../tiescope.js").Preview} Preview */
/** @typedef {import("../tiescope.js").Roles} Roles */
/** @typedef {import("../tiescope.js").Settings} Settings */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Explored} Explored */
/** @typedef {import("../tiescope.js").Evaluation} Evaluation */
/** @typedef {import("../tiescope.js").Progress} Progress */
/** @typedef {import("../tiescope.js").Problem} Problem */
/** @typedef {{name: string, blob: Blob}} NamedBlob */
/** @typedef {{version: string, catalogue: import("../tiescope.js").Entry[]}} About */
/** @typedef {{resolve: (result: any) => void, reject: (error: Error) => void, onProgress?: (progress: Progress) => void}} Waiting */

/** An error with a place in the file and a remedy, as Rust reports it. */
export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A file was given up while it was read. */
export class Abandoned extends Error {
  constructor() {
    super("Reading was cancelled.");
  }
}

/** A worker may be lost so often with the same data before it is given up. */
const LOSSES = 3;

export class Engine {
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  /** What a new worker needs to take over: a file, how it is read, its roles. */
  /** @type {{files: NamedBlob[], settings: Settings} | undefined} */
  #opened;
  /** @type {{files: NamedBlob[], settings: Settings, roles: Roles} | undefined} */
  #inUse;
  /** Whether the present worker has ever answered. */
  #answered = false;
  /** @type {Error | undefined} Set when no worker can run. */
  #broken;
  /** A takeover under way: others wait until the new worker has the data. */
  /** @type {Promise<void> | undefined} */
  #takeover;
  /** How often the worker was lost since a file was last used. */
  #losses = 0;
  #worker = this.#start();

  /**
   * Told when the worker was lost and a new one took over, with what happened
   * and whether it has the data in use. A file that waited is forgotten.
   */
  onRestart = (/** @type {Error} */ _error, /** @type {boolean} */ _hasData) => {};

  /**
   * Gives up a file that is being read. A worker cannot be interrupted there,
   * so another one takes over.
   */
  abandon = () => this.#replace(new Abandoned());

  /** @returns {Promise<About>} */
  about = () => this.#ask("about");

  /**
   * A simulated score file.
   * @param {import("../tiescope.js").HumanScore} human
   * @param {number} systems
   * @param {number} items
   * @returns {Promise<Blob>}
   */
  sample = (human, systems, items) => this.#ask("sample", [human, systems, items]);

  /**
   * Reads a file, or several as one; the scores in use stay.
   * @param {NamedBlob[]} files
   * @param {Settings} settings
   * @param {(progress: Progress) => void} onProgress
   * @returns {Promise<Preview>}
   */
  async open(files, settings, onProgress) {
    this.#opened = undefined;
    const preview = await this.#ask("open", [files, settings], onProgress);
    this.#opened = { files, settings };
    return preview;
  }

  /**
   * Takes scores from the file last opened, or else in use.
   * @param {Roles} roles
   * @returns {Promise<Summary>}
   */
  async assign(roles) {
    const summary = await this.#ask("assign", [roles]);
    this.#losses = 0;
    const opened = this.#opened ?? this.#inUse;
    if (opened) this.#inUse = { ...opened, roles };
    this.#opened = undefined;
    return summary;
  }

  /** Forgets the file last opened. */
  async discard() {
    this.#opened = undefined;
    await this.#ask("discard");
  }

  /**
   * Names in a column of the file last opened, or else in use.
   * @param {number} column
   * @returns {Promise<string[]>}
   */
  names = (column) => this.#ask("names", [column]);

  /**
   * What is in the column of human scores, or of a metric.
   * @param {number} [metric]
   * @returns {Promise<import("../tiescope.js").ColumnReport>}
   */
  report = (metric) => this.#ask("report", [metric]);

  /**
   * The scores in use, as a file.
   * @returns {Promise<Blob>}
   */
  csv = () => this.#ask("csv");

  /**
   * Explores a metric; a later call or `cancel` makes it resolve to nothing.
   * @param {number} metric
   * @param {Grouping} grouping
   * @param {(progress: Progress) => void} onProgress
   * @returns {Promise<Explored | undefined>}
   */
  explore = (metric, grouping, onProgress) =>
    this.#ask("study", ["explore", metric, grouping], onProgress);

  cancel = () => this.#ask("cancel", ["explore"]);

  /**
   * @param {number} epsilon
   * @returns {Promise<Evaluation>}
   */
  at = (epsilon) => this.#ask("at", [epsilon]);

  /**
   * The next candidate epsilon.
   * @param {number} epsilon
   * @param {boolean} above
   * @returns {Promise<number | undefined>}
   */
  candidate = (epsilon, above) => this.#ask("candidate", [epsilon, above]);

  #start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#answered = false;
    worker.onmessage = ({ data }) => this.#answer(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const cause = event.message || "the worker could not be loaded";
      this.#lose(new Error(`The computation stopped unexpectedly: ${cause}.`));
    };
    return worker;
  }

  /**
   * @param {string} method
   * @param {unknown[]} [args]
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async #ask(method, args = [], onProgress) {
    await this.#takeover;
    return this.#post(method, args, onProgress);
  }

  /**
   * @param {string} method
   * @param {unknown[]} args
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  #post(method, args, onProgress) {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, method, args });
    });
  }

  /** @param {{id: number, result?: any, error?: Problem, progress?: Progress}} answer */
  #answer({ id, result, error, progress }) {
    this.#answered = true;
    const waiting = this.#waiting.get(id);
    if (progress) return waiting?.onProgress?.(progress);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new ProblemError(error));
    else waiting?.resolve(result);
  }

  /**
   * The worker was lost. One that never answered cannot run; one that is lost
   * again and again fails on the data.
   * @param {Error} error
   */
  #lose(error) {
    this.#losses += 1;
    if (!this.#answered || this.#losses > LOSSES) this.#broken = error;
    return this.#replace(error);
  }

  /**
   * Starts a new worker and gives it the data in use.
   * @param {Error} error what those hear that wait for the old one
   */
  async #replace(error) {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker.terminate();
    for (const { reject } of lost) reject(error);
    if (this.#broken) return this.onRestart(error, false);
    this.#worker = this.#start();
    this.#opened = undefined;
    this.#takeover = this.#hand(this.#inUse);
    try {
      await this.#takeover;
      this.onRestart(error, this.#inUse !== undefined);
    } catch {
      this.#inUse = undefined; // such as a file that has changed since
      this.onRestart(error, false);
    } finally {
      this.#takeover = undefined;
    }
  }

  /** @param {{files: NamedBlob[], settings: Settings, roles: Roles} | undefined} inUse */
  async #hand(inUse) {
    if (!inUse) return;
    await this.#post("open", [inUse.files, inUse.settings]);
    await this.#post("assign", [inUse.roles]);
  }
}
