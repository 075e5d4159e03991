// The pages, each a section: which one is shown stands in the address.

import { byId } from "./dom.js";
import { watchBoxes } from "./scroll.js";

/** @typedef {{enter: () => void | Promise<void>}} Page */

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".pages a")]);

const TITLE = "Tiescope";

/** The page named in the address; the first one if none is. */
function named() {
  const names = links.map((link) => link.hash.slice(1));
  const name = location.hash.slice(1).split("?")[0] ?? "";
  return names.includes(name) ? name : (names[0] ?? "");
}

/**
 * Shows one page at a time, from now on. Returns how to enter it.
 * @param {Record<string, Page>} pages by the ids of their sections
 */
export function showPages(pages) {
  watchBoxes();
  let shown = "";
  const show = async () => {
    const current = named();
    const hasChanged = shown !== "" && shown !== current;
    shown = current;
    document.body.dataset.page = current;
    for (const link of links) {
      const name = link.hash.slice(1);
      byId(name, HTMLElement).hidden = name !== current;
      if (name !== current) link.removeAttribute("aria-current");
      else {
        link.ariaCurrent = "page";
        document.title = `${link.textContent} · ${TITLE}`;
      }
    }
    const entered = pages[current]?.enter();
    // Its name is read out, and the tab key goes on from there.
    if (hasChanged) byId(current, HTMLElement).focus({ preventScroll: true });
    await entered;
  };
  // Not by the address: that says which page is shown.
  byId("skip", HTMLAnchorElement).addEventListener("click", (event) => {
    event.preventDefault();
    byId(shown, HTMLElement).focus();
  });
  addEventListener("hashchange", show);
  return show;
}
