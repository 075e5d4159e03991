// The scores as a table to type in.

import { make } from "../dom.js";
import { scrollBox } from "../scroll.js";
import { outputsOf, tellOfPointing } from "./marks.js";
import {
  inHalves,
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
  /** @type {((state: State, worked: Worked) => void)[]} */
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
    const shape = JSON.stringify([
      outputs.length,
      metrics.length,
      hidden,
      this.#hasItems,
      this.#hasNames,
    ]);
    if (shape !== this.#shape) this.#build(state);
    this.#shape = shape;
    for (const fill of this.#fills) fill(state, worked);
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

  /** @param {State} state */
  #build(state) {
    const focused = document.activeElement?.getAttribute("data-field");
    this.#fills = [];
    const isFixed = state.hidden.includes("controls");
    const heads = state.metrics.map((_, metric) => this.#metricHead(metric, isFixed));
    this.#rows = state.outputs.map((_, row) => this.#row(row, state, isFixed));
    const items = this.#hasItems ? [make("th", { scope: "col" }, "item")] : [];
    const head = make(
      "tr",
      {},
      make("th", { scope: "col" }, make("span", { className: "hidden" }, "output")),
      ...items,
      make("th", { scope: "col" }, "human"),
      ...heads,
      ...(isFixed ? [] : [make("td", {})]),
    );
    const table = make(
      "table",
      { className: "scores-table" },
      make("thead", {}, head),
      make("tbody", {}, ...this.#rows),
    );
    const actions = isFixed ? "" : this.#actions(state);
    this.#root.replaceChildren(scrollBox("Scores", table), actions);
    this.#root.classList.toggle("at-fewest", state.outputs.length <= limits().fewest);
    if (focused) this.#focus(focused);
  }

  /**
   * Focuses what had the focus before, or what has taken its place.
   * @param {string} field
   */
  #focus(field) {
    const [kind, row] = [field.replace(/\d+$/, ""), field.match(/\d+$/)];
    const names = [field, row ? `${kind}${Number(row[0]) - 1}` : "", "human 0"];
    for (const name of names) {
      const element = this.#root.querySelector(`[data-field="${name}"]:not(:disabled)`);
      if (element instanceof HTMLElement) return element.focus();
    }
  }

  /** @param {State} state */
  #actions({ outputs, metrics }) {
    const { most, metrics: mostMetrics } = limits();
    const more = this.#button("Add output", withOneMore, outputs.length >= most);
    const moreMetrics = this.#button(
      "Add metric",
      withOneMoreMetric,
      metrics.length >= mostMetrics,
    );
    const divide = make("button", { type: "button", hidden: this.#hasItems }, "Divide into items");
    divide.addEventListener("click", () => {
      this.#hasItems = true;
      this.#edit(inHalves);
      this.#focus("item 0");
    });
    return make("p", { className: "lab-actions" }, more, moreMetrics, divide);
  }

  /**
   * @param {string} label
   * @param {(state: State) => State} edit
   * @param {boolean} disabled
   */
  #button(label, edit, disabled) {
    const data = { field: label };
    const button = make("button", { type: "button", disabled, data }, label);
    button.addEventListener("click", () => this.#edit(edit));
    return button;
  }

  /** @param {(state: State) => State} edit */
  #edit(edit) {
    if (this.#state) this.#change(edit(this.#state));
  }

  /**
   * @param {string} field
   * @param {(worked: Worked) => string} nameOf what is removed
   * @param {(state: State) => State} edit
   */
  #removeButton(field, nameOf, edit) {
    const data = { field: `remove ${field}` };
    const button = make("button", { type: "button", className: "remove", data }, "×");
    button.addEventListener("click", () => this.#edit(edit));
    this.#fills.push((_, worked) => {
      button.ariaLabel = `Remove ${nameOf(worked)}`;
      button.title = button.ariaLabel;
    });
    return button;
  }

  /**
   * @param {number} metric
   * @param {boolean} isFixed
   */
  #metricHead(metric, isFixed) {
    const nameOf = (/** @type {Worked} */ { metrics }) => metrics[metric]?.name ?? "";
    if (isFixed) return this.#filled(make("th", { scope: "col" }), nameOf);
    const input = this.#name(`metric ${metric}`, `m${metric + 1}`, {
      of: ({ metrics }) => metrics[metric]?.name ?? "",
      rename: (state, name) => withMetric(state, metric, { name }),
    });
    const remove = this.#removeButton(`metric ${metric}`, nameOf, (state) =>
      withoutMetric(state, metric),
    );
    this.#fills.push(({ metrics }) => {
      remove.hidden = metrics.length === 1;
    });
    return make("th", { scope: "col", className: "metric-head" }, input, remove);
  }

  /**
   * An element with a name in it.
   * @param {HTMLElement} element
   * @param {(worked: Worked) => string} nameOf
   */
  #filled(element, nameOf) {
    this.#fills.push((_, worked) => {
      element.textContent = nameOf(worked);
    });
    return element;
  }

  /**
   * @param {string} field
   * @param {string} placeholder what it is called without a name
   * @param {{of: (state: State) => string, rename: (state: State, name: string) => State}} name
   */
  #name(field, placeholder, { of, rename }) {
    const ariaLabel = `Name of ${field.startsWith("metric") ? placeholder : `output ${placeholder}`}`;
    const input = make("input", {
      className: "name",
      placeholder,
      maxLength: 40,
      ariaLabel,
      data: { field: `name of ${field}` },
    });
    input.addEventListener("change", () =>
      this.#edit((state) => rename(state, input.value.trim())),
    );
    this.#fills.push((state) => {
      if (document.activeElement !== input) input.value = of(state);
      input.title = of(state);
    });
    return input;
  }

  /**
   * @param {number} row
   * @param {State} state
   * @param {boolean} isFixed
   */
  #row(row, { metrics }, isFixed) {
    const letter = letterOf(row);
    const nameOf = (/** @type {Worked} */ { outputs }) => outputs[row] ?? "";
    const name = isFixed
      ? this.#filled(make("span", {}), (worked) =>
          nameOf(worked) === letter ? "" : nameOf(worked),
        )
      : this.#name(`output ${row}`, letter, {
          of: ({ outputs }) => outputs[row]?.name ?? "",
          rename: (state, name) => withOutput(state, row, (output) => ({ ...output, name })),
        });
    const remove = this.#removeButton(`output ${row}`, nameOf, (state) => without(state, row));
    const element = make(
      "tr",
      {},
      make("th", { scope: "row" }, letter, " ", this.#hasNames ? name : ""),
      ...(this.#hasItems ? [this.#item(row)] : []),
      this.#score(row, "human"),
      ...metrics.map((_, metric) => this.#score(row, metric)),
      ...(isFixed ? [] : [make("td", { className: "end" }, remove)]),
    );
    tellOfPointing(element, { output: row }, this.#tell);
    return element;
  }

  /**
   * @param {number} row
   * @param {Column} column
   */
  #score(row, column) {
    const data = { field: `${column} ${row}` };
    const input = make("input", { type: "number", step: "any", data });
    const isUsable = () => Math.abs(input.valueAsNumber) <= LARGEST;
    let before = 0;
    const take = (/** @type {number} */ value) => {
      if (!this.#state || scoreOf(this.#state, row, column) === value) return;
      this.#change(withScore(this.#state, row, column, value), `visit ${this.#visits}`);
    };
    input.addEventListener("focus", () => {
      this.#visits += 1;
      before = this.#state ? scoreOf(this.#state, row, column) : 0;
    });
    input.addEventListener("input", () => {
      // The browser's own undo may still reach a field that was left.
      if (document.activeElement !== input && this.#state) return fill(this.#state);
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
      if (isUsable()) return;
      take(before);
      if (this.#state) fill(this.#state);
    });
    this.#fills.push(fill, (_, { outputs, metrics }) => {
      const of = column === "human" ? "human" : metrics[column]?.name;
      input.ariaLabel = `${of} of ${outputs[row]}`;
    });
    return make("td", {}, input);
  }

  /** @param {number} row */
  #item(row) {
    const select = make("select", { data: { field: `item ${row}` } });
    const { most } = limits();
    for (let item = 1; item <= most; item += 1) select.append(new Option(String(item)));
    select.addEventListener("change", () =>
      this.#edit((state) =>
        withOutput(state, row, (output) => ({ ...output, item: select.selectedIndex + 1 })),
      ),
    );
    this.#fills.push((state, { outputs }) => {
      select.selectedIndex = (state.outputs[row]?.item ?? 1) - 1;
      select.ariaLabel = `item of ${outputs[row]}`;
    });
    return make("td", {}, select);
  }
}
