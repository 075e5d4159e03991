// The curves along epsilon, the slider below them on the same axis, and the
// cursor above. The SVG is drawn anew only for other data, sizes or colours;
// the cursor is a layer of its own.

import { drawEpsilonChart } from "../tiescope.js";
import { groupedInWords } from "./about.js";
import { make } from "./dom.js";
import { colour, saveButtons } from "./figure.js";
import { percent, score, scoresApart, stat, statistic } from "./format.js";
import { term } from "./help.js";
import { TableView } from "./table-view.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Explored} Explored */
/** @typedef {import("../tiescope.js").Evaluation} Evaluation */
/** @typedef {import("../tiescope.js").Plot} Plot */

/** The slider's thumb, in CSS pixels: its middle reaches the ends of the axis. */
const THUMB = 18;
/** @type {[string, string, (at: Evaluation) => number | undefined][]} */
const SERIES = [
  ["acc_eq", "acc_eq", (at) => at.acc_eq],
  ["ties-F1", "ties_f1", (at) => at.ties?.f1],
  ["correct-rank-F1", "correct_rank_f1", (at) => at.correct_rank?.f1],
];

export class EpsilonView {
  #engine;
  #onReading;
  #legend = make("p", { className: "legend" });
  #svg = make("div", {
    className: "svg",
    attributes: { role: "img", "aria-describedby": "chart-summary" },
    ariaLabel: "acc_eq, ties-F1 and correct-rank-F1 against epsilon",
  });
  #line = make("div", { className: "cursor-line" });
  #dots = SERIES.map(([, name]) => make("div", { className: `dot ${name}` }));
  #slider = make("input", { type: "range", step: "any", min: "0", ariaLabel: "epsilon" });
  #note = make("span");
  #hint = make(
    "p",
    { className: "note" },
    make(
      "span",
      { className: "keys" },
      "Arrow keys step to the next difference that occurs, with Shift by one percent of the axis.",
    ),
    this.#note,
  );
  #summary = make("p", { className: "hidden", id: "chart-summary" });
  #table = new TableView("The curves as a table");
  #frame = make("div", { className: "frame" }, this.#svg, this.#line, ...this.#dots);
  /** @type {Explored | undefined} */
  #explored;
  /** The data that was explored, and what its numbers depend on. */
  #of = { data: "", settings: /** @type {string[]} */ ([]) };
  /** @type {Plot | undefined} */
  #plot;
  /** Where the slider stands; the pointer shows other places for a while. */
  #epsilon = 0;
  /** The place to be read next; one request is under way at a time. */
  /** @type {number | undefined} */
  #wanted;
  #reading = false;
  /** Steps to candidates, one after the other, and how many wait. */
  #stepping = Promise.resolve();
  #steps = 0;

  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {(reading: Evaluation) => void} onReading
   */
  constructor(root, engine, onReading) {
    this.#engine = engine;
    this.#onReading = onReading;
    root.append(
      this.#legend,
      this.#frame,
      this.#slider,
      this.#hint,
      this.#summary,
      saveButtons(() => this.#drawn()),
      this.#table.element,
    );
    new ResizeObserver(() => this.#redraw()).observe(this.#frame);
    document.addEventListener("themechange", () => this.#redraw());
    this.#slider.addEventListener("input", () => this.#commit(this.#slider.valueAsNumber));
    this.#slider.addEventListener("keydown", (event) => this.#step(event));
    this.#listenForPointer();
  }

  /**
   * Shows another metric. The cursor begins at epsilon*.
   * @param {Explored} explored
   * @param {{data: string, settings: string[]}} of
   */
  show(explored, of) {
    this.#explored = explored;
    this.#of = of;
    this.#slider.max = String(explored.curve.axis_end);
    this.#describe(explored);
    this.#redraw();
    this.#table.show({
      heads: ["epsilon", ...SERIES.map(([label]) => label)],
      rows: () => rowsOf(explored.curve),
    });
    this.#commit(explored.measured.calibration.epsilon);
  }

  #redraw() {
    if (!this.#explored) return;
    const { curve, measured } = this.#explored;
    const { epsilon, last_epsilon } = measured.calibration;
    const width = Math.floor(this.#frame.clientWidth);
    const height = Math.round(Math.min(420, Math.max(260, width * 0.52)));
    if (width === 0) return;
    const theme = {
      text: colour("--text"),
      grid: colour("--chart-grid"),
      acc_eq: colour("--acc-eq"),
      ties_f1: colour("--ties-f1"),
      correct_rank_f1: colour("--correct-rank-f1"),
    };
    const { svg, plot } = drawEpsilonChart(curve, {
      width,
      height,
      plateau: [epsilon, last_epsilon],
      chance: measured.chance?.calibrated,
      theme,
    });
    // The SVG is plotters' own; no text of the user's is in it.
    this.#svg.innerHTML = svg;
    this.#plot = plot;
    this.#slider.style.marginLeft = `${plot.left - THUMB / 2}px`;
    this.#slider.style.width = `${plot.right - plot.left + THUMB}px`;
    this.#line.style.top = `${plot.top}px`;
    this.#line.style.height = `${plot.bottom - plot.top}px`;
    this.#place(this.#epsilon);
  }

  /** The chart for a file. */
  async #drawn() {
    const explored = this.#explored;
    if (!explored) throw new Error("Nothing has been drawn.");
    const { version } = await this.#engine.about();
    const { metric, grouping } = explored.measured;
    const { data, settings } = this.#of;
    const own = [`metric: ${metric}`, ...settings];
    /** @type {import("./figure.js").Key[]} */
    const keys = SERIES.map(([name, ink]) => ({
      name,
      colour: colour(`--${ink.replaceAll("_", "-")}`),
    }));
    if (explored.measured.chance) {
      keys.push({ name: "chance, calibrated", colour: colour("--quiet"), dashes: "5 4" });
    }
    return {
      svg: this.#svg.querySelector("svg"),
      name: metric,
      label: this.#svg.ariaLabel ?? "",
      summary: this.#summary.textContent ?? "",
      about: { data, groups: groupedInWords(grouping), settings: own, version },
      keys,
    };
  }

  /** What is drawn is not of the scores in use: there is nothing to read. */
  clear() {
    this.#explored = undefined;
    this.#wanted = undefined;
  }

  /** @param {number} epsilon */
  #commit(epsilon) {
    if (!this.#explored) return;
    this.#epsilon = epsilon;
    this.#slider.value = String(epsilon);
    this.#look(epsilon);
  }

  /**
   * Moves the cursor and asks for the numbers there.
   * @param {number} epsilon
   */
  #look(epsilon) {
    if (!this.#explored) return;
    this.#place(epsilon);
    this.#wanted = epsilon;
    if (!this.#reading) this.#read();
  }

  async #read() {
    this.#reading = true;
    try {
      while (this.#wanted !== undefined) {
        const epsilon = this.#wanted;
        this.#wanted = undefined;
        const reading = await this.#engine.at(epsilon);
        if (!this.#explored) return;
        this.#onReading(reading);
        this.#placeDots(reading);
        const value = reading.acc_eq === undefined ? "undefined" : statistic(reading.acc_eq);
        this.#slider.setAttribute("aria-valuetext", `${score(epsilon)}, acc_eq ${value}`);
      }
    } catch {
      // The worker was lost, or has other scores by now: what is explored next
      // is read anew.
    } finally {
      this.#reading = false;
    }
  }

  /** @param {number} epsilon */
  #place(epsilon) {
    const x = this.#pixelOf(epsilon);
    this.#line.style.transform = `translateX(${x}px)`;
    for (const dot of this.#dots) dot.hidden = true;
  }

  /** @param {Evaluation} reading */
  #placeDots(reading) {
    const plot = this.#plot;
    if (!plot || this.#wanted !== undefined) return;
    SERIES.forEach(([, , of], index) => {
      const [dot, value] = [this.#dots[index], of(reading)];
      if (!dot || value === undefined) return;
      const y = plot.bottom - value * (plot.bottom - plot.top);
      dot.style.transform = `translate(${this.#pixelOf(reading.epsilon)}px, ${y}px)`;
      dot.hidden = false;
    });
  }

  /** @param {number} epsilon */
  #pixelOf(epsilon) {
    if (!this.#plot) return 0;
    const { left, right, x } = this.#plot;
    return left + (Math.min(epsilon, x[1]) / x[1]) * (right - left);
  }

  #listenForPointer() {
    const epsilonAt = (/** @type {PointerEvent} */ event) => {
      if (!this.#plot) return 0;
      const { left, right, x } = this.#plot;
      const share =
        (event.clientX - this.#frame.getBoundingClientRect().left - left) / (right - left);
      return Math.min(1, Math.max(0, share)) * x[1];
    };
    this.#frame.addEventListener("pointermove", (event) => {
      const dragging = event.buttons > 0 && this.#frame.hasPointerCapture(event.pointerId);
      if (dragging) this.#commit(epsilonAt(event));
      else if (event.pointerType === "mouse") this.#look(epsilonAt(event));
    });
    this.#frame.addEventListener("pointerdown", (event) => {
      this.#frame.setPointerCapture(event.pointerId);
      this.#commit(epsilonAt(event));
    });
    this.#frame.addEventListener("pointerleave", () => this.#look(this.#epsilon));
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const direction = {
      ArrowRight: 1,
      ArrowUp: 1,
      PageUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageDown: -1,
    }[event.key];
    if (direction === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const end = Number(this.#slider.max);
    if (event.shiftKey || event.key.startsWith("Page")) {
      this.#commit(Math.min(end, Math.max(0, this.#epsilon + (direction * end) / 100)));
      return;
    }
    // A key that repeats faster than the worker answers waits its turn, once.
    if (event.repeat && this.#steps > 1) return;
    this.#steps += 1;
    this.#stepping = this.#stepping
      .then(async () => {
        const explored = this.#explored;
        const next = await this.#engine.candidate(this.#epsilon, direction > 0);
        if (next !== undefined && next <= end && explored === this.#explored) this.#commit(next);
      })
      .catch(() => {}) // as in #read
      .finally(() => {
        this.#steps -= 1;
      });
  }

  /** @param {Explored} explored */
  #describe({ curve, measured }) {
    const { metric, calibration, at_zero, at_star, chance } = measured;
    const key = SERIES.map(([label, name]) =>
      make("span", { className: `key ${name}` }, term(name, label)),
    );
    if (chance) {
      const value = stat("chance", chance.calibrated, percent);
      key.push(
        make("span", { className: "key chance" }, term("chance", "chance, calibrated"), " ", value),
      );
    }
    const { epsilon, last_epsilon, contiguous } = calibration;
    const apart = scoresApart(epsilon, last_epsilon);
    const star = make(
      "span",
      { className: "key star" },
      term("epsilon*"),
      " ",
      stat("epsilon", epsilon, apart, { at: "star" }),
    );
    if (last_epsilon > epsilon) {
      const gaps = contiguous ? "" : ", not all between as good";
      star.append(" to ", stat("last_epsilon", last_epsilon, apart, { at: "star" }), gaps);
    }
    this.#legend.replaceChildren(...key, star);
    const largest = curve.epsilon.at(-1) ?? 0;
    const cut =
      largest > curve.axis_end
        ? ` The axis ends at ${score(curve.axis_end)}, where nearly all pairs are tied; the largest difference is ${score(largest)}.`
        : "";
    this.#note.textContent = cut;
    const written = (/** @type {number | undefined} */ value) =>
      value === undefined ? "undefined" : statistic(value);
    this.#summary.textContent =
      `For ${metric}, acc_eq is ${written(at_zero.acc_eq)} with exact ties, greatest at epsilon ${score(epsilon)} ` +
      `with ${written(at_star.acc_eq)}, and ${written(curve.acc_eq.at(-1))} when all pairs are tied. ` +
      `Ties-F1 goes from ${written(at_zero.ties?.f1)} to ${written(curve.ties_f1.at(-1))}, ` +
      `correct-rank-F1 from ${written(at_zero.correct_rank?.f1)} to ${written(curve.correct_rank_f1.at(-1))}.`;
  }
}

/**
 * The points of the curves.
 * @param {Explored["curve"]} curve
 */
const rowsOf = ({ epsilon, acc_eq, ties_f1, correct_rank_f1 }) =>
  epsilon.map((epsilon, index) => [
    score(epsilon),
    ...[acc_eq, ties_f1, correct_rank_f1].map(({ [index]: value }) =>
      value === undefined ? "" : statistic(value),
    ),
  ]);
