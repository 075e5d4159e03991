// What the reader points at, in one part of the lab, is marked in the others.

/** @typedef {import("../../tiescope.js").PairKind} Kind */
/** @typedef {{output: number}} OutputMark */
/** @typedef {{pair: [number, number], metric: number, kind: Kind}} PairMark */
/** @typedef {{kinds: Kind[]}} KindsMark */
/** @typedef {Partial<OutputMark & PairMark & KindsMark>} Mark */

/** What each kind of pair is called. */
/** @type {Record<Kind, string>} */
export const KINDS = {
  C: "concordant",
  D: "discordant",
  T_h: "tied by the human only",
  T_m: "tied by the metric only",
  T_hm: "tied by both",
};

/** Whether the metric is right about such a pair. */
export const isRight = (/** @type {Kind} */ kind) => kind === "C" || kind === "T_hm";

/**
 * The outputs that are marked.
 * @param {Mark} mark
 * @returns {number[]}
 */
export const outputsOf = ({ output, pair }) => pair ?? (output === undefined ? [] : [output]);

/**
 * Tells of pointing at an element, with the pointer or by focus.
 * @param {Element} element
 * @param {Mark} mark
 * @param {(mark: Mark) => void} tell
 */
export function tellOfPointing(element, mark, tell) {
  for (const type of ["pointerenter", "focusin"]) element.addEventListener(type, () => tell(mark));
  for (const type of ["pointerleave", "focusout"]) element.addEventListener(type, () => tell({}));
}

/**
 * The same for many elements, which may come and go.
 * @param {Element} root that holds them
 * @param {string} selector
 * @param {(element: HTMLElement) => Mark} markOf
 * @param {(mark: Mark) => void} tell
 */
export function tellOfPointingIn(root, selector, markOf, tell) {
  const find = (/** @type {Event} */ { target }) =>
    target instanceof Element ? target.closest(selector) : null;
  for (const type of ["pointerover", "focusin"]) {
    root.addEventListener(type, (event) => {
      const element = find(event);
      if (element instanceof HTMLElement) tell(markOf(element));
    });
  }
  for (const type of ["pointerout", "focusout"]) {
    root.addEventListener(type, (event) => {
      if (find(event)) tell({});
    });
  }
}

/**
 * The kinds that an element is about.
 * @param {HTMLElement} element
 * @returns {Kind[]}
 */
export const kindsOf = ({ dataset }) =>
  /** @type {Kind[]} */ ((dataset.kinds ?? dataset.kind ?? "").split(" "));
