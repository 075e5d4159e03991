// How numbers are written, and the element every number sits in.

import { make } from "./dom.js";

const MINUS = "\u2212";
const integers = new Intl.NumberFormat("en");

/** @param {number} count */
export const count = (count) => integers.format(count);

/**
 * A statistic between -1 and 1.
 * @param {number} value
 */
export const statistic = (value) =>
  value
    .toFixed(4)
    .replace(/^-(?=.*[1-9])/, MINUS)
    .replace(/^-/, "");

/** Decimals of a percentage, at most. */
const MOST_DECIMALS = 6;

/**
 * A share, as a percentage; with more decimals where one would make none or all of it.
 * @param {number} share
 */
export function percent(share) {
  const write = (/** @type {number} */ decimals) => (100 * share).toFixed(decimals);
  const isPart = share > 0 && share < 1;
  let decimals = 1;
  while (isPart && decimals < MOST_DECIMALS && /^(0|100)\.0+$/.test(write(decimals))) decimals += 1;
  return `${write(decimals)}\u202f%`;
}

/**
 * A threshold or a score: four significant digits, whatever its size.
 * @param {number} value
 * @param {number} [digits]
 */
export function score(value, digits = 4) {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e7)
      ? value.toExponential(digits - 1)
      : String(Number(value.toPrecision(digits)));
  return text.replace("-", MINUS).replace("+", "");
}

/**
 * How to write two different scores so that they look different.
 * @param {number} a
 * @param {number} b
 * @returns {(value: number) => string}
 */
export function scoresApart(a, b) {
  let digits = 4;
  while (digits < 17 && a !== b && score(a, digits) === score(b, digits)) digits += 1;
  return (value) => score(value, digits);
}

/**
 * A count with its noun: "1 row", "1,875 rows".
 * @param {number} n
 * @param {string} noun
 */
export const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

/**
 * The element a number is shown in. Tests and other tools read its attributes:
 * the statistic's name, where it was taken (0, cursor, star), the full number.
 * @param {string} name
 * @param {number | null | undefined} value
 * @param {(value: number) => string} write
 * @param {{at?: string, reason?: string | null}} [options] why it is undefined
 */
export function stat(name, value, write, { at, reason } = {}) {
  const element = make("span", { className: "stat", data: { stat: name } });
  if (at !== undefined) element.dataset.at = at;
  setStat(element, value, write, reason);
  return element;
}

/**
 * Shows another number in an element made by `stat`.
 * @param {HTMLElement} element
 * @param {number | null | undefined} value
 * @param {(value: number) => string} write
 * @param {string | null} [reason]
 */
export function setStat(element, value, write, reason) {
  const defined = value !== null && value !== undefined;
  element.dataset.value = defined ? String(value) : "undefined";
  element.textContent = defined ? write(value) : "undefined";
  element.classList.toggle("undefined", !defined);
  element.title = defined ? String(value) : (reason ?? "");
}
