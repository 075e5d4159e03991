// The class statistics and the pair counts, at the cursor and at epsilon*.

import { make } from "./dom.js";
import { count, percent, plural, score, setStat, stat, statistic } from "./format.js";
import { term } from "./help.js";

/** @typedef {import("../tiescope.js").Evaluation} Evaluation */
/** @typedef {import("../tiescope.js").Measured} Measured */
/** @typedef {"cursor" | "star"} Place */
/** @typedef {{name: string, label: string, write: (value: number) => string, of: (at: Evaluation) => number | undefined}} Row */

/** @type {Row[]} */
const ROWS = [
  { name: "epsilon", label: "epsilon", write: score, of: (at) => at.epsilon },
  {
    name: "metric_tied",
    label: "pairs the metric ties",
    write: percent,
    of: (at) => at.metric_tied,
  },
  { name: "acc_eq", label: "acc_eq", write: statistic, of: (at) => at.acc_eq },
  { name: "ties_f1", label: "ties-F1", write: statistic, of: (at) => at.ties?.f1 },
  { name: "ties_precision", label: "precision", write: statistic, of: (at) => at.ties?.precision },
  { name: "ties_recall", label: "recall", write: statistic, of: (at) => at.ties?.recall },
  {
    name: "correct_rank_f1",
    label: "correct-rank-F1",
    write: statistic,
    of: (at) => at.correct_rank?.f1,
  },
  {
    name: "correct_rank_precision",
    label: "precision",
    write: statistic,
    of: (at) => at.correct_rank?.precision,
  },
  {
    name: "correct_rank_recall",
    label: "recall",
    write: statistic,
    of: (at) => at.correct_rank?.recall,
  },
];

/** @typedef {"C" | "D" | "T_h" | "T_m" | "T_hm"} Kind */
/** @type {Kind[]} */
const KINDS = ["C", "D", "T_h", "T_m", "T_hm"];
/** Rows: human <, =, >; columns: metric <, =, >. */
/** @type {[string, [Kind, Kind, Kind]][]} */
const MATRIX = [
  ["<", ["C", "T_m", "D"]],
  ["=", ["T_h", "T_hm", "T_h"]],
  [">", ["D", "T_m", "C"]],
];

export class Readings {
  #root;
  /** @type {Map<string, HTMLElement>} */
  #stats = new Map();

  #basis = make("caption");
  #matrices = make("div", { className: "matrices" });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    const heads = ["at the cursor", "at epsilon*"].map((text) =>
      make("th", { scope: "col" }, text),
    );
    const body = ROWS.map((row) =>
      make(
        "tr",
        {
          className: row.label === row.name || row.label.includes("F1") ? "main" : "",
          data: { row: row.name },
        },
        make("th", { scope: "row" }, term(row.name, row.label)),
        ...["cursor", "star"].map((at) => make("td", {}, this.#make(row.name, at, row.write))),
      ),
    );
    const table = make(
      "table",
      { className: "values" },
      this.#basis,
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
      make("tbody", {}, ...body),
    );
    this.#matrices.append(
      this.#matrix("cursor", "at the cursor"),
      this.#matrix("star", "at epsilon*"),
    );
    const note =
      "Counts are summed over groups; all else is averaged over them. A pair read backwards lies in the opposite cell, and is counted once. Shaded: judged right.";
    this.#root.append(table, this.#matrices, make("p", { className: "note" }, note));
  }

  /** @param {Measured} measured */
  show({ at_star, grouping, groups_used, pairs }) {
    const averaged =
      grouping === "none" ? "All pairs" : `Averages over ${plural(groups_used, grouping)}`;
    this.#basis.textContent = averaged;
    // Counts of millions need the whole width.
    this.#matrices.classList.toggle("stacked", pairs >= 1e6);
    this.#set("star", at_star);
  }

  /** @param {Evaluation} reading */
  setCursor(reading) {
    this.#set("cursor", reading);
  }

  /**
   * @param {string} name
   * @param {string} at
   * @param {(value: number) => string} write
   */
  #make(name, at, write) {
    const element = stat(name, undefined, write, { at });
    this.#stats.set(`${name} ${at}`, element);
    return element;
  }

  /**
   * @param {Place} at
   * @param {Evaluation} reading
   */
  #set(at, reading) {
    const put = (
      /** @type {string} */ name,
      /** @type {number | undefined} */ value,
      /** @type {(value: number) => string} */ write,
    ) => {
      const element = this.#stats.get(`${name} ${at}`);
      if (element) setStat(element, value, write, "there is no pair");
    };
    for (const { name, of, write } of ROWS) put(name, of(reading), write);
    for (const kind of KINDS) put(kind, reading.counts[kind], count);
  }

  /**
   * @param {Place} at
   * @param {string} title
   */
  #matrix(at, title) {
    /** @type {Set<Kind>} */
    const placed = new Set();
    const cell = (/** @type {Kind} */ kind) => {
      const right = kind === "C" || kind === "T_hm" ? "right" : "";
      const mirrored = placed.has(kind);
      placed.add(kind);
      return mirrored
        ? make("td", { className: `${right} mirrored` }, kind)
        : make("td", { className: right }, term(kind, kind), this.#make(kind, at, count));
    };
    const heads = ["<", "=", ">"].map((sign) => make("th", { scope: "col" }, sign));
    const rows = MATRIX.map(([sign, kinds]) =>
      make("tr", {}, make("th", { scope: "row" }, sign), ...kinds.map(cell)),
    );
    return make(
      "table",
      { className: "matrix" },
      make("caption", {}, `Pairs ${title}, by human (down) and metric (across)`),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
      make("tbody", {}, ...rows),
    );
  }
}
