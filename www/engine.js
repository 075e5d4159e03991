// The page asks here, Rust answers. A worker that is lost is replaced, and its
// successor gets the data in use.

import { Channel } from "./channel.js";
import { Pool } from "./pool.js";

/** @typedef {import("../tiescope.js").Preview} Preview */
/** @typedef {import("../tiescope.js").Roles} Roles */
/** @typedef {import("../tiescope.js").Settings} Settings */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Task} Task */
/** @typedef {import("../tiescope.js").Evaluation} Evaluation */
/** @typedef {import("../tiescope.js").Progress} Progress */
/** @typedef {{name: string, blob: Blob}} NamedBlob */
/** @typedef {{version: string, catalogue: import("../tiescope.js").Entry[]}} About */

/** A file was given up while it was read. */
export class Abandoned extends Error {
  constructor() {
    super("Reading was cancelled.");
  }
}

/** A worker may be lost so often with the same data before it is given up. */
const LOSSES = 3;

export class Engine {
  /** What a new worker needs to take over: a file, how it is read, its roles. */
  /** @type {{files: NamedBlob[], settings: Settings} | undefined} */
  #opened;
  /** @type {{files: NamedBlob[], settings: Settings, roles: Roles} | undefined} */
  #inUse;
  /** @type {Error | undefined} Set when no worker can run. */
  #broken;
  /** A takeover under way: others wait until the new worker has the data. */
  /** @type {Promise<void> | undefined} */
  #takeover;
  /** How often the worker was lost since a file was last used. */
  #losses = 0;
  #program;
  #channel;
  /** Other workers, for studies of many metrics. */
  #pool;

  /** @param {Promise<WebAssembly.Module>} program what workers run */
  constructor(program) {
    this.#program = program;
    this.#channel = this.#start();
    this.#pool = new Pool(program, () => this.#ask("share"));
  }

  /**
   * Told when the worker was lost and a new one took over, with what happened
   * and whether it has the data in use. A file that waited is forgotten.
   */
  onRestart = (/** @type {Error} */ _error, /** @type {boolean} */ _hasData) => {};

  /**
   * Gives up a file that is being read. A worker cannot be interrupted there,
   * so another one takes over.
   */
  abandon = () => {
    if (!this.#takeover) this.#replace(new Abandoned());
  };

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
    this.#pool.forget();
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
   * Computes a study; a later one of its kind or `cancel` makes it resolve to nothing.
   * @param {Task} task
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  study = (task, onProgress) => this.#ask("study", [task], onProgress);

  /**
   * Computes studies, several at once where the machine has cores.
   * @template {Task} T
   * @param {T[]} tasks
   * @param {(task: T, result: any) => void} onResult
   * @param {AbortSignal} signal
   */
  studies = (tasks, onResult, signal) => this.#pool.run(tasks, this.study, onResult, signal);

  /** Prepares for studies of many metrics. */
  warm = () => this.#pool.warm();

  /**
   * Metrics that know nothing, to compare the others with.
   * @param {Grouping} grouping
   * @returns {Promise<import("../tiescope.js").Baseline[]>}
   */
  baselines = (grouping) => this.#ask("baselines", [grouping]);

  /**
   * Columns of the file in use that have no role.
   * @returns {Promise<import("../tiescope.js").Spare>}
   */
  spare = () => this.#ask("spare");

  /**
   * Reads another file to compare the scores in use with.
   * @param {NamedBlob[]} files
   * @returns {Promise<Summary>}
   */
  openOther = (files) => this.#ask("openOther", [files]);

  /**
   * The names of the groups in use.
   * @param {Grouping} grouping
   * @returns {Promise<string[]>}
   */
  groupNames = (grouping) => this.#ask("groupNames", [grouping]);

  /**
   * A group of the scores in use, for the lab.
   * @param {Grouping} grouping
   * @param {string} name
   * @param {number[]} metrics
   * @returns {Promise<import("../tiescope.js").Taken>}
   */
  takeGroup = (grouping, name, metrics) => this.#ask("takeGroup", [grouping, name, metrics]);

  /** @param {Task["study"]} kind */
  cancel = (kind) => this.#ask("cancel", [kind]);

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
    return new Channel(this.#program, (error) => this.#lose(error));
  }

  /**
   * @param {string} method
   * @param {unknown[]} [args]
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<any>}
   */
  async #ask(method, args = [], onProgress) {
    while (this.#takeover) await this.#takeover.catch(() => {});
    if (this.#broken) throw this.#broken;
    return this.#channel.ask(method, args, onProgress);
  }

  /**
   * The worker was lost. One that never answered cannot run; one that is lost
   * again and again fails on the data.
   * @param {Error} error
   */
  #lose(error) {
    this.#losses += 1;
    if (!this.#channel.answered || this.#losses > LOSSES) this.#broken = error;
    return this.#replace(error);
  }

  /**
   * Starts a new worker and gives it the data in use. Should that one be lost,
   * too, its successor's takeover is the one that counts.
   * @param {Error} error what those hear that wait for the old one
   */
  async #replace(error) {
    this.#channel.close(error);
    if (this.#broken) return this.onRestart(error, false);
    this.#channel = this.#start();
    this.#opened = undefined;
    const takeover = hand(this.#channel, this.#inUse);
    this.#takeover = takeover;
    const isDone = await takeover.then(
      () => true,
      () => false, // such as a file that has changed since
    );
    if (this.#takeover !== takeover) return;
    this.#takeover = undefined;
    if (!isDone) this.#inUse = undefined;
    this.onRestart(error, this.#inUse !== undefined);
  }
}

/**
 * @param {Channel} channel
 * @param {{files: NamedBlob[], settings: Settings, roles: Roles} | undefined} inUse
 */
async function hand(channel, inUse) {
  if (!inUse) return;
  await channel.ask("open", [inUse.files, inUse.settings]);
  await channel.ask("assign", [inUse.roles]);
}
