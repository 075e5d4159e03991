// A ladder for the human and for each metric: outputs at the height of their
// scores, equal scores side by side, the same output joined by a line.

import { make } from "../dom.js";
import { score } from "../format.js";
import { axisFor, inSteps, placeOn, scoreAt, ticksOf, writeTicks } from "./axis.js";
import { outputsOf, tellOfPointing } from "./marks.js";
import { itemOf } from "./plot.js";
import { calledOf, letterOf, scoreOf, withScore } from "./state.js";
import { around, draw, makeMovable, takeHold, watchWidth } from "./svg.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Column} Column */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./axis.js").Axis} Axis */
/** @typedef {import("../../tiescope.js").Worked} Worked */

const HEIGHT = 300;
const [TOP, BOTTOM] = [34, 12];
/** From the left of a ladder to its axis, and on to its first point. */
const [AXIS, FIRST] = [36, 17];
const RADIUS = 9;
/** From one point to the next at the same height, at most. */
const BESIDE = 20;
/** Points nearer than this lie side by side, too. */
const APART = 15;
/** Width of a letter in the names of ladders, about. */
const NAME_GAP = 7.5;

export class Ladders {
  #moving;
  #tell;
  #axes = draw("g", { "aria-hidden": "true" });
  #bands = draw("g", { "aria-hidden": "true" });
  #ties = draw("g", { "aria-hidden": "true" });
  #lines = draw("g", { "aria-hidden": "true" });
  #layer = draw("g");
  #svg = draw(
    "svg",
    { class: "lab-plot ladders", height: HEIGHT, role: "group" },
    this.#bands,
    this.#lines,
    this.#axes,
    this.#ties,
    this.#layer,
  );
  /** By columns, then rows. */
  /** @type {SVGGElement[][]} */
  #points = [];
  /** @type {Axis[]} */
  #frames = [];
  /** @type {State | undefined} */
  #state;
  /** @type {Worked | undefined} */
  #worked;
  /** @type {Mark} */
  #mark = {};
  #width = 0;
  #held = 0;
  element = make("div", { className: "plots" }, this.#svg);

  /**
   * @param {import("./lab.js").Moving} moving
   * @param {(mark: Mark) => void} tell
   */
  constructor(moving, tell) {
    this.#moving = moving;
    this.#tell = tell;
    takeHold(this.#svg);
    watchWidth(this.element, (width) => {
      this.#width = width;
      this.#fit();
    });
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   */
  show(state, worked) {
    this.#state = state;
    this.#worked = worked;
    const names = ["human", ...worked.metrics.map(({ name }) => name)].join(", ");
    const what = `Ladders of ${names}: a point for each score, moved by arrow keys`;
    this.#svg.setAttribute("aria-label", what);
    const [columns, rows] = [state.metrics.length + 1, state.outputs.length];
    if (this.#points.length !== columns || this.#points[0]?.length !== rows) {
      this.#points = Array.from({ length: columns }, (_, place) =>
        state.outputs.map((_, row) => this.#point(place, row)),
      );
      this.#layer.replaceChildren(...this.#points.flat());
    }
    this.#fit();
  }

  /** Other scores need other axes. */
  forget() {
    this.#frames = [];
  }

  /** @param {Mark} mark */
  mark(mark) {
    this.#mark = mark;
    const marked = outputsOf(mark);
    for (const points of this.#points) {
      points.forEach((point, row) => {
        point.classList.toggle("marked", marked.includes(row));
      });
    }
    this.#drawLines();
    this.#drawBands();
  }

  #fit() {
    const state = this.#state;
    const width = this.#width;
    if (!state || width === 0) return;
    this.#svg.setAttribute("width", String(width));
    if (!this.#moving.isUnderWay || this.#frames.length !== this.#points.length) {
      this.#frames = this.#points.map((_, place) =>
        axisFor(this.#scores(state, place), HEIGHT - TOP - BOTTOM, this.#frames[place]),
      );
      this.#drawAxes();
    }
    this.#points.forEach((points, place) => {
      points.forEach((point, row) => {
        this.#setPoint(point, place, row);
      });
    });
    this.#drawTies();
    this.#drawLines();
    this.#drawBands();
  }

  /**
   * @param {SVGGElement} point
   * @param {number} place
   * @param {number} row
   */
  #setPoint(point, place, row) {
    const { x, y } = this.#placeOf(place, row);
    point.setAttribute("transform", `translate(${x} ${y})`);
    const name = calledOf(row, this.#worked?.outputs[row] ?? "");
    point.dataset.item = this.#state ? itemOf(this.#state, row) : "";
    const label = point.querySelector("text");
    if (label) label.textContent = letterOf(row);
    const value = this.#state ? scoreOf(this.#state, row, columnOf(place)) : 0;
    point.setAttribute("aria-label", `${name}, ${this.#nameOf(place)}`);
    point.setAttribute("aria-valuenow", String(value));
    point.setAttribute("aria-valuetext", score(value));
  }

  /** @param {number} place */
  #nameOf(place) {
    return place === 0 ? "human" : (this.#worked?.metrics[place - 1]?.name ?? "");
  }

  /**
   * @param {State} state
   * @param {number} place
   */
  #scores(state, place) {
    return [...state.outputs.keys()].map((row) => scoreOf(state, row, columnOf(place)));
  }

  #ladderWidth() {
    return this.#width / this.#points.length;
  }

  /**
   * @param {number} place
   * @param {number} row
   */
  #placeOf(place, row) {
    const frame = this.#frames[place];
    if (!this.#state || !frame) return { x: 0, y: 0 };
    const heights = this.#scores(this.#state, place).map((value) => this.#heightOf(frame, value));
    const slots = slotsOf(heights);
    const room = this.#ladderWidth() - AXIS - FIRST - RADIUS - 4;
    const beside = Math.min(BESIDE, room / Math.max(1, ...slots));
    return {
      x: place * this.#ladderWidth() + AXIS + FIRST + (slots[row] ?? 0) * beside,
      y: heights[row] ?? 0,
    };
  }

  /**
   * @param {Axis} frame
   * @param {number} value
   */
  #heightOf(frame, value) {
    return HEIGHT - BOTTOM - placeOn(frame, value) * (HEIGHT - TOP - BOTTOM);
  }

  /**
   * @param {number} place
   * @param {number} row
   */
  #point(place, row) {
    const point = draw(
      "g",
      {
        class: "point",
        tabindex: 0,
        role: "slider",
        "aria-orientation": "vertical",
        "aria-roledescription": "movable point",
      },
      draw("circle", { r: RADIUS, class: "face" }),
      draw("text", {}),
    );
    const column = columnOf(place);
    tellOfPointing(point, { output: row }, this.#tell);
    makeMovable(point, {
      begin: ({ y }) => {
        this.#held = y - this.#placeOf(place, row).y;
        this.#moving.begin();
      },
      end: () => this.#moving.end(),
      to: ({ y }) => {
        const [state, frame] = [this.#state, this.#frames[place]];
        if (!state || !frame) return;
        const height = HEIGHT - TOP - BOTTOM;
        const share = (HEIGHT - BOTTOM - (y - this.#held)) / height;
        const others = this.#scores(state, place).toSpliced(row, 1);
        const value = scoreAt(frame, share, height, others);
        this.#moving.change(withScore(state, row, column, value));
      },
      by: (right, up, isLarge) => {
        const [state, frame] = [this.#state, this.#frames[place]];
        if (!state || !frame) return;
        const by = (right + up) * (isLarge ? frame.tick : frame.step);
        const value = inSteps(scoreOf(state, row, column) + by, frame.step);
        this.#moving.step(withScore(state, row, column, value));
      },
    });
    return point;
  }

  #drawAxes() {
    const parts = this.#frames.flatMap((frame, place) => {
      const x = place * this.#ladderWidth() + AXIS;
      const write = writeTicks(frame);
      const name = shortened(this.#nameOf(place), (this.#ladderWidth() - AXIS) / NAME_GAP);
      const ticks = ticksOf(frame).flatMap((tick) => {
        const y = this.#heightOf(frame, tick);
        return [
          draw("line", { x1: x - 4, x2: x, y1: y, y2: y, class: "grid strong" }),
          draw("text", { x: x - 8, y, class: "tick side" }, write(tick)),
        ];
      });
      return [
        draw("text", { x: x - 4, y: 16, class: "ladder-name" }, name),
        draw("line", { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM, class: "grid strong" }),
        ...ticks,
      ];
    });
    this.#axes.replaceChildren(...parts);
  }

  /** Equal scores are held together. */
  #drawTies() {
    const state = this.#state;
    if (!state) return;
    const ties = this.#points.flatMap((_, place) => {
      const scores = this.#scores(state, place);
      return [...new Set(scores)].flatMap((value) => {
        const rows = [...scores.keys()].filter((row) => scores[row] === value);
        return rows.length < 2
          ? []
          : [
              around(
                rows.map((row) => this.#placeOf(place, row)),
                RADIUS,
              ),
            ];
      });
    });
    this.#ties.replaceChildren(...ties);
  }

  /** The same output on neighbouring ladders. */
  #drawLines() {
    const marked = outputsOf(this.#mark);
    const lines = this.#points.slice(1).flatMap((points, before) =>
      points.map((_, row) => {
        const [from, to] = [this.#placeOf(before, row), this.#placeOf(before + 1, row)];
        const line = draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "same" });
        line.classList.toggle("marked", marked.includes(row));
        return line;
      }),
    );
    this.#lines.replaceChildren(...lines);
  }

  /** How far the scores reach that tie with a marked output. */
  #drawBands() {
    const state = this.#state;
    const marked = outputsOf(this.#mark);
    if (!state) return;
    const bands = state.metrics.flatMap(({ epsilon }, metric) => {
      const frame = this.#frames[metric + 1];
      if (!frame || epsilon === 0) return [];
      return marked.map((row) => {
        const value = scoreOf(state, row, metric);
        const top = Math.max(TOP, this.#heightOf(frame, value + epsilon));
        const bottom = Math.min(HEIGHT - BOTTOM, this.#heightOf(frame, value - epsilon));
        const x = (metric + 1) * this.#ladderWidth() + AXIS;
        const width = this.#ladderWidth() - AXIS - 4;
        return draw("rect", { x, y: top, width, height: bottom - top, class: "band" });
      });
    });
    this.#bands.replaceChildren(...bands);
  }
}

/**
 * The beginning of a name.
 * @param {string} name
 * @param {number} most characters
 */
const shortened = (name, most) =>
  name.length <= most ? name : `${[...name].slice(0, Math.max(1, most - 1)).join("")}…`;

/**
 * Which place from the left each point takes, so that none covers another.
 * Points of the same height come one after the other.
 * @param {number[]} heights
 */
function slotsOf(heights) {
  const slots = heights.map(() => 0);
  const order = [...heights.keys()].sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || a - b);
  order.forEach((row, index) => {
    const near = order
      .slice(0, index)
      .filter((other) => Math.abs((heights[other] ?? 0) - (heights[row] ?? 0)) < APART);
    const taken = new Set(near.map((other) => slots[other]));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    slots[row] = slot;
  });
  return slots;
}

/**
 * The column of a ladder: the human's first.
 * @param {number} place
 * @returns {Column}
 */
const columnOf = (place) => (place === 0 ? "human" : place - 1);
