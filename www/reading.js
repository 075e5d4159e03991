// How a file was read, as controls: every decision can be changed.

import { make } from "./dom.js";

/** @typedef {import("../tiescope.js").Preview} Preview */
/** @typedef {import("../tiescope.js").Settings} Settings */

const READINGS = {
  delimiter: {
    comma: "commas",
    tab: "tabs",
    semicolon: "semicolons",
    pipe: "vertical bars",
    spaces: "spaces",
  },
  numbers: { point: "0.5", comma: "0,5", thousands: "1,234.5" },
  header: { true: "names", false: "data" },
  layout: { tidy: "output", wide: "item" },
};

/**
 * One control for each decision that applies to the file.
 * @param {Preview} preview
 * @param {(settings: Settings) => void} onChange
 */
export function readingFields({ settings, format, can_be_wide }, onChange) {
  const fields = [];
  if (typeof format === "object") {
    fields.push(
      field("Cells are separated by", READINGS.delimiter, settings.delimiter, (delimiter) =>
        onChange({ delimiter }),
      ),
      field("The first line holds", READINGS.header, String(settings.header), (header) =>
        onChange({ header: header === "true" }),
      ),
    );
  }
  fields.push(
    field("A number looks like", READINGS.numbers, settings.numbers, (numbers) =>
      onChange({ numbers }),
    ),
  );
  if (settings.layout === "wide" || can_be_wide) {
    fields.push(
      field("A row is one", READINGS.layout, settings.layout, (layout) => onChange({ layout })),
    );
  }
  return fields;
}

/**
 * A labelled choice.
 * @template {string} T
 * @param {string} label
 * @param {Record<T, string>} options
 * @param {string | undefined} value
 * @param {(value: T) => void} onChange
 */
export function field(label, options, value, onChange) {
  const select = make("select", { ariaLabel: label });
  for (const [option, text] of Object.entries(options)) {
    select.append(new Option(String(text), option));
  }
  select.value = value ?? "";
  select.addEventListener("change", () => onChange(/** @type {T} */ (select.value)));
  return make("label", {}, label, " ", select);
}

/**
 * A labelled switch.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onChange
 */
export function toggle(label, checked, onChange) {
  const box = make("input", { type: "checkbox", checked, ariaLabel: label });
  box.addEventListener("change", () => onChange(box.checked));
  return make("label", {}, box, " ", label);
}
