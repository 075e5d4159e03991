// What to know of the scores in use: a few remarks in one line each beside
// them, all in the data report.

import { byId, make } from "./dom.js";
import { plural } from "./format.js";
import { answerButton } from "./problem.js";

/** @typedef {import("../tiescope.js").Notice} Notice */
/** @typedef {import("../tiescope.js").Choice} Choice */

/** Remarks that are shown at first. */
const FIRST = 3;

/**
 * One remark, with what can be done about it.
 * @param {Notice} notice
 * @param {(choice: Choice) => void} onTake
 */
function item({ message, choices }, onTake) {
  const buttons = choices.map((choice) => answerButton(choice, onTake, "link"));
  return make("li", {}, make("span", { className: "remark", title: message }, message), ...buttons);
}

/**
 * All remarks.
 * @param {Notice[]} notices
 * @param {(choice: Choice) => void} onTake
 */
export function allNotices(notices, onTake) {
  const items = notices.map((notice) => item(notice, onTake));
  return make("ul", { className: "notices" }, ...items);
}

/**
 * The first remarks, and the way to the others and to what is cut off.
 * @param {Notice[]} notices
 * @param {(choice: Choice) => void} onTake
 */
export function firstNotices(notices, onTake) {
  if (notices.length === 0) return [];
  const list = allNotices(notices.slice(0, FIRST), onTake);
  list.classList.add("short");
  const more = notices.length - FIRST;
  const words = more > 0 ? `${plural(more, "more remark")}, in the data report` : "Read in full";
  const all = make("button", { type: "button", className: "link" }, words);
  all.addEventListener("click", () => {
    const report = byId("report", HTMLDetailsElement);
    report.open = true;
    report.querySelector("summary")?.focus();
    report.scrollIntoView({ block: "start" });
  });
  const isCut = () =>
    [...list.querySelectorAll(".remark")].some((text) => text.scrollWidth > text.clientWidth);
  const offer = () => {
    all.hidden = more <= 0 && !isCut();
  };
  new ResizeObserver(offer).observe(list);
  offer();
  return [list, all];
}
