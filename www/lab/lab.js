// The toy lab: holds the scores, has every number worked out when one of them
// changes, and tells the parts.

import { labFromLink, labToCsv, labToLink, workLab } from "../../tiescope.js";
import { byId, make } from "../dom.js";
import { EpsilonSlider } from "./epsilon.js";
import { Ladders } from "./ladders.js";
import { Lesson } from "./lesson.js";
import { PairTriangles } from "./pairs.js";
import { Plots } from "./plot.js";
import { ScoresTable } from "./scores.js";
import { Share } from "./share.js";
import { History } from "./state.js";
import { StatisticsOfLab } from "./statistics.js";
import { CoefficientTables } from "./tables.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("../../tiescope.js").Worked} Worked */
/** @typedef {import("../../tiescope.js").Part} Part */
/** @typedef {import("../../tiescope.js").View} View */
/**
 * Whether it is kept back which metric is best, and which statistics the tour
 * has explained so far; all of them outside of it.
 * @typedef {{hidesBest: boolean, explained: string[] | undefined}} Shown
 */
/**
 * How a part changes the state by hand: many changes between a begin and an
 * end are undone as one; a step is undone alone.
 * @typedef {{readonly isUnderWay: boolean, begin: () => void, change: (state: State) => void, end: () => void, step: (state: State) => void}} Moving
 */

export class Lab {
  #history = new History();
  /** @type {State | undefined} */
  #state;
  /** @type {Mark} */
  #mark = {};
  /** What was changed last, if it goes on being typed. */
  /** @type {string | undefined} */
  #typed;
  /** The state when something began to be moved. */
  /** @type {State | undefined} */
  #moved;
  /** What the link that was opened hides, to stay hidden. */
  /** @type {Part[] | undefined} */
  #exercise;
  #notes = byId("lab-notes", HTMLElement);
  #undo = button("Undo", () => this.#travel(this.#history.undo(this.#present())));
  #redo = button("Redo", () => this.#travel(this.#history.redo(this.#present())));
  #reset = button("Reset", () => this.#step(this.#origin() ?? this.#present()));
  #explore = button("Open in Explore", () => this.onExplore(labToCsv(this.#present())));
  #views = viewSwitch((view) => this.#set({ ...this.#present(), view }));
  #columns = byId("lab-metrics", HTMLElement);
  /** @type {EpsilonSlider[]} */
  #sliders = [];
  /** @type {HTMLElement[]} */
  #triangleRoots = [];
  #lesson;
  #share = new Share(() => this.#present());
  #scores;
  #plots;
  #ladders;
  #pairs;
  #statistics;
  #tables;

  /** Told that the lab's scores, a file, are to be explored. */
  onExplore = (/** @type {string} */ _csv) => {};

