// The threshold of one metric: its slider, below the small curve of acc_eq.

import { make } from "../dom.js";
import { score, stat } from "../format.js";
import { TableView } from "../table-view.js";
import { withMetric } from "./state.js";
import { draw, watchWidth } from "./svg.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../tiescope.js").WorkedMetric} WorkedMetric */

const HEIGHT = 90;
/** Half of the slider's thumb: its middle reaches the ends of the curve. */
const MARGIN = 9;
const [TOP, BOTTOM] = [8, 8];
/** What is drawn, the last one on top, and how. */
/** @type {["ties_f1" | "correct_rank_f1" | "acc_eq", string, string][]} */
const CURVES = [
  ["ties_f1", "ties-f1", "ties-F1"],
  ["correct_rank_f1", "correct-rank-f1", "correct-rank-F1"],
  ["acc_eq", "acc-eq", "acc_eq"],
];

export const decimals = (/** @type {number} */ value) =>
  value
    .toFixed(2)
    .replace(/^-(?=.*[1-9])/, "\u2212")
    .replace(/^-/, "");

export class EpsilonSlider {
  #metric;
  #moving;
  #paths = CURVES.map(([, className]) => draw("path", { class: `curve ${className}` }));
  #keys = CURVES.map(([name, , label]) => make("span", { className: `key ${name}` }, label));
  #best = draw("line", { class: "best" });
  #line = draw("line", { class: "here" });
  #dot = draw("circle", { class: "here-dot", r: 5 });
  #svg = draw(
    "svg",
    { class: "mini-curve", height: HEIGHT, role: "img" },
    this.#best,
    ...this.#paths,
    this.#line,
    this.#dot,
  );
  #slider = make("input", { type: "range", min: "0", step: "any" });
  #text = make("p", { className: "epsilon-text" });
  #table = new TableView("The curves as a table");
  #calibrate = make("button", { type: "button" }, "Calibrate");
  #reset = make("button", { type: "button" }, "Set to 0");
  /** @type {State | undefined} */
  #state;
  /** @type {WorkedMetric | undefined} */
  #worked;
  #hidesBest = false;
  #width = 0;
  element = make(
    "div",
    { className: "epsilon" },
    make("p", { className: "curve-key" }, ...this.#keys.toReversed(), "from 0 to 1, along epsilon"),
    this.#svg,
    this.#slider,
    this.#text,
    make("p", { className: "lab-actions" }, this.#calibrate, this.#reset),
    this.#table.element,
  );

  /**
   * @param {number} metric
   * @param {import("./lab.js").Moving} moving
   */
  constructor(metric, moving) {
    this.#metric = metric;
    this.#moving = moving;
    watchWidth(this.element, (width) => {
      this.#width = width;
      this.#draw();
    });
    const set = (/** @type {number} */ epsilon) =>
      this.#state && epsilon !== this.#epsilon()
        ? withMetric(this.#state, metric, { epsilon })
        : undefined;
    this.#slider.addEventListener("pointerdown", () => moving.begin());
    for (const type of ["pointerup", "pointercancel", "change"]) {
      this.#slider.addEventListener(type, () => moving.end());
    }
    this.#slider.addEventListener("input", () => {
      const next = set(this.#slider.valueAsNumber);
      if (next) moving.change(next);
    });
    this.#slider.addEventListener("keydown", (event) => this.#step(event));
    this.#calibrate.addEventListener("click", () => {
      const next = set(this.#worked?.calibration?.epsilon ?? 0);
      if (next) moving.step(next);
    });
    this.#reset.addEventListener("click", () => {
      const next = set(0);
      if (next) moving.step(next);
    });
  }

  /**
   * @param {State} state
   * @param {WorkedMetric} worked
   * @param {import("./lab.js").Shown} shown
   */
  show(state, worked, { hidesBest, explained }) {
    this.#state = state;
    this.#worked = worked;
    this.#hidesBest = hidesBest;
    const shown = CURVES.filter(([name]) => !explained || explained.includes(name)).reverse();
    CURVES.forEach((curve, place) => {
      const isShown = shown.includes(curve);
      for (const element of [this.#paths[place], this.#keys[place]]) {
        if (element) element.style.display = isShown ? "" : "none";
      }
    });
    this.#slider.ariaLabel = `epsilon of ${worked.name}`;
    const labels = shown.map(([, , label]) => label);
    this.#svg.setAttribute("aria-label", `${labels.join(", ")} of ${worked.name} along epsilon`);
    this.#table.show({
      heads: ["epsilon", ...labels],
      rows: () =>
        worked.curve.epsilon.map((epsilon, index) => [
          score(epsilon),
          ...shown.map(([name]) => decimals(worked.curve[name][index] ?? 0)),
        ]),
    });
    this.#describe();
    this.#draw();
  }

  /** Where the slider ends: every pair is tied. */
  #end() {
    const { axis_end = 1, epsilon = [] } = this.#worked?.curve ?? {};
    return Math.max(axis_end, epsilon.at(-1) ?? 0) || 1;
  }

  #epsilon() {
    return this.#state?.metrics[this.#metric]?.epsilon ?? 0;
  }

  /** acc_eq at the threshold: that of the last candidate up to it. */
  #accuracy() {
    const { epsilon = [], acc_eq = [] } = this.#worked?.curve ?? {};
    return acc_eq[epsilon.findLastIndex((value) => value <= this.#epsilon())] ?? undefined;
  }

  #describe() {
    const worked = this.#worked;
    if (!worked) return;
    const { name, counts, calibration, curve } = worked;
    const epsilon = this.#epsilon();
    const tied = counts.T_m + counts.T_hm;
    const all = tied + counts.C + counts.D + counts.T_h;
    const best = calibration && curve.acc_eq[curve.epsilon.indexOf(calibration.epsilon)];
    const at = (/** @type {string} */ place) => ({ at: `${name} ${place}` });
    this.#text.replaceChildren(
      "epsilon = ",
      stat("epsilon", epsilon, score, at("cursor")),
      ": ties ",
      stat("tied_pairs", tied, String, at("cursor")),
      ` of ${all} pairs. `,
    );
    const here = this.#accuracy();
    if (here !== undefined)
      this.#text.append("acc_eq ", stat("acc_eq", here, decimals, at("cursor")), ". ");
    const isBest = calibration?.epsilon === epsilon;
    if (calibration && best !== undefined && best !== null && (isBest || !this.#hidesBest)) {
      this.#text.append(
        "Greatest at epsilon* = ",
        stat("epsilon", calibration.epsilon, score, at("star")),
        ": ",
        stat("acc_eq", best, decimals, at("star")),
        ".",
      );
    }
    this.#slider.max = String(this.#end());
    this.#slider.value = String(epsilon);
    this.#slider.setAttribute("aria-valuetext", `${score(epsilon)}, ${tied} of ${all} pairs tied`);
  }

  /** A staircase: acc_eq changes at candidates only. */
  #draw() {
    const worked = this.#worked;
    const width = this.#width;
    if (!worked || width === 0) return;
    this.#svg.setAttribute("width", String(width));
    const { epsilon, acc_eq } = worked.curve;
    const last = epsilon.length > 0 && acc_eq.length > 0;
    const end = this.#end();
    const x = (/** @type {number} */ value) =>
      MARGIN + (Math.min(value, end) / end) * (width - 2 * MARGIN);
    const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM);
    CURVES.forEach(([name], place) => {
      const steps = epsilon.map((value, index) => {
        const height = y(worked.curve[name][index] ?? 0);
        return index === 0 ? `M${x(value)} ${height}` : `H${x(value)}V${height}`;
      });
      this.#paths[place]?.setAttribute("d", last ? `${steps.join("")}H${x(end)}` : "");
    });
    const here = x(this.#epsilon());
    const value = this.#accuracy();
    setEnds(this.#line, here, y(0), y(1));
    this.#dot.setAttribute("cx", String(here));
    this.#dot.setAttribute("cy", String(y(value ?? 0)));
    this.#dot.style.display = value === undefined ? "none" : "";
    const best = worked.calibration?.epsilon;
    this.#best.style.display = best === undefined || this.#hidesBest ? "none" : "";
    setEnds(this.#best, x(best ?? 0), y(0), y(1));
  }

  /**
   * Arrow keys go to the next difference that occurs.
   * @param {KeyboardEvent} event
   */
  #step(event) {
    const up = { ArrowRight: true, ArrowUp: true, ArrowLeft: false, ArrowDown: false }[event.key];
    if (up === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const candidates = this.#worked?.curve.epsilon ?? [];
    const now = this.#epsilon();
    const next = up
      ? candidates.find((value) => value > now)
      : candidates.findLast((value) => value < now);
    if (next !== undefined && this.#state) {
      this.#moving.step(withMetric(this.#state, this.#metric, { epsilon: next }));
    }
  }
}

/**
 * @param {SVGLineElement} line
 * @param {number} x
 * @param {number} y1
 * @param {number} y2
 */
function setEnds(line, x, y1, y2) {
  for (const [name, value] of Object.entries({ x1: x, x2: x, y1, y2 })) {
    line.setAttribute(name, String(value));
  }
}
