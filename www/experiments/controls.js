// The settings that only one experiment has.

import { make } from "../dom.js";

/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../../tiescope.js").ExperimentEntry} ExperimentEntry */
/** @typedef {import("../../tiescope.js").Control} Control */
/** @typedef {import("../../tiescope.js").Spare} Spare */
/** @typedef {Record<string, string>} Options */

export class OwnControls {
  #root;
  #engine;
  #choose;
  #say;
  /** @type {Spare | undefined} */
  #spare;
  #other = "";
  /** @type {FileList | null} */
  #otherFiles = null;
  #shown = "";

  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {(options: Options) => void} choose what has changed
   * @param {(message: string) => void} say what is wrong with another file
   */
  constructor(root, engine, choose, say) {
    this.#root = root;
    this.#engine = engine;
    this.#choose = choose;
    this.#say = say;
  }

  /** Other scores are in use. */
  forget() {
    this.#spare = undefined;
    this.#other = "";
    this.#otherFiles = null;
    this.#shown = "";
  }

  /**
   * @param {ExperimentEntry} entry
   * @param {Options} options
   */
  async show(entry, options) {
    this.#spare ??= await this.#engine.spare().catch(() => ({ categories: [], lengths: [] }));
    const shown = JSON.stringify([entry.id, options, this.#other]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.getAttribute("name");
    const matters = entry.controls.filter((control) => isUsed(control, options));
    const fields = matters.flatMap((control) => this.#fields(control, options));
    this.#root.replaceChildren(...fields);
    const again = focused && this.#root.querySelector(`[name="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * The settings as they are in effect, for files.
   * @param {ExperimentEntry} entry
   * @param {Options} options
   */
  inWords({ controls }, options) {
    const words = controls
      .filter((control) => isUsed(control, options))
      .map((control) => {
        if (control.kind === "whole")
          return `${control.label}: ${options[control.name] ?? control.usual}`;
        if (control.kind === "choice") {
          const value = options[control.name] ?? control.options[0]?.[0];
          return `${control.label}: ${control.options.find(([known]) => known === value)?.[1] ?? ""}`;
        }
        if (control.kind === "length") return "";
        return `${control.label}: ${this.#betweenInWords(options)}`;
      });
    return words.filter(Boolean);
  }

  /** @param {Options} options */
  #betweenInWords({ between = "folds", a, b }) {
    const category = this.#spare?.categories.find(({ column }) => between === `column ${column}`);
    if (category)
      return `${category.name}, ${a ?? category.names[0]} and ${b ?? category.names[1]}`;
    if (between === "file") return `this file and ${this.#other}`;
    return between === "halves" ? "two random halves" : "folds of the items";
  }

  /**
   * @param {Control} control
   * @param {Options} options
   */
  #fields(control, options) {
    switch (control.kind) {
      case "choice":
        return [this.#choice(control.name, control.label, control.options, options)];
      case "whole":
        return [this.#whole(control, options)];
      case "length":
        return this.#lengths(control.label, options);
      default:
        return this.#between(control.label, options);
    }
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {[string, string][]} values with what they are called
   * @param {Options} options
   */
  #choice(name, label, values, options) {
    const select = make("select", { name });
    select.append(...values.map(([value, text]) => new Option(text, value)));
    if (values.some(([value]) => value === options[name])) select.value = options[name] ?? "";
    select.addEventListener("change", () => this.#choose({ [name]: select.value }));
    return make("label", { className: "field" }, `${label} `, select);
  }

  /**
   * @param {Extract<Control, {kind: "whole"}>} control
   * @param {Options} options
   */
  #whole({ name, label, least, most, usual }, options) {
    const input = make("input", { type: "number", name, step: "1" });
    input.min = String(least);
    input.max = String(most);
    input.value = options[name] ?? String(usual);
    input.addEventListener("change", () => {
      if (input.checkValidity() && input.value) this.#choose({ [name]: input.value });
      else input.reportValidity();
    });
    return make("label", { className: "field" }, `${label} `, input);
  }

  /**
   * @param {string} label
   * @param {Options} options
   */
  #lengths(label, options) {
    const { lengths = [] } = this.#spare ?? {};
    if (lengths.length === 0) return [];
    /** @type {[string, string][]} */
    const values = lengths.map(([column, name]) => [String(column), name]);
    return [this.#choice("length", label, values, options)];
  }

  /**
   * What is compared with what: halves, categories, or another file.
   * @param {string} label
   * @param {Options} options
   */
  #between(label, options) {
    const { categories = [] } = this.#spare ?? {};
    /** @type {[string, string][]} */
    const ways = [
      ["folds", "folds of the items"],
      ["halves", "two random halves"],
      .../** @type {[string, string][]} */ (
        categories.map(({ column, name }) => [`column ${column}`, `by ${name}`])
      ),
      ["file", this.#other ? `another file: ${this.#other}` : "another file …"],
    ];
    const fields = [this.#choice("between", label, ways, options)];
    const category = categories.find(({ column }) => options.between === `column ${column}`);
    if (category) {
      const names = /** @type {[string, string][]} */ (category.names.map((name) => [name, name]));
      const usual = { a: names[0]?.[0] ?? "", b: names[1]?.[0] ?? "", ...options };
      fields.push(this.#choice("a", "from", names, usual), this.#choice("b", "to", names, usual));
    }
    if (options.between === "file") fields.push(this.#fileField());
    return fields;
  }

  #fileField() {
    const input = make("input", { type: "file", ariaLabel: "Another score file" });
    if (this.#otherFiles) input.files = this.#otherFiles;
    input.addEventListener("change", async () => {
      const [file] = input.files ?? [];
      if (!file) return;
      try {
        await this.#engine.openOther([{ name: file.name, blob: file }]);
        this.#other = file.name;
        this.#otherFiles = input.files;
        this.#choose({ file: file.name });
      } catch (error) {
        this.#say(error instanceof Error ? error.message : String(error));
      }
    });
    return make("label", { className: "field" }, input);
  }
}

/**
 * Whether a setting matters while the others are as they are.
 * @param {Control} control
 * @param {Options} options
 */
function isUsed(control, options) {
  if (control.kind !== "whole" || !control.only) return true;
  const [name, values] = control.only;
  const value = options[name];
  // The usual value of the other setting is the first that it may have.
  return value === undefined ? name === "between" : values.includes(value);
}

/**
 * The settings that an experiment knows and can use; others have no effect.
 * @param {ExperimentEntry} entry
 * @param {Options} options
 */
export function usable({ controls }, options) {
  /** @type {Options} */
  const kept = {};
  const keep = (/** @type {string} */ name, /** @type {(value: string) => boolean} */ isFine) => {
    const value = options[name];
    if (value !== undefined && isFine(value)) kept[name] = value;
  };
  for (const control of controls) {
    if (control.kind === "whole") {
      const { least, most } = control;
      keep(control.name, (value) => /^\d+$/.test(value) && +value >= least && +value <= most);
    } else if (control.kind === "choice") {
      keep(control.name, (value) => control.options.some(([known]) => known === value));
    } else if (control.kind === "length") {
      keep("length", (value) => /^\d+$/.test(value));
    } else {
      keep("between", (value) => /^(folds|halves|file|column \d+)$/.test(value));
      for (const name of ["a", "b", "file"]) keep(name, () => true);
    }
  }
  return kept;
}
