// A box that lies over the page, opened by its summary: closed by turning to
// something else or by Escape, and never beyond the edge of the window.

/** Between the box and the edge of the window, in pixels. */
const EDGE = 12;

/**
 * @param {HTMLDetailsElement} details
 * @param {HTMLElement} box in it
 */
export function asPopup(details, box) {
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !details.contains(target)) details.open = false;
  });
  details.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
  const fit = () => {
    if (!details.open) return;
    box.style.marginLeft = "";
    const beyond = box.getBoundingClientRect().right + EDGE - document.documentElement.clientWidth;
    if (beyond > 0) box.style.marginLeft = `${-beyond}px`;
  };
  new ResizeObserver(fit).observe(box);
  addEventListener("resize", fit);
}
