// What the lab's scores are about: an example with its question, or a step of
// the guided tour.

import { labPresets, labTour } from "../../tiescope.js";
import { make } from "../dom.js";
import { withIndices } from "./statistics.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../tiescope.js").Preset} Preset */
/** @typedef {import("../../tiescope.js").Step} Step */

export class Lesson {
  #root;
  #go;
  #presets = labPresets();
  #steps = labTour();
  #select = make("select", { id: "lab-preset" });
  /** The choice that is no example. */
  #other = new Option("Scores of your own", "");
  #tour = make("button", { type: "button", className: "primary" }, "New here? Guided tour");
  #text = make("div", { className: "lesson-text" });
  /** Its room is kept: nothing moves while a score is dragged. */
  #changed = make("small", {}, ", scores changed");
  /** What is shown, to leave an open answer open. */
  #shown = "";
  #isRevealed = true;
  #change;
  /** The choice of an example and the way into the tour. */
  controls = make(
    "div",
    { className: "field" },
    make("label", { htmlFor: "lab-preset" }, "Example"),
    this.#select,
    this.#tour,
  );

  /**
   * @param {HTMLElement} root
   * @param {(state: State) => void} go to a state from which nothing is left to undo
   * @param {(edit: (state: State) => State) => void} change the present state, or draw it anew
   */
  constructor(root, go, change) {
    this.#root = root;
    this.#go = go;
    this.#change = change;
    this.#root.append(this.#text);
    const options = this.#presets.map(
      ({ id, title, section }) => new Option(`${title} (${section})`, id),
    );
    this.#select.append(this.#other, ...options);
    this.#select.addEventListener("change", () => {
      const preset = this.#presets.find(({ id }) => id === this.#select.value);
      if (preset) this.#go(preset.lab);
      else this.#leave();
    });
    this.#tour.addEventListener("click", () => this.#goTo(1));
  }

  /** Whether which metric is best may be shown: not before the answer is. */
  get isRevealed() {
    return this.#isRevealed;
  }

  /**
   * The statistics that the tour has explained; all of them outside of it.
   * @param {State} state
   */
  explained({ step }) {
    return step === undefined ? undefined : this.#steps[step - 1]?.statistics;
  }

  /**
   * Where a state began, to go back to.
   * @param {State} state
   */
  origin({ preset, step }) {
    if (step !== undefined) return this.#steps[step - 1]?.lab;
    return this.#presets.find(({ id }) => id === preset)?.lab;
  }

  /**
   * @param {State} state
   * @param {boolean} isChanged whether its scores are not those that the text is about
   */
  show({ preset, step, hidden }, isChanged) {
    this.#changed.style.visibility = isChanged ? "visible" : "hidden";
    const key = JSON.stringify([preset, step, hidden]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#other.textContent = step === undefined ? "Scores of your own" : "Guided tour";
    this.#select.value = step === undefined ? (preset ?? "") : "";
    this.#tour.hidden = step !== undefined;
    const isFixed = hidden.includes("controls");
    const current = step === undefined ? undefined : this.#steps[step - 1];
    const example = this.#presets.find(({ id }) => id === preset);
    this.#root.hidden = !current && !example;
    this.#isRevealed = !example && !current;
    const hidesAnswer = hidden.includes("answers");
    if (current && step !== undefined)
      this.#text.replaceChildren(...this.#step(current, step, { isFixed, hidesAnswer }));
    else if (example) this.#text.replaceChildren(...this.#example(example, hidesAnswer));
  }

  /** @param {number} number of a step, from 1 */
  #goTo(number) {
    const step = this.#steps[number - 1];
    if (!step) return;
    this.#go(step.lab);
    this.#root.querySelector("h2")?.focus();
  }

  /**
   * @param {Preset} preset
   * @param {boolean} hidesAnswer
   */
  #example({ title, section, text, question, answer }, hidesAnswer) {
    return [
      make("h2", {}, title, " ", make("small", {}, section), this.#changed),
      make("div", {}, make("p", {}, text)),
      make(
        "div",
        {},
        make("p", { className: "question" }, question),
        hidesAnswer ? "" : this.#answer(answer),
      ),
    ];
  }

  /** @param {string} answer */
  #answer(answer) {
    const details = make(
      "details",
      { className: "answer" },
      make("summary", {}, "Show the answer"),
      make("p", {}, ...withIndices(answer)),
    );
    details.addEventListener("toggle", () => {
      this.#isRevealed = details.open;
      this.#change((state) => state);
    });
    return details;
  }

  /**
   * @param {Step} step
   * @param {number} number
   * @param {{isFixed: boolean, hidesAnswer: boolean}} exercise
   */
  #step({ title, text, task, answer }, number, { isFixed, hidesAnswer }) {
    const last = this.#steps.length;
    const paragraphs = text.map((paragraph) => make("p", {}, ...withIndices(paragraph)));
    return [
      make("h2", { tabIndex: -1 }, make("small", {}, `${number} of ${last}`), " ", title),
      make("div", {}, ...paragraphs),
      make(
        "div",
        {},
        make("p", { className: "question" }, task),
        hidesAnswer ? "" : this.#answer(answer),
      ),
      isFixed ? "" : this.#way(number),
    ];
  }

  /**
   * Back, next, and every step.
   * @param {number} number
   */
  #way(number) {
    const button = (
      /** @type {string} */ label,
      /** @type {() => void} */ act,
      disabled = false,
    ) => {
      const element = make("button", { type: "button", disabled }, label);
      element.addEventListener("click", act);
      return element;
    };
    const last = this.#steps.length;
    const steps = this.#steps.map(({ title }, index) => {
      const element = button(String(index + 1), () => this.#goTo(index + 1));
      element.title = title;
      element.ariaLabel = `Step ${index + 1}: ${title}`;
      if (index + 1 === number) element.ariaCurrent = "step";
      return element;
    });
    const next = number < last ? button("Next", () => this.#goTo(number + 1)) : "";
    if (next) next.className = "primary";
    const leave = button("Leave the tour", () => this.#leave());
    return make(
      "nav",
      { className: "way", ariaLabel: "Steps of the tour" },
      button("Back", () => this.#goTo(number - 1), number === 1),
      make("span", { className: "steps" }, ...steps),
      next,
      leave,
    );
  }

  /** The scores stay, as scores of one's own. */
  #leave() {
    this.#change((state) => ({ ...state, preset: undefined, step: undefined, hidden: [] }));
  }
}
