// The scores as a table to type in.

import { make } from "../dom.js";
import { outputsOf, tellOfPointing } from "./marks.js";
import {
  letterOf,
  limits,
  scoreOf,
  withMetric,
  withOneMore,
  withOneMoreMetric,
  withOutput,
  without,
  withoutMetric,
  withScore,
} from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Column} Column */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("../../tiescope.js").Worked} Worked */

/** Scores beyond this are not taken. */
const LARGEST = 1e9;

export class ScoresTable {
  #root;
  #change;
  #tell;
  /** What the table was built for: names, items, numbers of rows and columns. */
  #shape = "";
  /** @type {State | undefined} */
  #state;
  /** How the inputs get their values. */
  /** @type {((state: State) => void)[]} */
  #fills = [];
  /** @type {HTMLElement[]} */
  #rows = [];
  #hasItems = false;
  #hasNames = false;
  /** Counts the visits of inputs: what is typed in one is undone as one. */
  #visits = 0;

  /**
   * @param {HTMLElement} root
   * @param {(state: State, typed?: string) => void} change `typed` is undone as one
   * @param {(mark: Mark) => void} tell
   */
  constructor(root, change, tell) {
    this.#root = root;
    this.#change = change;
    this.#tell = tell;
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   */
  show(state, worked) {
    this.#state = state;
    this.#hasItems ||= state.outputs.some(({ item }) => item !== 1);
    this.#hasNames ||= state.outputs.some(({ name }) => name !== "");
    const { outputs, metrics, hidden } = state;
    const names = [worked.outputs, worked.metrics.map(({ name }) => name)];
    const shape = JSON.stringify([
      outputs.length,
      metrics.length,
      names,
      hidden,
      this.#hasItems,
      this.#hasNames,
    ]);
    if (shape !== this.#shape) this.#build(state, worked);
    this.#shape = shape;
    for (const fill of this.#fills) fill(state);
  }

  /** @param {Mark} mark */
  mark(mark) {
    const marked = outputsOf(mark);
    this.#rows.forEach((row, index) => {
      row.classList.toggle("marked", marked.includes(index));
    });
  }

  /** Other scores need other columns. */
  forget() {
    this.#hasItems = false;
    this.#hasNames = false;
  }

  /**
   * @param {State} state
   * @param {Worked} worked
   */
  #build(state, worked) {
    const focused = document.activeElement?.getAttribute("data-field");
    this.#fills = [];
    const isFixed = state.hidden.includes("controls");
    const { fewest, most, metrics: mostMetrics } = limits();
    const heads = state.metrics.map((_, metric) => this.#metricHead(metric, worked, isFixed));
    this.#rows = state.outputs.map((_, row) => this.#row(row, worked, isFixed));
    const items = this.#hasItems ? [make("th", { scope: "col" }, "item")] : [];
    const end = isFixed ? [] : [make("td", {})];
    const head = make(
      "tr",
      {},
      make("th", { scope: "col" }, make("span", { className: "hidden" }, "output")),
      ...items,
      make("th", { scope: "col" }, "human"),
      ...heads,
      ...end,
    );
    const table = make(
      "table",
      { className: "scores-table" },
      make("thead", {}, head),
      make("tbody", {}, ...this.#rows),
    );
    const { outputs, metrics } = state;
    const more = this.#button("Add output", withOneMore, outputs.length >= most);
    const moreMetrics = this.#button(
      "Add metric",
      withOneMoreMetric,
      metrics.length >= mostMetrics,
    );
    const divide = make("button", { type: "button", hidden: this.#hasItems }, "Divide into items");
    divide.addEventListener("click", () => {
      this.#hasItems = true;
      if (this.#state) this.show(this.#state, worked);
    });
    const actions = make("p", { className: "lab-actions" }, more, moreMetrics, divide);
    this.#root.replaceChildren(make("div", { className: "scroll" }, table), isFixed ? "" : actions);
    this.#root.classList.toggle("at-fewest", outputs.length <= fewest);
    if (focused) {
      const again = this.#root.querySelector(`[data-field="${focused}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  /**
   * @param {string} label
   * @param {(state: State) => State} edit
   * @param {boolean} disabled
   */
  #button(label, edit, disabled) {
    const button = make("button", { type: "button", disabled }, label);
    button.addEventListener("click", () => this.#edit(edit));
    return button;
  }

  /** @param {(state: State) => State} edit */
  #edit(edit) {
    if (this.#state) this.#change(edit(this.#state));
  }

  /**
   * @param {string} label
   * @param {(state: State) => State} edit
   */
  #removeButton(label, edit) {
    const button = make(
      "button",
      { type: "button", className: "remove", ariaLabel: label, title: label },
      "×",
    );
    button.addEventListener("click", () => this.#edit(edit));
    return button;
  }

  /**
   * @param {number} metric
   * @param {Worked} worked
   * @param {boolean} isFixed
   */
  #metricHead(metric, worked, isFixed) {
    const name = worked.metrics[metric]?.name ?? "";
    if (isFixed) return make("th", { scope: "col" }, name);
    const input = this.#name(`metric ${metric + 1}`, name, `m${metric + 1}`, (value) =>
      this.#edit((state) => withMetric(state, metric, { name: value })),
    );
    const remove = this.#removeButton(`Remove ${name}`, (state) => withoutMetric(state, metric));
    remove.hidden = worked.metrics.length === 1;
    return make("th", { scope: "col", className: "metric-head" }, input, remove);
  }

  /**
   * @param {string} field
   * @param {string} value
   * @param {string} placeholder
   * @param {(value: string) => void} rename
   */
  #name(field, value, placeholder, rename) {
    const input = make("input", {
      className: "name",
      value: value === placeholder ? "" : value,
      placeholder,
      maxLength: 40,
      title: value,
      ariaLabel: `Name of ${field}`,
      data: { field },
    });
    input.addEventListener("change", () => rename(input.value.trim()));
    return input;
  }

  /**
   * @param {number} row
   * @param {Worked} worked
   * @param {boolean} isFixed
   */
  #row(row, worked, isFixed) {
    const name = worked.outputs[row] ?? "";
    const letter = letterOf(row);
    const rename = (/** @type {string} */ value) =>
      this.#edit((state) => withOutput(state, row, (output) => ({ ...output, name: value })));
    const head = !this.#hasNames
      ? ""
      : isFixed
        ? name
        : this.#name(`output ${letter}`, name, letter, rename);
    const metrics = worked.metrics.map((metric, index) =>
      this.#score(row, index, name, metric.name),
    );
    const items = this.#hasItems ? [this.#item(row, name)] : [];
    const remove = this.#removeButton(`Remove ${name}`, (state) => without(state, row));
    const element = make(
      "tr",
      {},
      make("th", { scope: "row", title: name }, letter, " ", head),
      ...items,
      this.#score(row, "human", name, "human"),
      ...metrics,
      ...(isFixed ? [] : [make("td", { className: "end" }, remove)]),
    );
    tellOfPointing(element, { output: row }, this.#tell);
    return element;
  }

  /**
   * @param {number} row
   * @param {Column} column
   * @param {string} name
   * @param {string} title
   */
  #score(row, column, name, title) {
    const input = make("input", {
      type: "number",
      step: "any",
      ariaLabel: `${title} of ${name}`,
      data: { field: `${column} ${row}` },
    });
    const isUsable = () => Math.abs(input.valueAsNumber) <= LARGEST;
    let before = 0;
    const take = (/** @type {number} */ value) => {
      if (!this.#state) return;
      this.#change(withScore(this.#state, row, column, value), `visit ${this.#visits}`);
    };
    input.addEventListener("focus", () => {
      this.#visits += 1;
      before = this.#state ? scoreOf(this.#state, row, column) : 0;
    });
    input.addEventListener("input", () => {
      input.ariaInvalid = String(!isUsable());
      if (isUsable()) take(input.valueAsNumber);
    });
    const fill = (/** @type {State} */ state) => {
      const score = scoreOf(state, row, column);
      // What is being typed stays as it is.
      if (input.valueAsNumber !== score) input.value = String(score);
      input.ariaInvalid = "false";
    };
    input.addEventListener("blur", () => {
      if (!isUsable()) take(before);
    });
    this.#fills.push(fill);
    return make("td", {}, input);
  }

  /**
   * @param {number} row
   * @param {string} name
   */
  #item(row, name) {
    const select = make("select", {
      ariaLabel: `item of ${name}`,
      data: { field: `item ${row}` },
    });
    const { most } = limits();
    for (let item = 1; item <= most; item += 1) select.append(new Option(String(item)));
    select.addEventListener("change", () =>
      this.#edit((state) =>
        withOutput(state, row, (output) => ({ ...output, item: select.selectedIndex + 1 })),
      ),
    );
    this.#fills.push((state) => {
      select.selectedIndex = (state.outputs[row]?.item ?? 1) - 1;
    });
    return make("td", {}, select);
  }
}
