// Getting scores in: a file dropped or chosen, pasted text, a sample. What
// cannot be used gets a message in place, and the data shown before stays.

import { ColumnsPanel } from "./columns.js";
import { byId, make } from "./dom.js";
import { plural } from "./format.js";
import { firstNotices } from "./notices.js";
import { answerControls, ProblemError } from "./problem.js";
import { ProgressBar } from "./progress.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").HumanScore} HumanScore */
/** @typedef {import("../tiescope.js").Choice} Answer */
/** @typedef {import("../tiescope.js").Settings} Settings */
/** @typedef {import("./engine.js").NamedBlob} NamedBlob */
/** @typedef {{name: string, files: NamedBlob[], settings: Settings}} Opened */

const SAMPLES = {
  error_weights: { name: "Simulated MQM scores", systems: 12, items: 150 },
  rating: { name: "Simulated ratings, few ties", systems: 12, items: 150 },
};

export class Loader {
  #engine;
  #panel;
  #summary = byId("data-summary", HTMLElement);
  #problem = byId("problem", HTMLElement);
  #paste = byId("paste", HTMLDialogElement);
  /** The file that could not be read: its questions are answered. */
  /** @type {Opened | undefined} */
  #failed;
  /** The file that waits for its roles to be put right. */
  /** @type {Opened | undefined} */
  #opened;
  /** @type {Opened | undefined} */
  #inUse;
  /** Whether anything was ever opened. */
  #touched = false;
  #begin = () => {};
  /** Files are taken one after the other, once there is someone to show them. */
  /** @type {Promise<void>} */
  #queue = new Promise((resolve) => {
    this.#begin = resolve;
  });
  #onScores = (/** @type {Summary} */ _summary, /** @type {string} */ _name) => {};

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    this.#panel = new ColumnsPanel(engine, this.#assign, (settings) =>
      this.#readAgain(undefined, settings),
    );
    this.#listenForFiles();
    this.#listenForDrops();
    this.#listenForText();
  }

  /**
   * Takes files from now on.
   * @param {(summary: Summary, name: string) => void} onScores told when other
   *   scores are in use, and what their file is called
   */
  deliver(onScores) {
    this.#onScores = onScores;
    this.#begin();
  }

  /** Opens the first sample, unless the user was quicker. Returns whether it did. */
  async begin() {
    if (this.#touched) return false;
    await this.openSample("error_weights").catch(this.showError);
    return true;
  }

  /**
   * The worker was lost: a file that waited is gone, the data in use may be.
   * @param {Error} error
   * @param {boolean} hasData
   */
  recover(error, hasData) {
    this.#opened = undefined;
    if (!hasData) this.#inUse = undefined;
    this.#panel.restore();
    this.showError(error);
  }

  /** @param {HumanScore} human */
  async openSample(human) {
    const { name, systems, items } = SAMPLES[human];
    const blob = await this.#engine.sample(human, systems, items);
    await this.#open({ name, files: [{ name, blob }], settings: {} });
  }

  /**
   * Shows what went wrong, where, and what to do.
   * @param {unknown} error
   * @param {string} [name] the file that was not opened for it
   */
  showError = (error, name) => {
    // Told where the page itself is concerned.
    if (error instanceof WebAssembly.RuntimeError) return reportError(error);
    this.#clearError();
    const message = error instanceof Error ? error.message : String(error);
    const answers = error instanceof ProblemError ? (error.problem.choices ?? []) : [];
    const what = !name
      ? message
      : answers.length
        ? `${name}: ${message}`
        : `${name} ${/^\d+ files$/.test(name) ? "were" : "was"} not opened. ${message}`;
    const children = [make("p", { className: "what" }, what)];
    this.#problem.classList.toggle("question", answers.length > 0);
    if (error instanceof ProblemError) {
      const { remedy, line, column } = error.problem;
      if (line !== undefined) this.#problem.dataset.line = String(line);
      if (column !== undefined) this.#problem.dataset.column = column;
      if (remedy) children.push(make("p", {}, remedy));
    }
    if (answers.length > 0) {
      children.push(make("p", { className: "answers" }, ...answerControls(answers, this.take)));
    }
    if (this.#inUse) {
      const keep = make("button", { type: "button" }, "Dismiss");
      keep.addEventListener("click", this.#discard);
      children.push(make("p", {}, `Still shown: ${this.#inUse.name}. `, keep));
    }
    this.#problem.replaceChildren(...children);
  };

  #clearError() {
    this.#problem.replaceChildren();
    delete this.#problem.dataset.line;
    delete this.#problem.dataset.column;
  }

  /**
   * @param {Opened} file
   * @param {boolean} [isAgain] whether it was open, and is to be read otherwise
   */
  #open(file, isAgain = false) {
    this.#touched = true;
    return this.#inTurn(file.name, async () => {
      this.#opened = undefined;
      this.#failed = undefined;
      this.#panel.setBusy(true);
      const progress = new ProgressBar("reading", this.#summary);
      try {
        const preview = await this.#engine.open(file.files, file.settings, progress.update);
        this.#opened = file;
        await this.#panel.show(file.name, preview, isAgain);
        if (preview.problem) throw new ProblemError(preview.problem);
        await this.#use();
      } catch (error) {
        // With columns to choose from, the user can put it right; without, the
        // panel goes back to the data in use.
        if (this.#opened) {
          this.#panel.reveal();
        } else {
          this.#failed = file;
          await this.#panel.restore();
        }
        throw error;
      } finally {
        this.#panel.setBusy(false);
        progress.end();
      }
    });
  }

  /**
   * Goes on as the user answered.
   * @param {Answer} answer
   */
  take = ({ set: { setting, value } }) => {
    if (setting === "duplicates") this.#panel.setDuplicates(value);
    else if (setting === "filter") this.#panel.setFilter(value);
    else if (setting === "metrics") this.#panel.addMetrics(value);
    else if (setting === "leave_out") this.#openWithout(value);
    else this.#readAgain(this.#failed, { [setting]: value });
  };

  /**
   * Does what a remark offers for the scores in use: a file that waits goes.
   * @param {Answer} choice
   */
  takeRemark = async (choice) => {
    if (this.#opened) await this.#discard();
    this.take(choice);
  };

  /**
   * Opens the files that could not be read together, without some of them.
   * @param {number[]} places
   */
  #openWithout(places) {
    if (!this.#failed) return;
    const files = this.#failed.files.filter((_, place) => !places.includes(place));
    this.#open({ ...this.#failed, name: nameOf(files), files });
  }

  /**
   * Reads a file once more, in another way; without one, that of the panel.
   * @param {Opened | undefined} failed
   * @param {Settings} settings
   */
  #readAgain(failed, settings) {
    const file = failed ?? this.#opened ?? this.#inUse;
    if (file) this.#open({ ...file, settings: { ...file.settings, ...settings } }, true);
  }

  /**
   * Takes a metric's lower scores for the better ones, or its higher ones again.
   * @param {number} metric
   */
  turnRound = (metric) => this.#panel.turnRound(metric);

  /** Uses the roles as they stand after the user changed them. */
  #assign = () => this.#inTurn(this.#opened?.name ?? "", () => this.#use());

  async #use() {
    const summary = await this.#engine.assign(this.#panel.roles()).catch((error) => {
      this.#panel.refuse();
      throw error;
    });
    this.#inUse = this.#opened ?? this.#inUse;
    this.#opened = undefined;
    await this.#panel.keep();
    const notices = firstNotices(summary.notices, this.takeRemark);
    this.#summary.replaceChildren(...inWords(this.#inUse?.name ?? "", summary), ...notices);
    this.#onScores(summary, this.#inUse?.name ?? "");
  }

  #discard = () =>
    this.#inTurn("", async () => {
      this.#opened = undefined;
      // Together: the panel closes with the message, not over someone who has
      // opened it since. The worker answers in the order it was asked.
      await Promise.all([this.#engine.discard(), this.#panel.restore()]);
      byId("open-file", HTMLButtonElement).focus();
    });

  /**
   * Does one thing after another; an error ends it and is shown.
   * @param {string} name of the file that is being opened, if one is
   * @param {() => Promise<void>} task
   */
  #inTurn(name, task) {
    this.#queue = this.#queue.then(async () => {
      document.body.classList.add("busy");
      this.#clearError();
      await task().catch((error) => this.showError(error, name));
      document.body.classList.remove("busy");
    });
    return this.#queue;
  }

  #listenForFiles() {
    const input = byId("file", HTMLInputElement);
    byId("open-file", HTMLButtonElement).addEventListener("click", () => input.click());
    byId("stop-reading", HTMLButtonElement).addEventListener("click", this.#engine.abandon);
    input.addEventListener("change", () => {
      this.#openFiles([...(input.files ?? [])]);
      input.value = ""; // the same file can be chosen again, after a change
    });
    const samples = byId("samples", HTMLSelectElement);
    samples.addEventListener("change", () => {
      const human = /** @type {HumanScore | ""} */ (samples.value);
      samples.value = "";
      if (human) this.openSample(human).catch((error) => this.showError(error));
    });
  }

  #listenForDrops() {
    const veil = byId("drop", HTMLElement);
    const carriesFiles = (/** @type {DragEvent} */ event) =>
      event.dataTransfer?.types.includes("Files") ?? false;
    addEventListener("dragover", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      veil.hidden = false;
    });
    addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) veil.hidden = true;
    });
    addEventListener("drop", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      veil.hidden = true;
      const { items } = /** @type {DataTransfer} */ (event.dataTransfer);
      // Items are gone once the event is over, but not what is taken from them.
      const files = [...items].map((item) => {
        const entry = item.webkitGetAsEntry();
        const file = item.getAsFile();
        return entry?.isDirectory ? filesOf(entry) : file ? [file] : [];
      });
      Promise.all(files).then((files) => this.#openFiles(files.flat()), this.showError);
    });
  }

  /**
   * Opens a file that another part of the page has written.
   * @param {string} name
   * @param {string} text
   */
  openText(name, text) {
    return this.#open({ name, files: [{ name, blob: new Blob([text]) }], settings: {} });
  }

  /** @param {File[]} files */
  #openFiles(files) {
    if (files.length === 0) return;
    // The lab does not show what is in a file.
    if (location.hash.startsWith("#lab")) location.hash = "#explore";
    const named = files.map((file) => ({ name: file.name, blob: file }));
    this.#open({ name: nameOf(named), files: named, settings: {} });
  }

  #listenForText() {
    const text = byId("paste-text", HTMLTextAreaElement);
    byId("open-paste", HTMLButtonElement).addEventListener("click", () => {
      this.#paste.returnValue = "";
      this.#paste.showModal();
    });
    this.#paste.addEventListener("close", () => {
      if (this.#paste.returnValue !== "read") return;
      this.openText("Pasted text", text.value);
    });
  }
}

