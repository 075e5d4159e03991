// Help behind a term: a button that shows what the term means, in a box that
// Escape or turning to something else closes.

import { byId, make } from "./dom.js";
import { TERMS } from "./terms.js";

/** @typedef {import("../tiescope.js").Entry} Entry */

/** Between the box, its button and the edge of the window, in pixels. */
const [GAP, EDGE] = [6, 12];

/** @type {Map<string, Entry>} */
const entries = new Map();
/** The button whose help is open. */
/** @type {HTMLButtonElement | undefined} */
let opener;

/**
 * Lets help have formulas, and puts it behind the terms of index.html.
 * @param {Entry[]} catalogue
 */
export function beginHelp(catalogue) {
  for (const entry of catalogue) entries.set(entry.name, entry);
  for (const place of document.querySelectorAll("[data-help]")) {
    if (!(place instanceof HTMLElement)) continue;
    place.replaceChildren(term(place.dataset.help ?? "", place.textContent ?? ""));
  }
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !opener?.contains(target) && !box().contains(target)) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !opener) return;
    opener.focus();
    close();
  });
  addEventListener("hashchange", close);
  addEventListener("resize", place);
  // Tables are drawn anew, and their terms with them.
  const drawn = new MutationObserver(() => {
    if (opener && !opener.isConnected) close();
  });
  drawn.observe(document.body, { childList: true, subtree: true });
}

/**
 * A term that explains itself, or a question mark beside one; the words alone
 * where nothing is known of it.
 * @param {string} key in `TERMS` or the catalogue
 * @param {string} [label]
 * @returns {HTMLElement}
 */
export function term(key, label = TERMS[key]?.name ?? key) {
  if (!TERMS[key] && !entries.has(key)) return make("span", {}, label === "?" ? "" : label);
  const button = make(
    "button",
    { type: "button", className: "help", ariaExpanded: "false" },
    label,
  );
  if (label === "?") button.ariaLabel = `What is ${TERMS[key]?.name ?? key}?`;
  button.addEventListener("click", () => {
    const isOpen = opener === button;
    close();
    if (!isOpen) open(button, key);
  });
  return button;
}

const box = () => byId("help", HTMLElement);

/**
 * @param {HTMLButtonElement} button
 * @param {string} key
 */
function open(button, key) {
  const about = TERMS[key];
  const entry = entries.get(about?.entry ?? key);
  const lines = [make("p", {}, make("strong", {}, about?.name ?? key))];
  if (about) lines.push(make("p", {}, about.text));
  if (entry) {
    lines.push(make("p", { className: "formula" }, entry.formula));
    lines.push(make("p", { className: "note" }, `Undefined when ${entry.undefined}.`));
    lines.push(make("p", { className: "note" }, `${entry.source}.`));
  }
  box().replaceChildren(...lines);
  box().hidden = false;
  opener = button;
  button.ariaExpanded = "true";
  button.setAttribute("aria-describedby", "help");
  place();
}

function close() {
  if (!opener) return;
  opener.ariaExpanded = "false";
  opener.removeAttribute("aria-describedby");
  opener = undefined;
  box().hidden = true;
}

/** Puts the box below its button, or above where it would leave the window. */
function place() {
  if (!opener) return;
  const of = opener.getBoundingClientRect();
  const { width, height } = box().getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(of.left, clientWidth - width - EDGE));
  const fits = of.bottom + GAP + height <= clientHeight || of.top < GAP + height;
  const top = fits ? of.bottom + GAP : of.top - GAP - height;
  box().style.left = `${left + scrollX}px`;
  box().style.top = `${top + scrollY}px`;
}
