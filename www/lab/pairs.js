// Every pair of outputs, by kind, in a triangle for each metric.

import { make } from "../dom.js";
import { score, scoresApart, setStat, stat } from "../format.js";
import { isRight, KINDS, outputsOf, tellOfPointing, tellOfPointingIn } from "./marks.js";
import { calledOf, letterOf, scoreOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Kind} Kind */
/** @typedef {import("../../tiescope.js").Worked} Worked */
/** @typedef {import("../../tiescope.js").WorkedMetric} WorkedMetric */

/** From so many outputs on, cells are small. */
const MANY = 8;

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
  /** What the triangles were made for. */
  #shape = "";
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
    this.#state = state;
    this.#worked = worked;
    this.#apart.hidden = new Set(state.outputs.map(({ item }) => item)).size < 2;
    const { outputs, pairs, metrics } = worked;
    const shape = JSON.stringify([outputs, pairs, metrics.map(({ name }) => name)]);
    if (shape !== this.#shape || roots !== this.#roots) {
      const focused = document.activeElement?.getAttribute("data-cell");
      this.#roots = roots;
      metrics.forEach((metric, index) => {
        roots[index]?.replaceChildren(this.#triangle(metric, index), counts(metric));
      });
      if (focused) this.#find(focused)?.focus();
    }
    this.#shape = shape;
    metrics.forEach((metric, index) => {
      this.#fill(metric, index);
    });
  }

  /**
   * @param {WorkedMetric} metric
   * @param {number} index
   */
  #fill({ kinds, counts }, index) {
    const root = this.#roots[index];
    for (const cell of this.#cells([root])) {
      const kind = kinds[Number(cell.dataset.cell?.split(" ")[1])];
      if (!kind || cell.dataset.kind === kind) continue;
      cell.dataset.kind = kind;
      cell.replaceChildren(symbol(kind));
      cell.ariaLabel = `${this.#namesOf(cell).join(" and ")}: ${KINDS[kind]}`;
    }
    for (const number of root?.querySelectorAll(".counts .stat") ?? []) {
      if (!(number instanceof HTMLElement)) continue;
      setStat(number, counts[/** @type {Kind} */ (number.dataset.stat)], String);
    }
  }

  /** @param {HTMLElement} cell */
  #namesOf({ dataset }) {
    const rows = [Number(dataset.first), Number(dataset.second)];
    return rows.map((row) => this.#worked?.outputs[row] ?? "");
  }

  /** @param {string} cell */
  #find(cell) {
    return this.#cells().find(({ dataset }) => dataset.cell === cell);
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

  /** @param {(HTMLElement | undefined)[]} [roots] */
  #cells(roots = this.#roots) {
    return roots.flatMap(
      (root) => /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll("button.pair") ?? [])]),
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
      const written = scoresApart(x, y);
      return `${name} ${written(x)} ${relation(x, y)} ${written(y)}`;
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
  #triangle({ name }, index) {
    const { outputs = [], pairs = [] } = this.#worked ?? {};
    const places = new Map(pairs.map(([first, second], place) => [`${first} ${second}`, place]));
    const current = Math.min(this.#current[index] ?? 0, pairs.length - 1);
    const cell = (/** @type {number} */ first, /** @type {number} */ second) => {
      if (first >= second) return make("td", {});
      const place = places.get(`${first} ${second}`);
      if (place === undefined) return make("td", { className: "apart" }, "·");
      const rows = { first: String(first), second: String(second) };
      const data = { ...rows, metric: String(index), cell: `${index} ${place}` };
      const tabIndex = place === current ? 0 : -1;
      const button = make("button", { type: "button", className: "pair", tabIndex, data });
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
    tellOfPointingIn(table, "button.pair", markOf, this.#tell);
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
    // Past the edge, and where pairs of other items lie between: in their order.
    const place = Number(target.dataset.cell?.split(" ")[1]);
    this.#find(`${index} ${place + across + down}`)?.focus();
  }
}

/**
 * What pointing at a cell marks.
 * @param {HTMLElement} cell
 * @returns {Mark}
 */
function markOf(cell) {
  const { first, second, metric } = cell.dataset;
  const kind = /** @type {Kind} */ (cell.dataset.kind);
  return { pair: [Number(first), Number(second)], metric: Number(metric), kind };
}

/** A kind as it is written, with its index below. */
export function symbol(/** @type {string} */ kind) {
  const [letter = "", index] = kind.split("_");
  return index ? make("span", {}, letter, make("sub", {}, index)) : make("span", {}, letter);
}

/** @param {WorkedMetric} metric */
function counts({ name, counts }) {
  const parts = /** @type {Kind[]} */ (Object.keys(KINDS)).flatMap((kind, index) => [
    make(
      "span",
      { className: "counted" },
      symbol(kind),
      " = ",
      stat(kind, counts[kind], String, { at: name }),
      index < 4 ? "," : "",
    ),
    " ",
  ]);
  return make("p", { className: "counts" }, ...parts);
}
