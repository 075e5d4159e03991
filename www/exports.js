// The ranking table as a file or on the clipboard, in the order and with the
// columns that are shown.

import { exportTable } from "../tiescope.js";
import { make } from "./dom.js";
import { field } from "./reading.js";
import { actionButton, copy, save, stem } from "./take.js";

/** @typedef {import("../tiescope.js").ExportFormat} Format */
/** @typedef {import("../tiescope.js").Compared} Compared */
/** @typedef {import("../tiescope.js").Selection} Selection */
/** @typedef {import("./figure.js").About} About */

/** @type {Record<Format, {title: string, ending: string, type: string}>} */
const FORMATS = {
  csv: { title: "CSV", ending: "csv", type: "text/csv" },
  json: { title: "JSON", ending: "json", type: "application/json" },
  markdown: { title: "Markdown", ending: "md", type: "text/markdown" },
  latex: { title: "LaTeX", ending: "tex", type: "application/x-tex" },
};

/**
 * Controls to take the table away.
 * @param {() => {compared: Compared, selection: Selection, about: About} | undefined} shown
 */
export function exportControls(shown) {
  /** @type {Format} */
  let format = "csv";
  const titles = Object.entries(FORMATS).map(([name, { title }]) => [name, title]);
  const choose = field("This table as", Object.fromEntries(titles), format, (value) => {
    format = /** @type {Format} */ (value);
  });
  const text = () => {
    const table = shown();
    if (!table) throw new Error("There is no table yet.");
    const { data, settings } = table.about;
    return { data, text: exportTable(table.compared, table.selection, { data, settings }, format) };
  };
  return make(
    "div",
    { className: "take" },
    choose,
    actionButton("Copy", () => copy(text().text), "Copied"),
    actionButton("Save", () => {
      const { ending, type } = FORMATS[format];
      const { data, text: written } = text();
      save(`${stem(data)} comparison.${ending}`, new Blob([written], { type }));
    }),
  );
}
