// What each pair counts, in the tabular notation of WMT.

import { make } from "../dom.js";
import { stat } from "../format.js";
import { decimals } from "./epsilon.js";
import { isRight, KINDS, tellOfPointing } from "./marks.js";

/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Kind} Kind */
/** @typedef {import("../../tiescope.js").Worked} Worked */
/** @typedef {import("../../tiescope.js").WorkedStatistic} WorkedStatistic */

const SIGNS = ["<", "=", ">"];
/** The kind of pair in each cell: rows are the human's signs, columns the metric's. */
/** @type {Kind[][]} */
const CELLS = [
  ["C", "T_m", "D"],
  ["T_h", "T_hm", "T_h"],
  ["D", "T_m", "C"],
];

export class CoefficientTables {
  #root;
  #tell;

  /**
   * @param {HTMLElement} root
   * @param {(mark: Mark) => void} tell
   */
  constructor(root, tell) {
    this.#root = root;
    this.#tell = tell;
  }

  /**
   * @param {Worked} worked
   * @param {boolean} hidesBest
   */
  show(worked, hidesBest) {
    const tables = worked.statistics
      .filter(({ coefficients }) => coefficients)
      .map((row) => this.#table(row, worked, hidesBest));
    const within = worked.items.length > 1 ? ", item by item; then it is averaged" : "";
    this.#root.replaceChildren(
      make("h3", {}, "What each pair counts"),
      make(
        "p",
        { className: "note" },
        "WMT’s tabular notation: the human’s judgement down, the metric’s across. A statistic adds up the numbers of " +
          `all pairs and divides by how many pairs there are outside of crossed-out cells (×)${within}.`,
      ),
      make("div", { className: "coefficients" }, ...tables),
    );
  }

  /** @param {Mark} mark */
  mark({ kind, kinds }) {
    for (const cell of this.#root.querySelectorAll("td[data-kind]")) {
      if (!(cell instanceof HTMLElement)) continue;
      const here = /** @type {Kind} */ (cell.dataset.kind);
      cell.classList.toggle("marked", here === kind || Boolean(kinds?.includes(here)));
    }
  }

  /**
   * @param {WorkedStatistic} row
   * @param {Worked} worked
   * @param {boolean} hidesBest
   */
  #table({ entry, coefficients, values, best }, worked, hidesBest) {
    const rows = SIGNS.map((sign, human) => {
      const cells = SIGNS.map((_, metric) => {
        const kind = CELLS[human]?.[metric] ?? "C";
        return this.#cell(kind, coefficients?.[human]?.[metric]);
      });
      return make("tr", {}, make("th", { scope: "row" }, sign), ...cells);
    });
    const heads = SIGNS.map((sign) => make("th", { scope: "col" }, sign));
    const table = make(
      "table",
      { className: "coefficient-table" },
      make("caption", {}, entry.name),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
      make("tbody", {}, ...rows),
    );
    const isShared = best.length === values.length;
    const results = values.map(({ value }, metric) => {
      const name = worked.metrics[metric]?.name ?? "";
      const isBest = !hidesBest && !isShared && best.includes(metric);
      return make(
        "li",
        { className: isBest ? "best" : "" },
        `${name}: `,
        stat(entry.name, value, decimals, { at: `${name} table` }),
      );
    });
    return make("div", {}, table, make("ul", {}, ...results));
  }

  /**
   * @param {Kind} kind
   * @param {number | null | undefined} coefficient
   */
  #cell(kind, coefficient) {
    const isLeftOut = coefficient === undefined || coefficient === null;
    const sign = isLeftOut ? "×" : coefficient > 0 ? `+${coefficient}` : decimalsOf(coefficient);
    const words = isLeftOut ? "left out" : `counts ${sign}`;
    const cell = make(
      "td",
      {
        className: `${isLeftOut ? "left-out" : ""} ${isRight(kind) ? "right" : ""}`,
        title: `${KINDS[kind]}: ${words}`,
        data: { kind },
      },
      sign,
    );
    tellOfPointing(cell, { kinds: [kind] }, this.#tell);
    return cell;
  }
}

const decimalsOf = (/** @type {number} */ value) => String(value).replace("-", "\u2212");
