// The pages, each a section: which one is shown stands in the address.

import { byId } from "./dom.js";

/** @typedef {{enter: () => void | Promise<void>}} Page */

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".pages a")]);

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
  const show = async () => {
    const current = named();
    document.body.dataset.page = current;
    for (const link of links) {
      const name = link.hash.slice(1);
      byId(name, HTMLElement).hidden = name !== current;
      if (name === current) link.ariaCurrent = "page";
      else link.removeAttribute("aria-current");
    }
    await pages[current]?.enter();
  };
  byId("pages", HTMLElement).hidden = false;
  addEventListener("hashchange", show);
  return show;
}
