// Human against metric, a plot for each metric, with points to move.

import { make } from "../dom.js";
import { score } from "../format.js";
import { axisFor, inSteps, placeOn, scoreAt, ticksOf, writeTicks } from "./axis.js";
import { outputsOf, tellOfPointing } from "./marks.js";
import { calledOf, letterOf, scoreOf, withScore } from "./state.js";
import { around, draw, makeMovable, takeHold, watchWidth } from "./svg.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./axis.js").Axis} Axis */
/** @typedef {import("../../tiescope.js").Worked} Worked */

/** Around the plot, in pixels. */
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 12, 12, 36];
/** Height of a plot in pixels. */
const HEIGHT = 260;
/** Radius of a point. */
const RADIUS = 10;
/** Points nearer than this would cover each other's letters: they lie side by side. */
const APART = 10;
/** From one to the next of these, at most. */
const BESIDE = 16;
/** Together they take at most this share of the width. */
const MOST_BESIDE = 0.6;

export class Plots {
  #root = make("div", { className: "plots" });
  #moving;
  #tell;
  /** @type {Plot[]} */
  #plots = [];
  element = this.#root;

  /**
   * @param {import("./lab.js").Moving} moving
   * @param {(mark: Mark) => void} tell
   */
  constructor(moving, tell) {
    this.#moving = moving;
    this.#tell = tell;
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   */
  show(state, worked) {
    if (this.#plots.length !== state.metrics.length) {
      this.#plots = state.metrics.map((_, metric) => new Plot(metric, this.#moving, this.#tell));
      this.#root.replaceChildren(...this.#plots.map((plot) => plot.element));
    }
    for (const plot of this.#plots) plot.show(state, worked);
  }

  /** Other scores need other axes. */
  forget() {
    this.#plots = [];
  }

  /** @param {Mark} mark */
  mark(mark) {
    for (const plot of this.#plots) plot.mark(mark);
  }
}

class Plot {
  #metric;
  #moving;
  #tell;
  #title = make("h3", {});
  #axes = draw("g", { "aria-hidden": "true" });
  #line = draw("line", { class: "pair-line" });
  #ties = draw("g", { "aria-hidden": "true" });
  #layer = draw("g");
  #svg = draw(
    "svg",
    { class: "lab-plot", role: "group" },
    this.#axes,
    this.#ties,
    this.#line,
    this.#layer,
  );
  /** @type {SVGGElement[]} */
  #points = [];
  /** @type {State | undefined} */
  #state;
  /** @type {Worked | undefined} */
  #worked;
  #width = 0;
  /** @type {{x: Axis, y: Axis} | undefined} */
  #frame;
  /** From the scores of the point that is moved to where it is held. */
  #held = { x: 0, y: 0 };
  element = make("div", { className: "plot" }, this.#title);

  /**
   * @param {number} metric
   * @param {import("./lab.js").Moving} moving
   * @param {(mark: Mark) => void} tell
   */
  constructor(metric, moving, tell) {
    this.#metric = metric;
    this.#moving = moving;
    this.#tell = tell;
    takeHold(this.#svg);
    this.#svg.setAttribute("height", String(HEIGHT));
    this.element.append(this.#svg);
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
    const name = worked.metrics[this.#metric]?.name ?? "";
    this.#title.textContent = name;
    const what = `${name} against the human: a point for each of ${state.outputs.length} outputs, moved by arrow keys`;
    this.#svg.setAttribute("aria-label", what);
    if (this.#points.length !== state.outputs.length) {
      this.#points = state.outputs.map((_, row) => this.#point(row));
      this.#layer.replaceChildren(...this.#points);
    }
    this.#fit();
  }

  /** Draws for the present width. */
  #fit() {
    const state = this.#state;
    const width = this.#width;
    if (!state || width === 0) return;
    this.#svg.setAttribute("width", String(width));
    // The axes stay while a point is moved.
    const room = width - LEFT - RIGHT;
    if (!this.#moving.isUnderWay || this.#frame?.x.length !== room) {
      const rows = state.outputs.keys();
      const scores = [...rows].map((row) => scoreOf(state, row, this.#metric));
      const human = state.outputs.map((output) => output.human);
      this.#frame = {
        x: axisFor(human, room, this.#frame?.x),
        y: axisFor(scores, HEIGHT - TOP - BOTTOM, this.#frame?.y),
      };
      this.#drawAxes(this.#frame);
    }
    const shared = new Map(state.outputs.map((_, row) => [this.#sharing(row).join(), row]));
    const ties = [...shared.values()]
      .map((row) => this.#sharing(row))
      .filter((rows) => rows.length > 1);
    this.#ties.replaceChildren(
      ...ties.map((rows) =>
        around(
          rows.map((row) => this.#pointPlace(row)),
          RADIUS,
        ),
      ),
    );
    this.#points.forEach((point, row) => {
      const { x, y } = this.#pointPlace(row);
      point.setAttribute("transform", `translate(${x} ${y})`);
      const name = calledOf(row, this.#worked?.outputs[row] ?? "");
      point.dataset.item = itemOf(state, row);
      const label = point.querySelector("text");
      if (label) label.textContent = letterOf(row);
      const [human, metric] = [scoreOf(state, row, "human"), scoreOf(state, row, this.#metric)];
      point.setAttribute("aria-label", name);
      point.setAttribute("aria-valuenow", String(metric));
      point.setAttribute("aria-valuetext", `human ${score(human)}, metric ${score(metric)}`);
    });
  }

  /** @param {Mark} mark */
  mark(mark) {
    const marked = outputsOf(mark);
    this.#points.forEach((point, row) => {
      point.classList.toggle("marked", marked.includes(row));
    });
    const [first, second] = mark.pair ?? [];
    const isHere = first !== undefined && second !== undefined && mark.metric === this.#metric;
    this.#line.classList.toggle("shown", isHere);
    if (!isHere) return;
    const [from, to] = [this.#pointPlace(first), this.#pointPlace(second)];
    const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    for (const [name, value] of Object.entries(ends)) this.#line.setAttribute(name, String(value));
    this.#line.dataset.kind = mark.kind;
  }

  /** @param {number} row */
  #placeOf(row) {
    if (!this.#state || !this.#frame) return { x: 0, y: 0 };
    const { x, y } = this.#frame;
    const across = placeOn(x, scoreOf(this.#state, row, "human"));
    const up = placeOn(y, scoreOf(this.#state, row, this.#metric));
    return {
      x: LEFT + across * (this.#width - LEFT - RIGHT),
      y: HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
    };
  }

  /**
   * The outputs that have the same scores as one, itself among them.
   * @param {number} row
   */
  #sharing(row) {
    const state = this.#state;
    if (!state) return [];
    const at = (/** @type {number} */ other) =>
      `${scoreOf(state, other, "human")} ${scoreOf(state, other, this.#metric)}`;
    return [...state.outputs.keys()].filter((other) => at(other) === at(row));
  }

  /**
   * The outputs that cover one another, from one to the next, this one among
   * them; those with the same scores come one after the other.
   * @param {number} row
   */
  #crowd(row) {
    const places = (this.#state?.outputs ?? []).map((_, row) => this.#placeOf(row));
    const crowd = new Set([row]);
    for (const one of crowd) {
      places.forEach((place, other) => {
        const { x, y } = places[one] ?? place;
        if (Math.hypot(place.x - x, place.y - y) < APART) crowd.add(other);
      });
    }
    /** @param {number} row */
    const at = (row) => places[row] ?? { x: 0, y: 0 };
    return [...crowd].sort((a, b) => at(a).x - at(b).x || at(b).y - at(a).y || a - b);
  }

  /**
   * Where a point lies: at its scores, or beside them where others are.
   * @param {number} row
   */
  #pointPlace(row) {
    const { y } = this.#placeOf(row);
    const crowd = this.#crowd(row);
    const across = crowd.map((row) => this.#placeOf(row).x);
    const x = across.reduce((sum, x) => sum + x) / across.length;
    const room = (this.#width - LEFT - RIGHT) * MOST_BESIDE;
    const gap = Math.min(BESIDE, room / crowd.length);
    const half = ((crowd.length - 1) / 2) * gap;
    // Many of them may reach beyond the drawing.
    const middle = Math.max(LEFT + half, Math.min(x, this.#width - RIGHT - half));
    return { x: middle - half + crowd.indexOf(row) * gap, y };
  }

  /** @param {number} row */
  #point(row) {
    const point = draw(
      "g",
      { class: "point", tabindex: 0, role: "slider", "aria-roledescription": "movable point" },
      draw("circle", { r: RADIUS, class: "face" }),
      draw("text", {}),
    );
    tellOfPointing(point, { output: row }, this.#tell);
    makeMovable(point, {
      begin: ({ x, y }) => {
        const place = this.#placeOf(row);
        this.#held = { x: x - place.x, y: y - place.y };
        this.#moving.begin();
      },
      end: () => this.#moving.end(),
      to: (pointer) => {
        const [x, y] = [pointer.x - this.#held.x, pointer.y - this.#held.y];
        const state = this.#state;
        if (!state || !this.#frame) return;
        const [width, height] = [this.#width - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
        const others = [...state.outputs.keys()].filter((other) => other !== row);
        const at = (/** @type {import("./state.js").Column} */ column) =>
          others.map((other) => scoreOf(state, other, column));
        const human = scoreAt(this.#frame.x, (x - LEFT) / width, width, at("human"));
        const share = (HEIGHT - BOTTOM - y) / height;
        const metric = scoreAt(this.#frame.y, share, height, at(this.#metric));
        this.#moving.change(
          withScore(withScore(state, row, "human", human), row, this.#metric, metric),
        );
      },
      by: (right, up, isLarge) => {
        const state = this.#state;
        if (!state || !this.#frame) return;
        const column = right === 0 ? this.#metric : "human";
        const { step, tick } = right === 0 ? this.#frame.y : this.#frame.x;
        const value = scoreOf(state, row, column) + (right + up) * (isLarge ? tick : step);
        this.#moving.step(withScore(state, row, column, inSteps(value, step)));
      },
    });
    return point;
  }

  /** @param {{x: Axis, y: Axis}} frame */
  #drawAxes({ x, y }) {
    const [right, bottom] = [this.#width - RIGHT, HEIGHT - BOTTOM];
    const parts = [
      draw("rect", { x: LEFT, y: TOP, width: right - LEFT, height: bottom - TOP, class: "ground" }),
    ];
    const [writeX, writeY] = [writeTicks(x), writeTicks(y)];
    /** @type {SVGElement[]} */
    const texts = [];
    for (const tick of thinned(ticksOf(x), (right - LEFT) / 40)) {
      const at = LEFT + placeOn(x, tick) * (right - LEFT);
      texts.push(draw("line", { x1: at, x2: at, y1: TOP, y2: bottom, class: "grid" }));
      texts.push(draw("text", { x: at, y: bottom + 15, class: "tick" }, writeX(tick)));
    }
    for (const tick of ticksOf(y)) {
      const at = bottom - placeOn(y, tick) * (bottom - TOP);
      texts.push(draw("line", { x1: LEFT, x2: right, y1: at, y2: at, class: "grid" }));
      texts.push(draw("text", { x: LEFT - 6, y: at, class: "tick side" }, writeY(tick)));
    }
    const name = draw("text", { x: (LEFT + right) / 2, y: HEIGHT - 4, class: "tick" }, "human");
    this.#axes.replaceChildren(...parts, ...texts, name);
  }
}

/**
 * So many of a list at most, evenly spaced.
 * @param {number[]} ticks
 * @param {number} most
 */
export function thinned(ticks, most) {
  const every = Math.max(1, Math.ceil(ticks.length / Math.max(1, most)));
  return ticks.filter((_, index) => index % every === 0);
}

/**
 * The item of an output, where there are several.
 * @param {State} state
 * @param {number} row
 */
export function itemOf({ outputs }, row) {
  const items = new Set(outputs.map(({ item }) => item));
  return items.size > 1 ? String(outputs[row]?.item) : "";
}
