// Boxes that scroll where their content is too large for them. Only then do
// keys stop at them, to scroll.

import { make } from "./dom.js";

/**
 * @param {string} label what is in it
 * @param {...Node} children which may be replaced
 */
export function scrollBox(label, ...children) {
  const box = make("div", { className: "scroll" });
  watchBox(box, label);
  box.append(...children);
  return box;
}

/** Watches the boxes that index.html has. */
export function watchBoxes() {
  for (const box of document.querySelectorAll("[data-scrolls]")) {
    if (box instanceof HTMLElement) watchBox(box, box.dataset.scrolls ?? "");
  }
}

/**
 * @param {HTMLElement} box
 * @param {string} label
 */
function watchBox(box, label) {
  const sizes = new ResizeObserver(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
    const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight;
    const roles = { tabindex: "0", role: "group", "aria-label": label };
    for (const [name, value] of Object.entries(roles)) {
      if (scrolls) box.setAttribute(name, value);
      else box.removeAttribute(name);
    }
  });
  const observe = () => {
    for (const child of box.children) sizes.observe(child);
  };
  sizes.observe(box);
  new MutationObserver(observe).observe(box, { childList: true });
  observe();
}
