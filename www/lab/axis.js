// An axis of scores: where it begins and ends, its ticks, and which score a
// place on it stands for.

import { scoresApart } from "../format.js";
import { limits } from "./state.js";

/** Ticks lie at least so many pixels apart. */
const LEAST_GAP = 26;
/** Scores are chosen in steps of a tick's tenth. */
const STEPS = 10;
/** So near to another score, a dragged point takes its value. */
const SNAP = 6;

/** An axis stays while scores lie in it and take at least this share of it. */
const LEAST_USED = 0.4;

/** Differences below this share of the scores are not drawn. */
const FINEST = 1e-9;
const TINIEST = 1e-290;

/** @typedef {{from: number, to: number, tick: number, step: number, length: number}} Axis */

/**
 * An axis for scores, with room beyond them to drag to. The one before stays
 * as long as it will do, so that steps stay equal while a score is changed.
 * @param {number[]} scores
 * @param {number} length in pixels
 * @param {Axis} [before]
 * @returns {Axis}
 */
export function axisFor(scores, length, before) {
  const [least, greatest] = [Math.min(...scores), Math.max(...scores)];
  if (before?.length === length && least >= before.from && greatest <= before.to) {
    if (greatest - least >= LEAST_USED * (before.to - before.from)) return before;
  }
  // Nothing can be dragged between scores that only differ in their last digits.
  const finest = Math.max(TINIEST, Math.max(Math.abs(least), Math.abs(greatest)) * FINEST);
  const span = greatest - least > finest ? greatest - least : Math.max(1, Math.abs(least));
  const rough = (span * LEAST_GAP) / Math.max(length, LEAST_GAP);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fine = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const tick = scores.every(Number.isInteger) ? Math.max(1, fine) : fine;
  return {
    from: (Math.floor(least / tick) - 1) * tick,
    to: (Math.ceil(greatest / tick) + 1) * tick,
    tick,
    step: tick / STEPS,
    length,
  };
}

/**
 * Where a score lies, as a share of the axis.
 * @param {Axis} axis
 * @param {number} score
 */
export const placeOn = ({ from, to }, score) => (score - from) / (to - from);

/**
 * The score at a place, in whole steps, or one of `others` that is near.
 * @param {Axis} axis
 * @param {number} share of the axis
 * @param {number} length of the axis in pixels
 * @param {number[]} others
 */
export function scoreAt(axis, share, length, others) {
  const { from, to, step } = axis;
  const inside = Math.min(1, Math.max(0, share));
  const near = others
    .map((score) => ({ score, away: Math.abs(placeOn(axis, score) - inside) * length }))
    .sort((a, b) => a.away - b.away)[0];
  if (near && near.away <= SNAP) return near.score;
  return inSteps(from + inside * (to - from), step);
}

/**
 * The nearest whole multiple of a step, without the dust of binary fractions.
 * @param {number} value
 * @param {number} step
 */
export function inSteps(value, step) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const { largest } = limits();
  const inside = Math.min(largest, Math.max(-largest, value));
  return Number((Math.round(inside / step) * step).toFixed(Math.min(decimals, 100))) + 0;
}

/**
 * How the ticks of an axis are written, so that they look different.
 * @param {Axis} axis
 */
export const writeTicks = ({ to, tick }) => scoresApart(to, to - tick);

/**
 * The scores that have a tick.
 * @param {Axis} axis
 */
export function ticksOf({ from, to, tick }) {
  const count = Math.round((to - from) / tick);
  return Array.from({ length: count + 1 }, (_, index) => inSteps(from + index * tick, tick));
}
