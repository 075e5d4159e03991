// What each pair counts, in the tabular notation of WMT.

import { make } from "../dom.js";
import { setStat, stat } from "../format.js";
import { decimals } from "./epsilon.js";
import { isRight, KINDS, kindsOf, tellOfPointingIn } from "./marks.js";

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
  /** The names that the tables were made for. */
  #shape = "";
  #note = make("p", { className: "note" });
  #tables = make("div", { className: "coefficients" });

  /**
   * @param {HTMLElement} root
   * @param {(mark: Mark) => void} tell
   */
  constructor(root, tell) {
    this.#root = root;
    tellOfPointingIn(root, "td[data-kind]", (cell) => ({ kinds: kindsOf(cell) }), tell);
    root.append(make("h3", {}, "What each pair counts"), this.#note, this.#tables);
  }

  /**
   * @param {Worked} worked
   * @param {import("./lab.js").Shown} shown
   */
  show(worked, { hidesBest, explained }) {
    const within = worked.items.length > 1 ? ", item by item; then it is averaged" : "";
    this.#note.textContent =
      "WMT’s tabular notation: the human’s judgement down, the metric’s across. A statistic adds up the numbers of " +
      `all pairs and divides by how many pairs there are outside of crossed-out cells (×)${within}.`;
    const rows = worked.statistics.filter(({ coefficients }) => coefficients);
    const names = worked.metrics.map(({ name }) => name);
    if (JSON.stringify(names) !== this.#shape) {
      this.#tables.replaceChildren(...rows.map((row) => this.#table(row, names)));
    }
    this.#shape = JSON.stringify(names);
    rows.forEach(({ entry, values, best }, index) => {
      const isShared = best.length === values.length;
      const table = this.#tables.children[index];
      if (!(table instanceof HTMLElement)) return;
      table.hidden = Boolean(explained && !explained.includes(entry.name));
      table.querySelectorAll("li").forEach((line, metric) => {
        const number = line.querySelector(".stat");
        if (number instanceof HTMLElement) setStat(number, values[metric]?.value, decimals);
        line.classList.toggle("best", !hidesBest && !isShared && best.includes(metric));
      });
    });
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
   * @param {string[]} names of the metrics
   */
  #table({ entry, coefficients }, names) {
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
    const results = names.map((name) => {
      const number = stat(entry.name, undefined, decimals, { at: `${name} table` });
      return make("li", {}, `${name}: `, number);
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
    return make(
      "td",
      {
        className: `${isLeftOut ? "left-out" : ""} ${isRight(kind) ? "right" : ""}`,
        title: `${KINDS[kind]}: ${words}`,
        data: { kind },
      },
      sign,
    );
  }
}

const decimalsOf = (/** @type {number} */ value) => String(value).replace("-", "\u2212");
