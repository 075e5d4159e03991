// Every statistic of every metric: its value, its formula, and the formula
// with the numbers put in.

import { make } from "../dom.js";
import { stat } from "../format.js";
import { term } from "../help.js";
import { scrollBox } from "../scroll.js";
import { decimals } from "./epsilon.js";
import { kindsOf, tellOfPointingIn } from "./marks.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("../../tiescope.js").Worked} Worked */
/** @typedef {import("../../tiescope.js").WorkedStatistic} WorkedStatistic */
/** @typedef {import("../../tiescope.js").WorkedValue} WorkedValue */
/** @typedef {import("../../tiescope.js").WorkedItem} WorkedItem */
/** @typedef {import("../../tiescope.js").Term} Term */

/** How statistics are called that have another name in data. */
/** @type {Record<string, string>} */
export const LABELS = {
  pearson: "Pearson’s r",
  spearman: "Spearman’s rho",
  ties_f1: "ties-F1",
  correct_rank_f1: "correct-rank-F1",
};

/** Averages over different items are no comparison. */
const APART = "over different items: not comparable";

export class StatisticsOfLab {
  #table = scrollBox("Statistics");
  #isItemByItem = make("input", { type: "checkbox" });
  #itemByItem = make("label", {}, this.#isItemByItem, " every item’s formula");
  #isAll = make("input", { type: "checkbox" });
  #all = make("label", {}, this.#isAll, " all statistics");
  #redraw = () => {};

  /**
   * @param {HTMLElement} root
   * @param {(mark: Mark) => void} tell
   */
  constructor(root, tell) {
    tellOfPointingIn(this.#table, "[data-kinds]", (term) => ({ kinds: kindsOf(term) }), tell);
    root.append(this.#table, make("p", { className: "note choices" }, this.#itemByItem, this.#all));
    for (const input of [this.#isItemByItem, this.#isAll]) {
      input.addEventListener("change", () => this.#redraw());
    }
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   * @param {import("./lab.js").Shown} shown
   */
  show(state, worked, shown) {
    const { hidesBest, explained } = shown;
    const isRaised = state.metrics.some(({ epsilon }) => epsilon > 0);
    this.#itemByItem.hidden = worked.items.length < 2;
    this.#all.hidden = !explained;
    this.#redraw = () => this.show(state, worked, shown);
    const isShown = (/** @type {WorkedStatistic} */ { entry }) =>
      !explained || this.#isAll.checked || explained.includes(entry.name);
    const heads = worked.metrics.map(({ name }) => make("th", { scope: "col" }, name));
    const rows = worked.statistics
      .filter(isShown)
      .map((row) => this.#row(row, worked, hidesBest, isRaised));
    const table = make(
      "table",
      { className: "lab-statistics" },
      make("caption", {}, caption(worked, hidesBest)),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Statistic"), ...heads)),
      make("tbody", {}, ...rows),
    );
    this.#table.replaceChildren(table);
  }

  /** @param {Mark} mark */
  mark({ kind, metric }) {
    for (const term of this.#table.querySelectorAll("[data-kinds]")) {
      if (!(term instanceof HTMLElement)) continue;
      const isHere = term.dataset.metric === undefined || term.dataset.metric === String(metric);
      term.classList.toggle("marked", isHere && kind !== undefined && kindsOf(term).includes(kind));
    }
  }

  /**
   * @param {WorkedStatistic} row
   * @param {Worked} worked
   * @param {boolean} hidesBest
   * @param {boolean} isRaised whether an epsilon is above 0
   */
  #row({ entry, values, comparable, best }, worked, hidesBest, isRaised) {
    const formula = values[0]?.items[0]?.terms;
    const written = formula ? this.#terms(formula, (term) => term.symbol) : [entry.formula];
    const isShared = best.length === values.length;
    const cells = values.map((value, metric) => {
      const isBest = !hidesBest && !isShared && best.includes(metric);
      const cell = make(
        "td",
        { className: isBest ? "best" : "" },
        stat(entry.name, value.value, decimals, {
          at: worked.metrics[metric]?.name ?? "",
          reason: value.items.find(({ reason }) => reason)?.reason ?? "there is no pair",
        }),
        ...this.#worked(value, metric, worked.items),
      );
      if (isBest) cell.append(make("span", { className: "hidden" }, " (best)"));
      return cell;
    });
    const head = make(
      "th",
      { scope: "row" },
      make("span", { className: "name" }, term(entry.name, LABELS[entry.name])),
      make("span", { className: "formula" }, ...written),
      entry.uses_epsilon || entry.name === "tau_c" || !isRaised
        ? ""
        : make("span", { className: "formula" }, "of the scores: epsilon changes nothing"),
      comparable ? "" : make("span", { className: "formula partial" }, APART),
    );
    return make("tr", { data: { statistic: entry.name } }, head, ...cells);
  }

  /**
   * The numbers put in: those of the only item, or of the mean over items and,
   * if the reader wants them, of each.
   * @param {WorkedValue} value
   * @param {number} metric
   * @param {number[]} items
   */
  #worked({ items: values, defined }, metric, items) {
    const line = (/** @type {(Node | string)[]} */ ...parts) =>
      make("span", { className: "worked" }, ...parts);
    const numbers = (/** @type {WorkedItem} */ { terms }) =>
      this.#terms(terms, (term) => term.number, metric);
    const [first] = values;
    if (first && values.length === 1) {
      return [line(...numbers(first)), ...(first.reason ? [line(first.reason)] : [])];
    }
    const summands = values.flatMap(({ value }) => (value === undefined ? [] : [decimals(value)]));
    const sum = summands.join(" + ").replaceAll("+ \u2212", "\u2212 ");
    const mean = summands.length > 0 ? [line(`(${sum}) / ${defined}`)] : [];
    const left = values.length - defined;
    const lines = [...mean];
    if (left > 0) {
      const reason = values.find(({ reason }) => reason)?.reason ?? "";
      const text = `undefined in ${left} of ${values.length} items`;
      lines.push(make("span", { className: "worked partial", title: reason }, text));
    }
    if (!this.#isItemByItem.checked) return lines;
    const each = values.map((item, index) => {
      const result = item.value === undefined ? "undefined" : decimals(item.value);
      return line(`item ${items[index]}: `, ...numbers(item), ` = ${result}`);
    });
    return [...lines, ...each];
  }

  /**
   * @param {Term[]} terms
   * @param {(term: Term) => string} write
   * @param {number} [metric]
   */
  #terms(terms, write, metric) {
    return terms.map((term) => {
      if (term.kinds.length === 0) return write(term);
      const span = make("span", { className: "term", data: { kinds: term.kinds.join(" ") } });
      span.append(...withIndices(write(term)));
      if (metric !== undefined) span.dataset.metric = String(metric);
      return span;
    });
  }
}

/** What an average is of. */
function caption(/** @type {Worked} */ { items }, /** @type {boolean} */ hidesBest) {
  const what = items.length > 1 ? `Averages over ${items.length} items; higher` : "Higher";
  return `${what} is better${hidesBest ? "" : "; the best in bold"}`;
}

/**
 * Text with the indices of counts below the line: T_h, Δr_m.
 * @param {string} text
 */
export function withIndices(text) {
  return text
    .split(/(?<=[Tr])(_(?:hm|h|m))(?!\w)/)
    .map((part) => (part.startsWith("_") ? make("sub", {}, part.slice(1)) : part));
}
