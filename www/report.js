// The data report: how complete each column of scores is, and how much it
// ties (the paper's Tables 3, 4 and 10 for the data in use).

import { byId, make } from "./dom.js";
import { count, percent, score, stat } from "./format.js";
import { allNotices } from "./notices.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").ColumnReport} ColumnReport */

const GROUPINGS = { item: "by item", system: "by system", none: "no grouping" };

export class DataReport {
  #engine;
  #showError;
  #onTake;
  #details = byId("report", HTMLDetailsElement);
  #body = byId("report-body", HTMLElement);
  /** What is to be reported on. @type {Summary | undefined} */
  #summary;
  /** Counts the reports begun: a newer one ends the others. */
  #begun = 0;

  /**
   * @param {Engine} engine
   * @param {(error: unknown) => void} showError
   * @param {(choice: import("../tiescope.js").Choice) => void} onTake what a remark offers
   */
  constructor(engine, showError, onTake) {
    this.#engine = engine;
    this.#showError = showError;
    this.#onTake = onTake;
    this.#details.addEventListener("toggle", () => this.#fill().catch(this.#showError));
  }

  /**
   * Other scores are in use: the report is made when it is looked at.
   * @param {Summary} summary
   */
  show(summary) {
    this.#summary = summary;
    this.#details.hidden = false;
    return this.#fill().catch(this.#showError);
  }

  /** Reports on one column after another, so that others can ask in between. */
  async #fill() {
    const summary = this.#summary;
    this.#begun += 1;
    const begun = this.#begun;
    if (!summary || !this.#details.open) return;
    const human = await this.#engine.report();
    if (begun !== this.#begun) return;
    const body = make("tbody", {}, row(human, "human"));
    const { notices } = summary;
    const remarks = notices.length > 0 ? [allNotices(notices, this.#onTake)] : [];
    this.#body.replaceChildren(
      ...remarks,
      make("p", {}, ...inWords(human)),
      scrollBox("Data report", make("table", {}, heads(human), body)),
      make("p", { className: "note" }, NOTE),
    );
    for (const metric of summary.metrics.keys()) {
      const report = await this.#engine.report(metric);
      if (begun !== this.#begun) return;
      body.append(row(report, "metric"));
    }
  }
}

const NOTE =
  "A row counts for the human scores when it has one, and for a metric when it has both. Ties are of equal scores, " +
  "as a share of all pairs of all groups together; “at the top” are those of the greatest score of the column.";

/**
 * What the ties of the human scores mean.
 * @param {ColumnReport} human
 */
function inWords({ name, top, at_top_share, ties }) {
  const [first] = ties;
  if (!first || top === undefined || first.ties.pairs === 0) {
    return [`No two rows with a score in “${name}” can be compared.`];
  }
  const where = { item: " of one item", system: " of one system", none: "" }[first.grouping];
  const words = [
    shareOf("human_at_top", at_top_share),
    ` of the human scores are ${score(top)}, the greatest. They tie `,
    shareOf("human_tied", first.tied_share),
    ` of the ${count(first.ties.pairs)} pairs of outputs${where}`,
  ];
  if (first.ties.tied === 0) return [...words, "."];
  const atTop = shareOf("human_tied_at_top", first.at_top_share);
  return [...words, "; ", atTop, " of these ties are at that score."];
}

/**
 * @param {string} name
 * @param {number | undefined} value
 * @param {string} [reason]
 */
const shareOf = (name, value, reason) => stat(name, value, percent, { at: "0", reason });

/** @param {ColumnReport} human */
function heads({ ties }) {
  const grouped = ties.flatMap(({ grouping }) => [`Tied, ${GROUPINGS[grouping]}`, "at the top"]);
  const text = ["Column", "Rows", "Missing", ...grouped, "Different scores", "Rows at the top"];
  const cells = text.map((head, index) =>
    make("th", { scope: "col", className: index > 0 ? "number" : "" }, head),
  );
  return make("thead", {}, make("tr", {}, ...cells));
}

/**
 * @param {ColumnReport} report
 * @param {string} className
 */
function row({ name, rows, missing, distinct, at_top, ties }, className) {
  const number = (/** @type {Node} */ node) => make("td", { className: "number" }, node);
  const counted = (/** @type {string} */ key, /** @type {number} */ value) =>
    number(stat(key, value, count));
  const grouped = ties.flatMap(({ grouping, ties, tied_share, at_top_share }) => {
    const tied = shareOf(`tied_${grouping}`, tied_share, "there are no pairs");
    const top = shareOf(`tied_at_top_${grouping}`, at_top_share, "there are no ties");
    if (ties.pairs > 0) tied.title = `${count(ties.tied)} of ${count(ties.pairs)} pairs`;
    if (ties.tied > 0) top.title = `${count(ties.tied_at_top)} of ${count(ties.tied)} ties`;
    return [number(tied), number(top)];
  });
  const about = className === "human" ? [make("span", { className: "note" }, " (human)")] : [];
  const head = make("th", { scope: "row", title: name }, name, ...about);
  return make(
    "tr",
    { className },
    head,
    counted("rows", rows),
    counted("missing", missing),
    ...grouped,
    counted("distinct", distinct),
    counted("at_top", at_top),
  );
}
