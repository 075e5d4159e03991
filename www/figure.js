// A chart on a page: drawn anew for other data, sizes and colours, with a
// summary for those who do not see it, and ways to take it away.

import { make } from "./dom.js";
import { actionButton, picture, save, stem, written } from "./take.js";

/** @typedef {import("../tiescope.js").Chart} Chart */
/** What numbers are of: for files. */
/** @typedef {{data: string, groups: string, settings: string[], version: string}} About */

const SVG = "http://www.w3.org/2000/svg";

/** A colour of the page by its name in the style sheet. */
export const colour = (/** @type {string} */ name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Figure {
  #name;
  #svg = make("div", { className: "svg", role: "img" });
  #summary = make("p", { className: "hidden" });
  /** @type {((width: number) => Chart) | undefined} */
  #draw;
  /** @type {About | undefined} */
  #about;
  #width = 0;
  /** The drawing and what can be done with it. */
  element;

  /**
   * @param {string} name of its files
   * @param {string} label what it shows
   */
  constructor(name, label) {
    this.#name = name;
    this.#svg.ariaLabel = label;
    const buttons = make(
      "p",
      { className: "take" },
      actionButton("Save as SVG", () => this.#saveSvg()),
      actionButton("Save as PNG", () => this.#savePng()),
    );
    this.element = make("div", { className: "figure" }, this.#svg, this.#summary, buttons);
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.#width) this.redraw();
    }).observe(this.element);
    document.addEventListener("themechange", () => this.redraw());
  }

  /**
   * @param {(width: number) => Chart} draw in colours of the page, see `colour`
   * @param {string} summary
   * @param {About} about
   */
  show(draw, summary, about) {
    this.#draw = draw;
    this.#about = about;
    this.#summary.textContent = summary;
    this.redraw();
  }

  redraw() {
    this.#width = this.element.clientWidth;
    const width = Math.floor(this.#width);
    if (!this.#draw || width === 0) return;
    // The SVG is plotters' own: names in it are escaped.
    this.#svg.innerHTML = this.#draw(width).svg;
  }

  /** The drawing by itself: its size, its background and what it is of. */
  #alone() {
    const drawn = this.#svg.querySelector("svg");
    if (!drawn) throw new Error("Nothing has been drawn.");
    const { width, height } = drawn.getBoundingClientRect();
    const svg = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    const { data = "", groups = "", settings = [], version = "" } = this.#about ?? {};
    const title = document.createElementNS(SVG, "title");
    title.textContent = `${this.#svg.ariaLabel}: ${data}`;
    const about = document.createElementNS(SVG, "desc");
    about.textContent = [
      data,
      groups,
      ...settings,
      `Tiescope ${version}`,
      this.#summary.textContent,
    ].join("; ");
    const paper = document.createElementNS(SVG, "rect");
    for (const side of ["width", "height"]) paper.setAttribute(side, "100%");
    paper.setAttribute("fill", colour("--page"));
    svg.prepend(title, about, paper);
    return { svg, width: Math.round(width), height: Math.round(height) };
  }

  #saveSvg() {
    const blob = new Blob([written(this.#alone().svg)], { type: "image/svg+xml" });
    save(`${stem(this.#about?.data ?? "")} ${this.#name}.svg`, blob);
  }

  async #savePng() {
    const { svg, width, height } = this.#alone();
    const blob = await picture(svg, width, height, svg.querySelector("desc")?.textContent ?? "");
    save(`${stem(this.#about?.data ?? "")} ${this.#name}.png`, blob);
  }
}
