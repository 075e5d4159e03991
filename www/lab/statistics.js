// Every statistic of every metric: its value, its formula, and the formula
// with the numbers put in.

import { make } from "../dom.js";
import { stat } from "../format.js";
import { decimals } from "./epsilon.js";
import { tellOfPointing } from "./marks.js";

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
const APART = "Averaged over different items: not comparable.";

export class StatisticsOfLab {
  #table = make("div", { className: "scroll" });
  #tell;
  #isItemByItem = make("input", { type: "checkbox" });
  #choice = make("label", { className: "note" }, this.#isItemByItem, " every item’s formula");
  #redraw = () => {};

  /**
   * @param {HTMLElement} root
   * @param {(mark: Mark) => void} tell
   */
  constructor(root, tell) {
    this.#tell = tell;
    root.append(this.#table, this.#choice);
    this.#isItemByItem.addEventListener("change", () => this.#redraw());
  }

  /**
   * @param {Worked} worked
   * @param {boolean} hidesBest
   */
  show(worked, hidesBest) {
    this.#choice.hidden = worked.items.length < 2;
    this.#redraw = () => this.show(worked, hidesBest);
    const heads = worked.metrics.map(({ name }) => make("th", { scope: "col" }, name));
    const rows = worked.statistics.map((row) => this.#row(row, worked, hidesBest));
    const table = make(
      "table",
      { className: "lab-statistics" },
      make("caption", {}, caption(worked)),
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
      const kinds = term.dataset.kinds?.split(" ") ?? [];
      term.classList.toggle("marked", isHere && kind !== undefined && kinds.includes(kind));
    }
  }

  /**
   * @param {WorkedStatistic} row
   * @param {Worked} worked
   * @param {boolean} hidesBest
   */
  #row({ entry, values, best }, worked, hidesBest) {
    const formula = values[0]?.items[0]?.terms;
    const written = formula ? this.#terms(formula, (term) => term.symbol) : [entry.formula];
    const isShared = best.length === values.length;
    const apart = new Set(values.map(({ defined }) => defined)).size > 1;
    const cells = values.map((value, metric) => {
      const isBest = !hidesBest && !isShared && best.includes(metric);
      const cell = make(
        "td",
        { className: isBest ? "best" : "", title: isBest && apart ? APART : "" },
        stat(entry.name, value.value, decimals, {
          at: worked.metrics[metric]?.name ?? "",
          reason: value.items.find(({ reason }) => reason)?.reason,
        }),
        ...this.#worked(value, metric, worked.items),
      );
      if (isBest) cell.append(make("span", { className: "hidden" }, " (best)"));
      return cell;
    });
    const head = make(
      "th",
      { scope: "row", title: `Undefined when ${entry.undefined}. ${entry.source}` },
      make("span", { className: "name" }, LABELS[entry.name] ?? entry.name),
      make("span", { className: "formula" }, ...written),
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
      tellOfPointing(span, { kinds: term.kinds }, this.#tell);
      return span;
    });
  }
}

/** What an average is of. */
const caption = (/** @type {Worked} */ { items }) =>
  items.length > 1
    ? `Averages over ${items.length} items; higher is better`
    : "Higher is better; the best in bold";

/**
 * A formula with its indices below the line.
 * @param {string} text
 */
function withIndices(text) {
  return text
    .split(/(_\w+)/)
    .map((part) => (part.startsWith("_") ? make("sub", {}, part.slice(1)) : part));
}
