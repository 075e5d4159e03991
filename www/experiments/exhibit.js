// What an experiment has shown: a sentence, figures, tables, and ways to take
// them away.

import { drawHeat, drawLines, exhibitToCsv } from "../../tiescope.js";
import { byId, make } from "../dom.js";
import { colour, Figure } from "../figure.js";
import { count, percent, score, stat, statistic } from "../format.js";
import { scrollBox } from "../scroll.js";
import { actionButton, save, stem } from "../take.js";

/** @typedef {import("../../tiescope.js").Exhibit} Exhibit */
/** @typedef {import("../../tiescope.js").ExperimentEntry} ExperimentEntry */
/** @typedef {import("../../tiescope.js").Figure} Drawing */
/** @typedef {import("../../tiescope.js").Lines} Lines */
/** @typedef {import("../../tiescope.js").Heat} Heat */
/** @typedef {import("../../tiescope.js").Numeral} Numeral */
/** @typedef {import("../../tiescope.js").DataTable} DataTable */
/** @typedef {import("../figure.js").About} About */

const HEIGHT = 320;
/** To try whether something can be drawn. */
const WIDTH = 600;
/** Longer tables are folded. */
const LONG = 16;

const WRITE = {
  statistic,
  share: percent,
  score,
  count,
  /** @param {number} value */
  seconds: (value) => score(value, 2),
};

export class ExhibitView {
  #root;
  /** Read out when another exhibit is shown. */
  #said = byId("exhibit-said", HTMLElement);

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Shows a message in place of an exhibit.
   * @param {string} message
   * @param {() => void} [again]
   */
  say(message, again) {
    const button = make("button", { type: "button" }, "Compute");
    if (again) button.addEventListener("click", again);
    const text = make("p", { className: "sentence" }, message, " ", again ? button : "");
    this.#said.textContent = message;
    this.#root.replaceChildren(text);
  }

  /**
   * @param {Exhibit} exhibit
   * @param {ExperimentEntry} entry
   * @param {number} seconds that it took
   * @param {About} about
   */
  show({ finding, notes, figures, tables }, entry, seconds, about) {
    const pieces = finding.map((piece) => (typeof piece === "string" ? piece : number(piece)));
    const lines = notes.map((note) => make("li", {}, note));
    const title = make("strong", {}, about.data);
    const csv = () => {
      const head = [entry.title, about.data, about.groups, ...about.settings];
      const text = exhibitToCsv([...head, `Tiescope ${about.version}`], tables);
      save(`${stem(about.data)} ${entry.id}.csv`, new Blob([text], { type: "text/csv" }));
    };
    const sentence = make("p", { className: "sentence" }, ...pieces);
    this.#said.textContent = sentence.textContent;
    this.#root.replaceChildren(
      sentence,
      make("p", { className: "basis" }, title, `, ${about.groups}; in ${seconds.toFixed(2)} s`),
      make("ul", { className: "notices" }, ...lines),
      make("div", { className: "figures" }, ...figures.map((one) => drawing(one, entry, about))),
      ...tables.map(table),
      make("p", { className: "take" }, tables.length > 0 ? actionButton("Save as CSV", csv) : ""),
    );
  }
}

/** @param {Numeral} numeral */
function number({ name, value, written }) {
  return stat(name, value, WRITE[written], { reason: "it is undefined" });
}

/**
 * @param {Drawing} one
 * @param {ExperimentEntry} entry
 * @param {About} about
 */
function drawing(one, entry, about) {
  if (one.kind === "frames") return frames(one, entry, about);
  const figure = new Figure(`${entry.id} ${one.title}`, one.title);
  const draw = (/** @type {number} */ width) =>
    one.kind === "heat" ? drawHeat(one, sheet(width)) : drawLines(one, sheet(width));
  try {
    draw(WIDTH);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return make("p", { className: "note" }, `${one.title}: not drawn, ${text}.`);
  }
  figure.show(draw, summary(one), about, cellsOf(one));
  return make("div", { className: "exhibit-figure" }, make("h3", {}, one.title), figure.element);
}

/**
 * Several drawings of one thing, with a slider between them.
 * @param {Extract<Drawing, {kind: "frames"}>} one
 * @param {ExperimentEntry} entry
 * @param {About} about
 */
