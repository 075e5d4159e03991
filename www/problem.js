// What went wrong, where, and what to do; the answers, where it is a question.

import { make } from "./dom.js";

/** @typedef {import("../tiescope.js").Problem} Problem */
/** @typedef {import("../tiescope.js").Choice} Answer */

/** An error with a place in the file and a remedy, as Rust reports it. */
export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * The button of an answer.
 * @param {Answer} answer
 * @param {(answer: Answer) => void} onTake
 * @param {string} [className]
 */
export function answerButton(answer, onTake, className = "") {
  const button = make("button", { type: "button", className }, answer.label);
  button.addEventListener("click", () => onTake(answer));
  return button;
}

/** More values of a column than this are chosen from a list. */
const MOST_VALUES = 5;

/**
 * A button for each answer; values of a column beyond a handful are a list.
 * @param {Answer[]} answers
 * @param {(answer: Answer) => void} onTake
 */
export function answerControls(answers, onTake) {
  const values = answers.filter(({ set }) => set.setting === "filter");
  const listed = new Set(values.slice(MOST_VALUES));
  const shown = answers.filter((answer) => !listed.has(answer));
  const controls = shown.map((answer) => answerButton(answer, onTake));
  if (listed.size === 0) return controls;
  const list = make("select", { ariaLabel: "Only another value" });
  const options = [...listed].map(({ label }) => new Option(label));
  list.append(new Option(`${listed.size} more …`, ""), ...options);
  list.addEventListener("change", () => {
    const chosen = [...listed][list.selectedIndex - 1];
    if (chosen) onTake(chosen);
  });
  return [...controls.slice(0, MOST_VALUES), list, ...controls.slice(MOST_VALUES)];
}
