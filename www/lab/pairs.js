// Every pair of outputs, by kind, in a triangle for each metric.

import { make } from "../dom.js";
import { score, stat } from "../format.js";
import { isRight, KINDS, outputsOf, tellOfPointing } from "./marks.js";
import { calledOf, letterOf, scoreOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Kind} Kind */
/** @typedef {import("../../tiescope.js").Worked} Worked */
/** @typedef {import("../../tiescope.js").WorkedMetric} WorkedMetric */

/** From so many outputs on, cells are small. */
const MANY = 9;

/** What the first score is to the second. */
const relation = (/** @type {number} */ a, /** @type {number} */ b) =>
  a === b ? "=" : a < b ? "<" : ">";

export class PairTriangles {
  #tell;
  /** @type {HTMLElement[]} */
  #roots = [];
  #legend = make("p", { className: "kinds" });
  #apart = make("span", {}, "· of different items: no pair");
  /** What a pair says, for the one that is pointed at. */
  #readout = make("p", { className: "pair-readout", ariaLive: "polite" });
  /** @type {State | undefined} */
  #state;
  /** @type {Worked | undefined} */
  #worked;
  /** The cell that the tab key reaches, in each triangle. */
  /** @type {number[]} */
  #current = [];
  element = make("div", { className: "pairs" }, this.#legend, this.#readout);

  /** @param {(mark: Mark) => void} tell */
  constructor(tell) {
    this.#tell = tell;
    const keys = /** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => {
      const words = `${KINDS[kind]}${isRight(kind) ? ": right" : ": wrong"}`;
      const key = make(
        "button",
        { type: "button", className: "kind-key" },
        make("span", { className: "pair", data: { kind } }, symbol(kind)),
        words,
      );
      tellOfPointing(key, { kinds: [kind] }, tell);
      return key;
    });
    this.#legend.append(...keys, this.#apart);
  }

  /**
   * Shows the triangle of each metric in an element of its own.
   * @param {State} state
   * @param {Worked} worked
   * @param {HTMLElement[]} roots
   */
  show(state, worked, roots) {
    const focused = document.activeElement?.getAttribute("data-cell");
    this.#state = state;
    this.#worked = worked;
    this.#roots = roots;
    worked.metrics.forEach((metric, index) => {
      roots[index]?.replaceChildren(this.#triangle(metric, index), counts(metric));
    });
    this.#readout.replaceChildren(this.#hint());
    this.#apart.hidden = new Set(state.outputs.map(({ item }) => item)).size < 2;
    if (!focused) return;
    for (const root of roots) {
      const again = root.querySelector(`[data-cell="${focused}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  /** @param {Mark} mark */
  mark(mark) {
    const marked = outputsOf(mark);
    for (const cell of this.#cells()) {
      const pair = [Number(cell.dataset.first), Number(cell.dataset.second)];
      const isOfKind = mark.kinds?.includes(/** @type {Kind} */ (cell.dataset.kind));
      const isMarked = mark.pair
        ? pair.every((row) => marked.includes(row))
        : isOfKind || pair.some((row) => marked.includes(row));
      cell.classList.toggle("marked", Boolean(isMarked));
    }
    for (const root of this.#roots) {
      for (const head of root.querySelectorAll("th")) {
        const row = Number(head.dataset.row);
        head.classList.toggle("marked", head.dataset.row !== undefined && marked.includes(row));
      }
    }
    this.#readout.replaceChildren(...this.#inWords(mark));
  }

  #cells() {
    return this.#roots.flatMap(
      (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button.pair")]),
    );
  }

  #hint() {
    return "Point at a pair to see what it says and which numbers it enters.";
  }

  /** @param {Mark} mark */
  #inWords({ pair, metric, kind }) {
    const [state, worked] = [this.#state, this.#worked];
    if (!pair || metric === undefined || !kind || !state || !worked) return [this.#hint()];
    const [first, second] = pair;
    const [a, b] = pair.map((row) => calledOf(row, worked.outputs[row] ?? ""));
    const part = (
      /** @type {string} */ name,
      /** @type {import("./state.js").Column} */ column,
    ) => {
      const [x, y] = [scoreOf(state, first, column), scoreOf(state, second, column)];
      return `${name} ${score(x)} ${relation(x, y)} ${score(y)}`;
    };
    const epsilon = state.metrics[metric]?.epsilon ?? 0;
    const within = epsilon > 0 ? ` (tied if at most ${score(epsilon)} apart)` : "";
    const name = worked.metrics[metric]?.name ?? "";
    return [
      `${a} and ${b}: ${part("human", "human")}, ${part(name, metric)}${within}. `,
      make("span", { className: "pair", data: { kind } }, symbol(kind)),
      ` ${KINDS[kind]}, ${isRight(kind) ? "right" : "wrong"}.`,
    ];
  }

  /**
   * @param {WorkedMetric} metric
   * @param {number} index
   */
  #triangle({ name, kinds }, index) {
    const worked = this.#worked;
    if (!worked) return make("table", {});
    const { outputs, pairs } = worked;
    const places = new Map(pairs.map(([first, second], place) => [`${first} ${second}`, place]));
    const current = Math.min(this.#current[index] ?? 0, pairs.length - 1);
    const cell = (/** @type {number} */ first, /** @type {number} */ second) => {
      if (first >= second) return make("td", {});
      const place = places.get(`${first} ${second}`);
      const kind = place === undefined ? undefined : kinds[place];
      if (place === undefined || !kind) return make("td", { className: "apart" }, "·");
      const label = `${outputs[first]} and ${outputs[second]}: ${KINDS[kind]}`;
      const button = make(
        "button",
        {
          type: "button",
          className: "pair",
          tabIndex: place === current ? 0 : -1,
          ariaLabel: label,
          data: {
            kind,
            first: String(first),
            second: String(second),
            cell: `${index} ${place}`,
          },
        },
        symbol(kind),
      );
      tellOfPointing(button, { pair: [first, second], metric: index, kind }, this.#tell);
      button.addEventListener("focus", () => this.#reach(index, place));
      return make("td", {}, button);
    };
    const head = (/** @type {number} */ row, /** @type {string} */ scope) =>
      make("th", { scope, title: outputs[row] ?? "", data: { row: String(row) } }, letterOf(row));
    const last = outputs.length - 1;
    const rows = outputs.slice(1).map((_, before) => {
      const second = before + 1;
      const cells = [...outputs.keys()].slice(0, last).map((first) => cell(first, second));
      return make("tr", {}, head(second, "row"), ...cells);
    });
    const foot = [...outputs.keys()].slice(0, last).map((row) => head(row, "col"));
    const table = make(
      "table",
      { className: `triangle ${outputs.length >= MANY ? "many" : ""}` },
      make("caption", { className: "hidden" }, `Pairs of ${name}`),
      make("tbody", {}, ...rows, make("tr", {}, make("td", {}), ...foot)),
    );
    table.addEventListener("keydown", (event) => this.#step(event, index));
    return table;
  }

  /**
   * @param {number} index
   * @param {number} place
   */
  #reach(index, place) {
    this.#current[index] = place;
    for (const cell of this.#roots[index]?.querySelectorAll("button.pair") ?? []) {
      if (cell instanceof HTMLElement)
        cell.tabIndex = cell.dataset.cell === `${index} ${place}` ? 0 : -1;
    }
  }

  /**
   * Arrow keys go from cell to cell.
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  #step(event, index) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    const target = event.target;
    if (!step || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    let [first, second] = [Number(target.dataset.first), Number(target.dataset.second)];
    const count = this.#worked?.outputs.length ?? 0;
    const [across = 0, down = 0] = step;
    while (first >= 0 && second >= 0 && first < count && second < count) {
      first += across;
      second += down;
      const next = this.#roots[index]?.querySelector(
        `[data-first="${first}"][data-second="${second}"]`,
      );
      if (next instanceof HTMLElement) return next.focus();
    }
  }
}

/** A kind as it is written, with its index below. */
export function symbol(/** @type {string} */ kind) {
  const [letter = "", index] = kind.split("_");
  return index ? make("span", {}, letter, make("sub", {}, index)) : make("span", {}, letter);
}

/** @param {WorkedMetric} metric */
function counts({ name, counts }) {
  const parts = /** @type {Kind[]} */ (Object.keys(KINDS)).flatMap((kind, index) => [
    index === 0 ? "" : ", ",
    symbol(kind),
    " = ",
    stat(kind, counts[kind], String, { at: name }),
  ]);
  return make("p", { className: "counts" }, ...parts);
}
