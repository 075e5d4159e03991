// Editing a lab: each function returns another state and leaves the old one
// as it is, so that it can be returned to.

import { labLimits } from "../../tiescope.js";

/** @typedef {import("../../tiescope.js").Lab} State */
/** @typedef {import("../../tiescope.js").Part} Part */
/** A column of scores: the human's, or a metric's by its place. */
/** @typedef {"human" | number} Column */

/** Fewest and most outputs, most metrics, largest score. */
export function limits() {
  const [fewest = 0, most = 0, metrics = 0, largest = 0] = labLimits();
  return { fewest, most, metrics, largest };
}

/** What stands for an output in drawings: A for the first. */
export const letterOf = (/** @type {number} */ row) => String.fromCharCode(65 + row);

/**
 * What an output is called, after its letter.
 * @param {number} row
 * @param {string} name
 */
export const calledOf = (row, name) =>
  name === letterOf(row) ? name : `${letterOf(row)} (${name})`;

/**
 * The score of an output.
 * @param {State} state
 * @param {number} row
 * @param {Column} column
 */
export function scoreOf(state, row, column) {
  const output = state.outputs[row];
  return (column === "human" ? output?.human : output?.scores[column]) ?? 0;
}

/**
 * @param {State} state
 * @param {number} row
 * @param {Column} column
 * @param {number} value
 */
export const withScore = (state, row, column, value) =>
  withOutput(state, row, (output) =>
    column === "human"
      ? { ...output, human: value }
      : { ...output, scores: output.scores.with(column, value) },
  );

/**
 * @param {State} state
 * @param {number} row
 * @param {(output: State["outputs"][number]) => State["outputs"][number]} change
 */
export const withOutput = (state, row, change) => ({
  ...state,
  outputs: state.outputs.map((output, index) => (index === row ? change(output) : output)),
});

/**
 * @param {State} state
 * @param {number} metric
 * @param {Partial<State["metrics"][number]>} change
 */
export const withMetric = (state, metric, change) => ({
  ...state,
  metrics: state.metrics.map((known, index) =>
    index === metric ? { ...known, ...change } : known,
  ),
});

/**
 * One more output, with the scores of the last one.
 * @param {State} state
 */
export function withOneMore(state) {
  const last = state.outputs.at(-1);
  return last ? { ...state, outputs: [...state.outputs, { ...last, name: "" }] } : state;
}

/**
 * @param {State} state
 * @param {number} row
 */
export const without = (state, row) => ({ ...state, outputs: state.outputs.toSpliced(row, 1) });

/**
 * One more metric, with the scores of the last one.
 * @param {State} state
 */
export const withOneMoreMetric = (state) => ({
  ...state,
  outputs: state.outputs.map((output) => ({
    ...output,
    scores: [...output.scores, output.scores.at(-1) ?? 0],
  })),
  metrics: [...state.metrics, { name: "", epsilon: 0 }],
});

/**
 * @param {State} state
 * @param {number} metric
 */
export const withoutMetric = (state, metric) => ({
  ...state,
  outputs: state.outputs.map((output) => ({
    ...output,
    scores: output.scores.toSpliced(metric, 1),
  })),
  metrics: state.metrics.toSpliced(metric, 1),
});

/**
 * The second half of the outputs as an item of its own.
 * @param {State} state
 */
export const inHalves = (state) => ({
  ...state,
  outputs: state.outputs.map((output, row) => ({
    ...output,
    item: row < state.outputs.length / 2 ? 1 : 2,
  })),
});

/** States gone through, to go back and forth between. */
export class History {
  /** @type {State[]} */
  #before = [];
  /** @type {State[]} */
  #after = [];

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** @param {State} state that is left */
  leave(state) {
    this.#before.push(state);
    this.#after = [];
  }

  clear() {
    this.#before = [];
    this.#after = [];
  }

  /** @param {State} present */
  undo(present) {
    const state = this.#before.pop();
    if (state) this.#after.push(present);
    return state;
  }

  /** @param {State} present */
  redo(present) {
    const state = this.#after.pop();
    if (state) this.#before.push(present);
    return state;
  }
}
