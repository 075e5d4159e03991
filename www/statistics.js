// Every statistic with exact ties and at epsilon*, with its formula and the
// groups it was averaged over.

import { make } from "./dom.js";
import { count, plural, score, stat, statistic } from "./format.js";
import { term } from "./help.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("../tiescope.js").Measured} Measured */
/** @typedef {import("../tiescope.js").Entry} Entry */
/** @typedef {import("../tiescope.js").Average} Average */

export class StatisticsTable {
  #root;
  #catalogue;

  /**
   * @param {HTMLElement} root
   * @param {Entry[]} catalogue
   */
  constructor(root, catalogue) {
    this.#root = root;
    this.#catalogue = catalogue;
  }

  /** @param {Measured} measured */
  show({ calibration, groups_found, statistics_at_zero, statistics_at_star }) {
    const heads = [
      make("th", { scope: "col" }, "Statistic"),
      make("th", { scope: "col", className: "formula" }, "Formula"),
      ...valueHeads("epsilon = 0"),
      ...valueHeads(`epsilon* = ${score(calibration.epsilon)}`),
      make("th", { scope: "col", className: "source" }, "Source"),
    ];
    const rows = this.#catalogue.flatMap((entry, index) => {
      const [zero, star] = [statistics_at_zero[index], statistics_at_star[index]];
      if (!zero || !star) throw new Error(`no value for ${entry.name}`);
      const name = make("th", { scope: "row" }, term(entry.name));
      const row = make(
        "tr",
        {},
        name,
        make("td", { className: "formula" }, entry.formula),
        ...values(zero, "0", groups_found),
        ...values(star, "star", groups_found, entry.uses_epsilon ? "" : "same"),
        make("td", { className: "source" }, entry.source),
      );
      // Narrow screens have all but the values in a row of their own.
      const details = `${entry.formula}; ${inWords(zero, groups_found)}, at epsilon* ${inWords(star, groups_found)}`;
      const below = make("td", { colSpan: 3 }, details);
      return [row, make("tr", { className: "details-row" }, below)];
    });
    const note =
      "Averages over the groups in which a statistic is defined. Two metrics are comparable only over the same groups.";
    this.#root.replaceChildren(
      make("h2", {}, "Every statistic"),
      scrollBox(
        "Every statistic",
        make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
      ),
      make("p", { className: "note" }, note),
    );
  }
}

/** @param {string} text */
const valueHeads = (text) => [
  make("th", { scope: "col", className: "number" }, text),
  make("th", { scope: "col", className: "groups" }, term("groups")),
];

/**
 * @param {Average} average
 * @param {string} at
 * @param {number} found
 * @param {string} [className] "same" where epsilon changes nothing
 */
function values({ statistic: name, value, groups, reason }, at, found, className = "") {
  const why = value === undefined && reason ? make("span", { className: "reason" }, reason) : "";
  const partial = groups < found ? "partial" : "";
  return [
    make("td", { className: `number ${className}` }, stat(name, value, statistic, { at, reason })),
    make(
      "td",
      {
        className: `groups ${partial}`,
        title: partial && reason ? `In the others: ${reason}.` : "",
      },
      ...(why ? [why] : [stat(`${name}_groups`, groups, count, { at }), ` of ${count(found)}`]),
    ),
  ];
}

/**
 * @param {Average} average
 * @param {number} found
 */
const inWords = ({ value, groups, reason }, found) =>
  value === undefined ? (reason ?? "undefined") : `${count(groups)} of ${plural(found, "group")}`;
