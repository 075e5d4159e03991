// A chart on a page: drawn anew for other data, sizes and colours, with a
// summary and a table for those who do not see it, and ways to take it away.

import { make } from "./dom.js";
import { draw } from "./lab/svg.js";
import { TableView } from "./table-view.js";
import { actionButton, picture, save, stem, written } from "./take.js";

/** @typedef {import("../tiescope.js").Chart} Chart */
/** @typedef {import("./about.js").About} About */
/** @typedef {import("./table-view.js").Cells} Cells */
/** What a colour stands for, where the drawing does not say so itself. */
/** @typedef {{name: string, colour: string, dashes?: string}} Key */
/** @typedef {{svg: SVGSVGElement | null, name: string, label: string, summary: string, about: About, keys?: Key[]}} Drawn */

/** A colour of the page by its name in the style sheet. */
export const colour = (/** @type {string} */ name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Keys of colours in a file: height of a line, length of a stroke, gap behind, in pixels. */
const [KEY, STROKE, GAP] = [22, 18, 20];
const KEY_FONT = "12px system-ui, sans-serif";
let figures = 0;

export class Figure {
  #name;
  #svg = make("div", { className: "svg", role: "img" });
  #summary = make("p", { className: "hidden" });
  #table = new TableView("As a table");
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
    figures += 1;
    this.#summary.id = `figure-summary-${figures}`;
    this.#svg.setAttribute("aria-describedby", this.#summary.id);
    this.#table.element.hidden = true;
    this.element = make(
      "div",
      { className: "figure" },
      this.#svg,
      this.#summary,
      saveButtons(() => this.#drawn()),
      this.#table.element,
    );
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.#width) this.redraw();
    }).observe(this.element);
    document.addEventListener("themechange", () => this.redraw());
  }

  /**
   * @param {(width: number) => Chart} draw in colours of the page, see `colour`
   * @param {string} summary
   * @param {About} about
   * @param {Cells} [cells] its numbers, unless they stand beside it
   */
  show(draw, summary, about, cells) {
    this.#draw = draw;
    this.#about = about;
    this.#summary.textContent = summary;
    this.#table.element.hidden = !cells;
    if (cells) this.#table.show(cells);
    this.redraw();
  }

  redraw() {
    this.#width = this.element.clientWidth;
    const width = Math.floor(this.#width);
    if (!this.#draw || width === 0) return;
    // The SVG is plotters' own: names in it are escaped.
    this.#svg.innerHTML = this.#draw(width).svg;
  }

  /** @returns {Drawn} */
  #drawn() {
    if (!this.#about) throw new Error("Nothing has been drawn.");
    return {
      svg: this.#svg.querySelector("svg"),
      name: this.#name,
      label: this.#svg.ariaLabel ?? "",
      summary: this.#summary.textContent ?? "",
      about: this.#about,
    };
  }
}

/**
 * Buttons that save a drawing.
 * @param {() => Drawn | Promise<Drawn>} drawn
 */
export function saveButtons(drawn) {
  const saveAs = async (/** @type {"svg" | "png"} */ ending) => {
    const what = await drawn();
    const { svg, width, height, description } = alone(what);
    const blob =
      ending === "png"
        ? await picture(svg, width, height, description)
        : new Blob([written(svg)], { type: "image/svg+xml" });
    save(`${stem(what.about.data)} ${what.name}.${ending}`, blob);
  };
  return make(
    "p",
    { className: "take" },
    actionButton("Save as SVG", () => saveAs("svg")),
    actionButton("Save as PNG", () => saveAs("png")),
  );
}

/**
 * A drawing by itself: its size, its background, what it is of, and what its
 * colours stand for.
 * @param {Drawn} drawn
 */
function alone({ svg: drawn, label, summary, about, keys = [] }) {
  if (!drawn) throw new Error("Nothing has been drawn.");
  const { width, height } = drawn.getBoundingClientRect();
  const svg = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const { data, groups, settings, version } = about;
  const description = [data, groups, ...settings, `Tiescope ${version}`, summary].join("; ");
  const below = drawKeys(keys, width, height);
  const whole = height + below.height;
  const scale = svg.viewBox.baseVal.width / width;
  below.element.setAttribute("transform", `scale(${scale})`);
  svg.setAttribute("viewBox", `0 0 ${width * scale} ${whole * scale}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(whole));
  const paper = draw("rect", { width: "100%", height: "100%", fill: colour("--page") });
  svg.prepend(draw("title", {}, `${label}: ${data}`), draw("desc", {}, description), paper);
  svg.append(below.element);
  return { svg, width: Math.round(width), height: Math.round(whole), description };
}

/**
 * What colours stand for, in lines below a drawing.
 * @param {Key[]} keys
 * @param {number} width
 * @param {number} top
 */
function drawKeys(keys, width, top) {
  const pen = make("canvas").getContext("2d");
  const element = draw("g");
  let [x, y] = [STROKE, top + KEY / 2];
  for (const key of keys) {
    if (pen) pen.font = KEY_FONT;
    const wide = STROKE + 6 + (pen?.measureText(key.name).width ?? 0);
    if (x > STROKE && x + wide > width) [x, y] = [STROKE, y + KEY];
    const ends = { x1: x, x2: x + STROKE, y1: y, y2: y };
    const line = {
      ...ends,
      stroke: key.colour,
      "stroke-width": 2.5,
      "stroke-dasharray": key.dashes ?? "none",
    };
    const text = {
      x: x + STROKE + 6,
      y: y + 4,
      fill: colour("--text"),
      style: `font: ${KEY_FONT}`,
    };
    element.append(draw("line", line), draw("text", text, key.name));
    x += wide + GAP;
  }
  return { element, height: keys.length > 0 ? y + KEY / 2 - top + 4 : 0 };
}