function frames({ label, frames }, entry, about) {
  const figure = new Figure(`${entry.id} ${label}`, label);
  const slider = make("input", { type: "range", min: "0", step: "1", value: "0" });
  slider.max = String(frames.length - 1);
  slider.ariaLabel = label;
  const name = make("output", {});
  const show = () => {
    const frame = frames[slider.valueAsNumber];
    if (!frame) return;
    name.textContent = frame.name;
    slider.setAttribute("aria-valuetext", frame.name);
    const draw = (/** @type {number} */ width) => drawLines(frame.lines, sheet(width));
    figure.show(draw, `${frame.name}. ${summary(frame.lines)}`, about, cellsOf(frame.lines));
  };
  slider.addEventListener("input", show);
  show();
  return make(
    "div",
    { className: "exhibit-figure" },
    make("h3", {}, label),
    make("p", { className: "frames" }, slider, name),
    figure.element,
  );
}

/**
 * What a drawing shows, for those who do not see it.
 * @param {Lines | Heat} one
 */
function summary(one) {
  if (!("series" in one)) return inWords(one);
  const parts = one.series.map(({ name, points }) => {
    const values = points.map(([, value]) => value).filter(Number.isFinite);
    if (values.length === 0) return `${name}: undefined`;
    return `${name}: from ${score(Math.min(...values))} to ${score(Math.max(...values))}`;
  });
  return `${one.y.title} against ${one.x.title}. ${parts.join("; ")}`;
}

/**
 * Where a surface is greatest.
 * @param {Heat} surface
 */
function inWords({ title, x, y, x_title, y_title, values, best }) {
  const text = `${title}: ${y_title} from below, ${x_title} across.`;
  const [column, row] = best ?? [];
  const value = column === undefined || row === undefined ? undefined : values[row]?.[column];
  if (column === undefined || row === undefined || value === undefined) return text;
  return `${text} Best, with ${score(value)}, at ${x_title} ${x[column]} and ${y_title} ${y[row]}.`;
}

/**
 * The numbers of a drawing.
 * @param {Lines | Heat} one
 * @returns {import("../table-view.js").Cells}
 */
function cellsOf(one) {
  const write = (/** @type {number} */ value) =>
    Number.isFinite(value) ? score(value) : "undefined";
  if ("series" in one) {
    const rows = () =>
      one.series.flatMap(({ name, points }) => points.map(([x, y]) => [name, write(x), write(y)]));
    return { heads: ["Series", one.x.title, one.y.title], rows };
  }
  const rows = () =>
    one.y.map((name, row) => [name, ...(one.values[row] ?? []).map((value) => write(value))]);
  return { heads: [`${one.y_title}, ${one.x_title}`, ...one.x], rows };
}

/** @param {number} width */
const sheet = (width) => ({
  width,
  height: HEIGHT,
  text: colour("--text"),
  grid: colour("--chart-grid"),
  acc_eq: colour("--acc-eq"),
  ties_f1: colour("--ties-f1"),
  correct_rank_f1: colour("--correct-rank-f1"),
  first: colour("--line-5"),
  second: colour("--line-2"),
  third: colour("--line-4"),
  ramp: ["--heat-1", "--heat-2", "--heat-3", "--heat-4"].map(colour),
});

/** @param {DataTable} data */
function table({ title, columns, rows }) {
  const heads = columns.map((name, index) =>
    make("th", { scope: "col", className: index > 0 ? "number" : "" }, name),
  );
  const body = rows.map((cells) =>
    make(
      "tr",
      {},
      ...cells.map((cell, index) =>
        typeof cell === "string"
          ? index === 0
            ? make("th", { scope: "row" }, cell)
            : make("td", { className: "number" }, cell)
          : make("td", { className: index > 0 ? "number" : "" }, number(cell)),
      ),
    ),
  );
  const drawn = scrollBox(
    title,
    make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body)),
  );
  return rows.length > LONG
    ? make("details", { className: "data-table" }, make("summary", {}, title), drawn)
    : make("div", { className: "data-table" }, make("h3", {}, title), drawn);
}
