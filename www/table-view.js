// The numbers of a drawing as a table, folded away below it.

import { make } from "./dom.js";
import { scrollBox } from "./scroll.js";

/** Heads, and rows of as many cells as they are to be written. */
/** @typedef {{heads: string[], rows: () => string[][]}} Cells */

export class TableView {
  #title;
  /** @type {Cells} */
  #cells = { heads: [], rows: () => [] };
  element;

  /** @param {string} title */
  constructor(title) {
    this.#title = title;
    this.element = make("details", { className: "table-view" }, make("summary", {}, title));
    this.element.addEventListener("toggle", () => this.#fill());
  }

  /** @param {Cells} cells are read as long as the table is open */
  show(cells) {
    this.#cells = cells;
    this.#fill();
  }

  #fill() {
    this.element.querySelector(".scroll")?.remove();
    if (!this.element.open) return;
    const { heads, rows } = this.#cells;
    const head = heads.map((text) => make("th", { scope: "col" }, text));
    const body = rows().map(([first = "", ...others]) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, first),
        ...others.map((text) => make("td", {}, text)),
      ),
    );
    const table = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...body),
    );
    this.element.append(scrollBox(this.#title, table));
  }
}
