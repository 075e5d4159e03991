// A group of the scores in use, taken into the lab.

import { make } from "../dom.js";

/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../../tiescope.js").Grouping} Grouping */
/** @typedef {import("../../tiescope.js").Taken} Taken */

/** A list of more names than this helps nobody. */
const MOST = 2000;
let lists = 0;

export class TakeGroup {
  #engine;
  #onTaken;
  #label = make("label", {});
  #names = make("datalist", {});
  #input = make("input", { className: "group-name" });
  #button = make("button", { type: "button" }, "Take into the lab");
  #problem = make("span", { className: "take-problem", role: "status" });
  /** @type {Grouping | undefined} */
  #grouping;
  /** @type {number[]} */
  #metrics = [];
  element;

  /**
   * @param {Engine} engine
   * @param {(taken: Taken) => void} onTaken
   */
  constructor(engine, onTaken) {
    this.#engine = engine;
    this.#onTaken = onTaken;
    lists += 1;
    this.#names.id = `group-names-${lists}`;
    this.#input.id = `group-name-${lists}`;
    this.#input.setAttribute("list", this.#names.id);
    this.#label.htmlFor = this.#input.id;
    this.#button.addEventListener("click", () => this.#take());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#take();
    });
    this.element = make(
      "p",
      { className: "take-group" },
      this.#label,
      this.#input,
      this.#names,
      this.#button,
      this.#problem,
    );
  }

  /** Other scores are in use. */
  forget() {
    this.#grouping = undefined;
  }

  /**
   * @param {Grouping} grouping
   * @param {number[]} metrics
   */
  async show(grouping, metrics) {
    this.#metrics = metrics;
    this.#problem.textContent = "";
    if (grouping === this.#grouping) return;
    this.#grouping = grouping;
    const isAll = grouping === "none";
    this.#input.hidden = isAll;
    this.#label.textContent = isAll ? "Twelve of all rows" : `The scores of one ${grouping}`;
    const names = isAll ? [] : await this.#engine.groupNames(grouping).catch(() => []);
    if (grouping !== this.#grouping) return;
    this.#names.replaceChildren(...names.slice(0, MOST).map((name) => new Option(name)));
    this.#input.value = names[0] ?? "";
  }

  async #take() {
    if (!this.#grouping) return;
    this.#problem.textContent = "";
    try {
      const name = this.#input.value;
      this.#onTaken(await this.#engine.takeGroup(this.#grouping, name, this.#metrics));
    } catch (error) {
      this.#problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
