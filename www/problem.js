// What went wrong, where, and what to do.

/** @typedef {import("../tiescope.js").Problem} Problem */

/** An error with a place in the file and a remedy, as Rust reports it. */
export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}
