// Is the difference real? A matrix of p-values, each metric against each other.

import { make } from "./dom.js";
import { count, statistic } from "./format.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("../tiescope.js").Table} Table */
/** @typedef {import("../tiescope.js").PairTest} PairTest */

/** The level of significance that WMT uses. */
const ALPHA = 0.05;

/** @param {PairTest} test */
export const isSignificant = ({ p, p_error }) => p + p_error <= ALPHA;

/**
 * A p-value, as short as it can be.
 * @param {number} p
 */
export const shortP = (p) =>
  p < 0.001 ? "<.001" : p === 1 ? "1" : p > 0.9995 ? ">.999" : p.toFixed(3).replace(/^0/, "");

export class SignificanceTable {
  #root;
  /** What was drawn: it takes its time. */
  /** @type {PairTest[] | undefined} */
  #tests;
  #drawn = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {Table} table
   * @param {PairTest[] | null | undefined} tests
   */
  show(table, tests) {
    this.#root.hidden = !tests || tests.length === 0;
    if (!tests) return;
    const column = table.columns.findIndex(({ entry }) => entry.name === "acc_eq*");
    const ranked = table.rows
      .flatMap(({ name, kind, cells }, place) =>
        kind === "baseline" ? [] : [{ name, place, value: cells[column]?.value }],
      )
      .filter(({ value }) => value !== undefined)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    const drawn = JSON.stringify(ranked);
    if (tests === this.#tests && drawn === this.#drawn) return;
    [this.#tests, this.#drawn] = [tests, drawn];
    const found = new Map(tests.map((test) => [`${test.metric} ${test.rival}`, test]));
    const heads = ranked.map(({ name }, index) =>
      make("th", { scope: "col", title: name }, String(index + 1)),
    );
    const rows = ranked.map((metric, index) => {
      const cells = ranked.map((rival) => {
        const test = found.get(`${metric.place} ${rival.place}`);
        return test ? cell(metric.name, rival.name, test) : make("td", { className: "same" });
      });
      const head = make("th", { scope: "row", title: metric.name }, `${index + 1} ${metric.name}`);
      return make("tr", {}, head, ...cells);
    });
    this.#root.replaceChildren(
      make("h2", {}, "Is the difference real?"),
      make("p", { className: "note" }, NOTE),
      scrollBox(
        "p-values",
        make(
          "table",
          { className: "p-values" },
          make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
          make("tbody", {}, ...rows),
        ),
      ),
    );
  }
}

const NOTE =
  "p-values: how likely is it that chance alone puts the metric of the row so far ahead of the metric of the column? WMT’s " +
  "pair test of acc_eq, each metric with its own epsilon*; exact, without drawing. Shaded: at most 0.05. A new cluster begins " +
  "below the line in the table where some metric of the cluster above is significantly better. The test takes pairs for " +
  "independent. Pairs that share an output are not, so p-values tend to be too small: see how far acc_eq* varies, below.";

/**
 * @param {string} metric
 * @param {string} rival
 * @param {PairTest} test
 */
function cell(metric, rival, test) {
  const { p, p_error, n_plus, n_minus, delta, groups, pairs } = test;
  if (pairs === 0) {
    const title = `${metric} and ${rival} have no pair of outputs in common`;
    return make("td", { title, ariaLabel: title }, "–");
  }
  const error = p_error > 0 ? `, off by at most ${p_error.toExponential(0)}` : "";
  const lead = delta === undefined ? "" : `; difference of acc_eq ${statistic(delta)}`;
  const title =
    `${metric} better than ${rival}: p = ${p}${error}. Right about ${count(n_plus)} pairs that ${rival} gets wrong, ` +
    `wrong about ${count(n_minus)} that it gets right, of ${count(pairs)} in ${count(groups)} groups${lead}.`;
  const box = make("td", { className: isSignificant(test) ? "significant" : "", title }, shortP(p));
  box.dataset.stat = "p";
  box.dataset.value = String(p);
  return box;
}
