// How the order of metrics changes from one statistic to another.

import { drawSlopeChart } from "../tiescope.js";
import { make } from "./dom.js";
import { colour, Figure } from "./figure.js";
import { percent } from "./format.js";
import { field } from "./reading.js";

/** @typedef {import("../tiescope.js").Table} Table */
/** @typedef {import("./figure.js").About} About */

export class SlopeView {
  #root;
  #figure = new Figure("ranks", "Ranks of metrics from one statistic to another");
  #controls = make("div", { className: "controls" });
  #words = make("p", { className: "note" });
  /** @type {[string, string]} */
  #sides = ["tau_10", "acc_eq*"];
  /** @type {{table: Table, about: About} | undefined} */
  #shown;
  /** What the chart was drawn of. */
  #drawn = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.append(
      make("h2", {}, "Who rises, who falls?"),
      this.#controls,
      this.#words,
      this.#figure.element,
    );
  }

  /**
   * @param {Table} table
   * @param {About} about
   */
  show(table, about) {
    this.#shown = { table, about };
    this.#root.hidden = table.rows.filter(({ kind }) => kind !== "baseline").length < 2;
    if (!this.#controls.hasChildNodes()) this.#offer(table);
    this.#draw();
  }

  /** @param {Table} table */
  #offer({ columns }) {
    const names = columns.filter(({ kind }) => kind === "statistic").map(({ entry }) => entry.name);
    const options = Object.fromEntries(names.map((name) => [name, name]));
    const choose = (/** @type {0 | 1} */ side, /** @type {string} */ label) =>
      field(label, options, this.#sides[side], (name) => {
        this.#sides[side] = name;
        this.#draw();
      });
    this.#controls.replaceChildren(choose(0, "From"), choose(1, "to"));
  }

  #draw() {
    if (!this.#shown) return;
    const { table, about } = this.#shown;
    const [left, right] = this.#sides;
    const index = (/** @type {string} */ name) =>
      table.columns.findIndex(({ entry }) => entry.name === name);
    const [l, r, ties] = [index(left), index(right), index("ties at 0")];
    const metrics = table.rows
      .filter(({ kind }) => kind !== "baseline")
      .map(({ name, cells }) => ({
        name,
        left: cells[l]?.rank,
        right: cells[r]?.rank,
        tied: cells[ties]?.value,
      }));
    const drawn = JSON.stringify([left, right, metrics, about]);
    if (drawn === this.#drawn) return; // drawing takes its time
    this.#drawn = drawn;
    const words = inWords(metrics, left, right);
    this.#words.textContent = `${words} The more pairs a metric ties at epsilon 0, the stronger its colour.`;
    const draw = (/** @type {number} */ width) =>
      drawSlopeChart({
        width,
        left,
        right,
        metrics,
        theme: {
          text: colour("--text"),
          grid: colour("--chart-grid"),
          ramp: [1, 2, 3].map((step) => colour(`--ramp-${step}`)),
        },
      });
    const rank = (/** @type {number | undefined} */ rank) => String(rank ?? "undefined");
    const rows = () =>
      metrics.map(({ name, left, right, tied }) => [
        name,
        rank(left),
        rank(right),
        tied === undefined ? "undefined" : percent(tied),
      ]);
    const heads = ["Metric", `rank by ${left}`, `rank by ${right}`, "pairs tied at 0"];
    this.#figure.show(draw, words, about, { heads, rows });
  }
}

/**
 * The greatest moves in words.
 * @param {{name: string, left: number | undefined, right: number | undefined}[]} metrics
 * @param {string} left
 * @param {string} right
 */
function inWords(metrics, left, right) {
  const moves = metrics.flatMap(({ name, left, right }) =>
    left === undefined || right === undefined ? [] : [{ name, from: left, to: right }],
  );
  const rise = [...moves].sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const fall = [...moves].sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  const place = ({ name = "", from = 0, to = 0 }) => `${name} (from ${from} to ${to})`;
  const without = [left, right].filter((_, side) =>
    metrics.every((metric) => (side === 0 ? metric.left : metric.right) === undefined),
  );
  if (without.length > 0) return `No metric has a value of ${without.join(" or ")}.`;
  if (!rise || !fall || rise.to >= rise.from) {
    return `From ${left} to ${right} no metric changes its rank.`;
  }
  return `From ${left} to ${right}, ${place(rise)} rises most and ${place(fall)} falls most.`;
}