/**
 * The file, or all files of a folder in the order of their names.
 * @param {FileSystemEntry} entry
 * @returns {Promise<File[]>}
 */
async function filesOf(entry) {
  if (entry.isFile) {
    const { file } = /** @type {FileSystemFileEntry} */ (entry);
    return [await new Promise(file.bind(entry))];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const entries = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise(reader.readEntries.bind(reader));
    if (some.length === 0) break;
    entries.push(...some.filter(({ name }) => !name.startsWith(".")));
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return (await Promise.all(entries.map(filesOf))).flat();
}

/**
 * What files are called together.
 * @param {NamedBlob[]} files
 */
const nameOf = (files) =>
  (files.length === 1 ? files[0]?.name : undefined) ?? `${files.length} files`;

/**
 * One sentence about the scores in use.
 * @param {string} name
 * @param {Summary} summary
 */
function inWords(name, { rows, systems, items, metrics, human }) {
  const parts = [plural(rows, "row")];
  if (systems.length > 0) parts.push(plural(systems.length, "system"));
  if (items > 0) parts.push(plural(items, "item"));
  const others = metrics.filter(({ is_human }) => is_human).length;
  if (others < metrics.length) parts.push(plural(metrics.length - others, "metric"));
  if (others > 0) parts.push(`${plural(others, "column")} of human scores used as metrics`);
  return [
    make("strong", {}, name),
    `: ${parts.join(", ")}; human scores from “${human.name}”${human.lower_is_better ? ", lower is better" : ""}.`,
  ];
}
