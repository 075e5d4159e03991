// Which systems and which values of a category count.

import { make } from "./dom.js";
import { count } from "./format.js";

/** More names than this are no list to choose from. */
const MOST_NAMES = 300;

/**
 * A box of names that count or do not.
 * @param {string} title
 * @param {string[]} names
 * @param {Set<string>} excluded is changed
 * @param {(redraw: boolean) => void} onChange
 */
export function filterBox(title, names, excluded, onChange) {
  const legend = make("legend", {}, title);
  if (names.length > MOST_NAMES) {
    const text = `${count(names.length)} different names are too many to choose from.`;
    return make("fieldset", { className: "names" }, legend, text, " Leave them out in the file.");
  }
  const boxes = names.map((name) => {
    const box = make("input", { type: "checkbox", checked: !excluded.has(name) });
    box.addEventListener("change", () => {
      if (box.checked) excluded.delete(name);
      else excluded.add(name);
      onChange(false);
    });
    const only = make("button", { type: "button", ariaLabel: `Only ${name || "(empty)"}` }, "only");
    only.addEventListener("click", () => {
      for (const other of names) excluded.add(other);
      excluded.delete(name);
      onChange(true);
    });
    return make("span", {}, make("label", {}, box, name || "(empty)"), only);
  });
  const all = make("button", { type: "button", ariaLabel: `All: ${title}` }, "all");
  all.addEventListener("click", () => {
    excluded.clear();
    onChange(true);
  });
  return make("fieldset", { className: "names" }, legend, all, ...boxes);
}