  constructor() {
    const tell = (/** @type {Mark} */ mark) => this.#setMark(mark);
    const moving = this.#moving();
    this.#lesson = new Lesson(
      byId("lab-lesson", HTMLElement),
      (state) => this.#goTo(state),
      (edit) => this.#set(edit(this.#present())),
    );
    this.#scores = new ScoresTable(
      byId("lab-scores", HTMLElement),
      (state, what) => this.#step(state, what),
      tell,
    );
    this.#plots = new Plots(moving, tell);
    this.#ladders = new Ladders(moving, tell);
    this.#pairs = new PairTriangles(tell);
    this.#statistics = new StatisticsOfLab(byId("lab-statistics", HTMLElement), tell);
    this.#tables = new CoefficientTables(byId("lab-tables", HTMLElement), tell);
    byId("lab-controls", HTMLElement).append(
      this.#lesson.controls,
      make("span", { className: "lab-actions" }, this.#undo, this.#redo, this.#reset),
      this.#share.element,
      this.#explore,
    );
    byId("lab-view", HTMLElement).append(
      this.#views.element,
      this.#plots.element,
      this.#ladders.element,
    );
    byId("lab-pairs", HTMLElement).append(this.#pairs.element);
    addEventListener("keydown", (event) => this.#shortcut(event));
  }

  /** The page is looked at, or its address has changed: shows what the address says. */
  enter() {
    const fragment = location.hash.slice(1);
    if (this.#state && (fragment === "lab" || fragment === labToLink(this.#state))) {
      this.#write();
      return;
    }
    const { lab, notes } = labFromLink(fragment);
    const usual = this.#lesson.origin(lab)?.hidden ?? [];
    this.#exercise = lab.hidden.join() === usual.join() ? undefined : lab.hidden;
    this.open(lab, notes);
  }

  /**
   * Shows a state from which nothing is left to undo.
   * @param {State} state
   * @param {string[]} notes for the reader
   */
  open(state, notes = []) {
    this.#history.clear();
    this.#typed = undefined;
    this.#moved = undefined;
    this.#mark = {};
    for (const part of [this.#scores, this.#plots, this.#ladders]) part.forget();
    const what = notes.map((note) => make("li", {}, note));
    this.#notes.hidden = notes.length === 0;
    this.#notes.replaceChildren(make("ul", { className: "notices" }, ...what));
    this.#set(state);
  }

  /**
   * Goes to an example or a step, from which the browser can go back.
   * @param {State} state
   */
  #goTo(state) {
    const next = this.#asShown(state);
    history.pushState(null, "", `#${labToLink(next)}`);
    this.open(next);
  }

  /**
   * Another state in the present frame; an exercise goes on hiding what it hides.
   * @param {State} state
   */
  #asShown(state) {
    const { embed } = this.#present();
    return { ...state, embed, hidden: this.#exercise ?? state.hidden };
  }

  /** Where the present scores come from, unless they are one's own. */
  #origin() {
    const origin = this.#lesson.origin(this.#present());
    return origin && this.#asShown(origin);
  }

  #present() {
    if (!this.#state) throw new Error("The lab is empty.");
    return this.#state;
  }

  /** @returns {Moving} */
  #moving() {
    const isUnderWay = () => this.#moved !== undefined;
    return {
      get isUnderWay() {
        return isUnderWay();
      },
      begin: () => {
        this.#typed = undefined;
        this.#moved = this.#state;
      },
      change: (state) => (isUnderWay() ? this.#set(state) : this.#step(state)),
      end: () => {
        const before = this.#moved;
        this.#moved = undefined;
        if (!before || before === this.#state) return;
        this.#history.leave(before);
        this.#set(this.#present());
      },
      step: (state) => this.#step(state),
    };
  }

  /**
   * @param {State} state
   * @param {string} [typed] what is being typed: undone as one
   */
  #step(state, typed) {
    const goesOn = typed !== undefined && typed === this.#typed;
    if (this.#state && !goesOn) this.#history.leave(this.#state);
    this.#typed = typed;
    this.#set(state);
  }

  /** @param {State | undefined} state */
  #travel(state) {
    this.#typed = undefined;
    this.#moved = undefined;
    // How scores are looked at is not undone.
    if (state) this.#set({ ...state, view: this.#present().view });
  }

  /** @param {State} state */
  #set(state) {
    this.#state = state;
    const worked = workLab(state);
    const { hidden } = state;
    for (const part of /** @type {Part[]} */ (["scores", "statistics", "tables", "controls"])) {
      byId(`lab-${part}`, HTMLElement).hidden = hidden.includes(part);
    }
    document.body.classList.toggle("embed", state.embed);
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
    const origin = this.#origin();
    const scores = (/** @type {State} */ { outputs, metrics }) =>
      JSON.stringify([outputs, metrics]);
    const isChanged = origin !== undefined && scores(origin) !== scores(state);
    this.#reset.disabled = !isChanged;
    this.#views.show(state.view);
    this.#lesson.show(state, isChanged);
    this.#scores.show(state, worked);
    this.#showView(state, worked);
    const hidesBest = hidden.includes("answers") || !this.#lesson.isRevealed;
    const shown = { hidesBest, explained: this.#lesson.explained(state) };
    this.#showMetrics(state, worked, shown);
    this.#statistics.show(state, worked, shown);
    this.#tables.show(worked, shown);
    this.#setMark(this.#mark);
    this.#share.refresh();
    if (!this.#moved) this.#write();
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   */
  #showView(state, worked) {
    const isPlot = state.view === "plot";
    this.#plots.element.hidden = !isPlot;
    this.#ladders.element.hidden = isPlot;
    if (isPlot) this.#plots.show(state, worked);
    else this.#ladders.show(state, worked);
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   * @param {Shown} shown
   */
  #showMetrics(state, worked, { hidesBest, explained }) {
    if (this.#sliders.length !== worked.metrics.length) {
      this.#sliders = worked.metrics.map((_, metric) => new EpsilonSlider(metric, this.#moving()));
      this.#triangleRoots = worked.metrics.map(() => make("div", {}));
      const columns = this.#sliders.map((slider, metric) =>
        make(
          "div",
          { className: "metric-column" },
          make("h3", {}),
          make(
            "div",
            { className: "metric-parts" },
            slider.element,
            this.#triangleRoots[metric] ?? "",
          ),
        ),
      );
      this.#columns.replaceChildren(...columns);
    }
    const { hidden } = state;
    const { style } = byId("lab", HTMLElement);
    style.setProperty("--metrics", String(worked.metrics.length));
    style.setProperty("--outputs", String(worked.outputs.length));
    worked.metrics.forEach((metric, index) => {
      const head = this.#columns.children[index]?.querySelector("h3");
      if (head) head.textContent = metric.name;
      const slider = this.#sliders[index];
      if (slider) slider.element.hidden = hidden.includes("epsilon");
      slider?.show(state, metric, {
        hidesBest,
        explained,
      });
    });
    const hasPairs = !hidden.includes("pairs");
    for (const root of this.#triangleRoots) root.hidden = !hasPairs;
    byId("lab-pairs", HTMLElement).hidden = !hasPairs;
    this.#columns.hidden = !hasPairs && hidden.includes("epsilon");
    this.#pairs.show(state, worked, this.#triangleRoots);
  }

  /** @param {Mark} mark */
  #setMark(mark) {
    this.#mark = mark;
    const parts = [this.#scores, this.#plots, this.#ladders, this.#pairs];
    for (const part of [...parts, this.#statistics, this.#tables]) part.mark(mark);
  }

  /** The address says what is shown. */
  #write() {
    if (!location.hash.startsWith("#lab")) return;
    history.replaceState(history.state, "", `#${labToLink(this.#present())}`);
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const { target } = event;
    // Text has an undo of its own.
    const isText = target instanceof HTMLInputElement && target.type === "text";
    if (!(event.ctrlKey || event.metaKey) || isText || this.#moved) return;
    if (!this.#state || document.body.dataset.page !== "lab") return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    const isUndo = key === "z" && !event.shiftKey;
    const present = this.#present();
    const state = isUndo ? this.#history.undo(present) : this.#history.redo(present);
    // Where there is none, a field with half a number in it gets its score back.
    this.#travel(state ?? present);
  }
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const element = make("button", { type: "button" }, label);
  element.addEventListener("click", act);
  return element;
}

/**
 * The choice between plots and ladders.
 * @param {(view: View) => void} choose
 */
function viewSwitch(choose) {
  /** @type {[View, string][]} */
  const views = [
    ["plot", "Plot"],
    ["ladders", "Ladders"],
  ];
  const inputs = views.map(([value]) => make("input", { type: "radio", name: "lab-view", value }));
  inputs.forEach((input, index) => {
    input.addEventListener("change", () => choose(views[index]?.[0] ?? "plot"));
  });
  const labels = views.map(([, label], index) =>
    make("label", {}, inputs[index] ?? "", make("span", {}, label)),
  );
  const legend = make("legend", { className: "hidden" }, "View");
  const element = make("fieldset", { className: "segments" }, legend, ...labels);
  const show = (/** @type {View} */ view) => {
    for (const input of inputs) input.checked = input.value === view;
  };
  return { element, show };
}
