// The columns of the file last opened: what each was taken for, what was read
// in it, and which systems count. Every change takes effect at once.

import { byId, make } from "./dom.js";
import { filterBox } from "./filters.js";
import { count, score } from "./format.js";
import { field, readingFields, toggle } from "./reading.js";
import { scrollBox } from "./scroll.js";
import { save, stem } from "./take.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Preview} Preview */
/** @typedef {import("../tiescope.js").Roles} Roles */
/** @typedef {"system" | "item" | "part" | "human" | "metric" | "category" | "length" | "unused"} Role */
/** @typedef {import("../tiescope.js").Settings} Settings */
/** @typedef {import("../tiescope.js").Duplicates} Duplicates */
/** @typedef {{name: string, preview: Preview, roles: Role[], lower: boolean[], excluded: Map<number, Set<string>>, duplicates?: Duplicates, mergeNoise: boolean}} Choice */

/** @type {Record<Role, string>} */
const ROLE_NAMES = {
  system: "system",
  item: "item",
  part: "names the item, too",
  human: "human score",
  metric: "metric",
  category: "category",
  length: "divide human by",
  unused: "not used",
};
/** Roles that several columns can have. */
const SHARED = new Set(["part", "metric", "category", "unused"]);
/** What becomes of rows that repeat one another. */
const DUPLICATES = { average: "averaged", first: "reduced to the first", error: "refused" };
/** What can be scrolled in the panel. */
const SCROLLED = ".scroll, .names";
/** Rows shown of each column. */
const SHOWN = 4;

/** @param {Choice} choice */
const copy = (choice) => ({
  ...choice,
  roles: [...choice.roles],
  lower: [...choice.lower],
  excluded: new Map([...choice.excluded].map(([column, names]) => [column, new Set(names)])),
});

export class ColumnsPanel {
  #engine;
  #onChange;
  #onRead;
  #details = byId("columns", HTMLDetailsElement);
  #body = byId("columns-body", HTMLElement);
  #human = byId("human", HTMLSelectElement);
  /** @type {Choice | undefined} */
  #choice;
  /** What was chosen for the scores in use. */
  /** @type {Choice | undefined} */
  #kept;
  /** Whether an error opened the panel. */
  #revealed = false;

  /**
   * @param {Engine} engine
   * @param {() => void} onChange when roles were changed
   * @param {(settings: Settings) => void} onRead when the file is to be read otherwise
   */
  constructor(engine, onChange, onRead) {
    this.#engine = engine;
    this.#onChange = onChange;
    this.#onRead = onRead;
    this.#human.addEventListener("change", () => this.#setRole(Number(this.#human.value), "human"));
  }

  /**
   * Shows a file with the guessed roles, or with those it had when it was read
   * before: they still fit if the columns are the same.
   * @param {string} name
   * @param {Preview} preview
   * @param {boolean} isAgain
   */
  async show(name, preview, isAgain) {
    if (!isAgain) this.#unreveal();
    const before = this.#choice;
    if (isAgain && before?.name === name && namesOf(before.preview) === namesOf(preview)) {
      this.#choice = { ...copy(before), preview };
    } else {
      this.#choice = guess(name, preview);
    }
    await this.#draw();
  }

  /** The choices are in use now. */
  async keep() {
    if (!this.#choice) return;
    const waited = this.#isWaiting();
    this.#kept = copy(this.#choice);
    this.#offerHumans(this.#kept);
    if (waited) await this.#draw();
  }

  /** The choices cannot be used: those in use stay. */
  refuse() {
    if (this.#kept) this.#offerHumans(this.#kept);
  }

  /**
   * Nothing can be changed while a file is read: the choices may be another's.
   * @param {boolean} isBusy
   */
  setBusy(isBusy) {
    this.#body.inert = isBusy;
    this.#lock(isBusy || this.#isWaiting());
  }

  /** Whether the choices are of a file that is not in use. */
  #isWaiting() {
    return this.#choice?.preview !== this.#kept?.preview;
  }

  /**
   * These change the choices too, but stand beside the data in use.
   * @param {boolean} isLocked
   */
  #lock(isLocked) {
    this.#human.disabled = isLocked;
    byId("turn-round", HTMLButtonElement).disabled = isLocked;
  }

  /**
   * Where several columns hold people's scores, one of them is the standard.
   * @param {Choice} choice
   */
  #offerHumans({ preview, roles }) {
    const isOffered = (/** @type {number} */ index) =>
      roles[index] === "human" ||
      (preview.columns[index]?.is_human && preview.columns[index]?.kind === "score");
    const offered = [...roles.keys()].filter(isOffered);
    const option = (/** @type {number} */ index) =>
      new Option(preview.columns[index]?.name, String(index));
    this.#human.replaceChildren(...offered.map(option));
    this.#human.value = String(roles.indexOf("human"));
    byId("human-field", HTMLElement).hidden = offered.length < 2;
  }

  /** Goes back to what is in use. */
  async restore() {
    this.#unreveal();
    if (!this.#kept) return;
    this.#choice = copy(this.#kept);
    this.#offerHumans(this.#choice);
    await this.#draw();
  }

  /** Opens the panel, until another file is shown. */
  reveal() {
    this.#revealed ||= !this.#details.open;
    this.#details.open = true;
  }

  #unreveal() {
    if (this.#revealed) this.#details.open = false;
    this.#revealed = false;
  }

  /** @param {Duplicates} duplicates */
  async setDuplicates(duplicates) {
    if (!this.#choice) return;
    this.#choice.duplicates = duplicates;
    await this.#changed();
  }

  /**
   * Leaves rows out by their names in a column.
   * @param {import("../tiescope.js").Filter} filter
   */
  async setFilter({ column, excluded = [] }) {
    if (!this.#choice) return;
    if (this.#choice.roles[column] === "unused") this.#choice.roles[column] = "category";
    this.#choice.excluded.set(column, new Set(excluded));
    await this.#changed();
  }

  /** @param {number[]} columns */
  async addMetrics(columns) {
    if (!this.#choice) return;
    for (const column of columns) this.#choice.roles[column] = "metric";
    await this.#changed();
  }

  /** @param {number} metric */
  async turnRound(metric) {
    const column = this.roles().metrics[metric]?.column;
    if (column === undefined || !this.#choice) return;
    this.#choice.lower[column] = !this.#choice.lower[column];
    await this.#changed();
  }

  /** @returns {Roles} */
  roles() {
    if (!this.#choice) throw new Error("There is no file whose columns could be used.");
    const { preview, roles, lower, excluded, duplicates, mergeNoise } = this.#choice;
    const having = (/** @type {Role} */ role) => columnsOf(roles, role);
    const find = (/** @type {Role} */ role) => having(role)[0];
    const human = find("human");
    const scores = (/** @type {number} */ column) => ({
      column,
      lower_is_better: lower[column] ?? false,
    });
    // Metrics first, then people's scores that are compared like metrics.
    const isHuman = ({ column = 0 }) => Number(preview.columns[column]?.is_human);
    const metrics = having("metric")
      .map(scores)
      .sort((a, b) => isHuman(a) - isHuman(b));
    return {
      system: find("system"),
      item: [...having("part"), ...having("item")],
      human: human === undefined ? undefined : scores(human),
      metrics,
      divide_human_by: find("length"),
      filters: this.#filtered().map((column) => ({
        column,
        excluded: [...(excluded.get(column) ?? [])],
      })),
      duplicates,
      merge_noise: mergeNoise,
    };
  }

  /** A choice was changed, and others may look different for it. */
  async #changed() {
    await this.#draw();
    this.#onChange();
  }

  /** The columns by whose names rows can be left out. */
  #filtered() {
    const roles = this.#choice?.roles ?? [];
    return [...columnsOf(roles, "system"), ...columnsOf(roles, "category")];
  }

  /** Draws the choices as they are once the names to choose from are known. */
  async #draw() {
    const columns = this.#filtered();
    const names = await Promise.all(columns.map((column) => this.#engine.names(column)));
    if (!this.#choice || String(this.#filtered()) !== String(columns)) return;
    const { name, preview } = this.#choice;
    this.#lock(this.#isWaiting());
    const focused = document.activeElement?.ariaLabel;
    const places = [...this.#body.querySelectorAll(SCROLLED)].map((box) => box.scrollTop);
    const lines = preview.head
      .slice(0, SHOWN)
      .map(({ line }) => make("th", { scope: "col" }, `line ${line}`));
    const head = make(
      "tr",
      {},
      ...["Column", "Used as", "Lower is better", "Missing"].map((text) =>
        make("th", { scope: "col" }, text),
      ),
      ...lines,
    );
    const rows = preview.columns.map((_, index) => this.#row(index));
    const about = `${name}: ${count(preview.rows)} rows, ${preview.encoding} text. The values are shown as they were read.`;
    this.#body.replaceChildren(
      make("p", {}, about),
      this.#readings(),
      ...columns.map((column, index) => this.#filter(column, names[index] ?? [])),
      scrollBox("Columns", make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))),
      this.#save(name),
    );
    // The control that was used keeps the focus, and every list its place.
    const controls = this.#body.querySelectorAll("select, input, button");
    const again = focused && [...controls].find((control) => control.ariaLabel === focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    for (const [index, box] of this.#body.querySelectorAll(SCROLLED).entries()) {
      box.scrollTop = places[index] ?? 0;
    }
  }

  /**
   * Takes the scores in use away.
   * @param {string} name
   */
  #save(name) {
    const button = make(
      "button",
      { type: "button", disabled: this.#isWaiting() },
      "Save the scores in use as CSV",
    );
    button.addEventListener("click", async () => {
      save(`${stem(name)} scores.csv`, await this.#engine.csv());
    });
    return make("p", {}, button);
  }

  /** What was decided about the file, to be changed. */
  #readings() {
    const choice = /** @type {Choice} */ (this.#choice);
    const { preview, duplicates } = choice;
    const fields = readingFields(preview, this.#onRead);
    if (duplicates) {
      fields.push(
        field("Rows of one system and item are", DUPLICATES, duplicates, (fate) =>
          this.setDuplicates(fate),
        ),
      );
    }
    const noise = "Scores that differ only in the last digits are equal";
    fields.push(
      toggle(noise, choice.mergeNoise, (isOn) => {
        choice.mergeNoise = isOn;
        this.#onChange();
      }),
    );
    return make("div", { className: "readings-of-file" }, ...fields);
  }

  /** @param {number} index */
  #row(index) {
    const { preview, roles, lower } = /** @type {Choice} */ (this.#choice);
    const column = preview.columns[index];
    if (!column) throw new Error(`no column ${index}`);
    const isScore = roles[index] === "human" || roles[index] === "metric";
    const role = make("select", { ariaLabel: `Use ${column.name} as` });
    for (const [value, text] of Object.entries(ROLE_NAMES)) role.append(new Option(text, value));
    role.value = roles[index] ?? "unused";
    role.addEventListener("change", () => this.#setRole(index, /** @type {Role} */ (role.value)));
    const box = make("input", {
      type: "checkbox",
      checked: lower[index] ?? false,
      ariaLabel: `Lower ${column.name} is better`,
    });
    box.addEventListener("change", () => {
      lower[index] = box.checked;
      this.#onChange();
    });
    const missing = isScore ? count(column.missing) : "";
    const cells = preview.head.slice(0, SHOWN).map(({ cells, values, missing }) => {
      const [text = "", value] = [cells[index], values[index]];
      if (!isScore) return make("td", { title: text }, text);
      if (missing[index]) return make("td", { className: "number" }, "missing");
      if (value === undefined) return make("td", { className: "bad" }, text);
      return make("td", { className: "number", title: text }, score(value));
    });
    return make(
      "tr",
      {},
      make("th", { scope: "row", title: column.name }, column.name),
      make("td", {}, role),
      make("td", { className: "tick" }, isScore ? box : ""),
      make("td", { className: "number" }, missing),
      ...cells,
    );
  }

  /**
   * Another column with a role that only one can have gives it up.
   * @param {number} index
   * @param {Role} role
   */
  async #setRole(index, role) {
    const { preview, roles } = /** @type {Choice} */ (this.#choice);
    const holder = SHARED.has(role) ? -1 : roles.indexOf(role);
    if (holder >= 0) {
      const { kind, is_human } = preview.columns[holder] ?? {};
      // Other human scores are no metrics, unless someone says so.
      const isMetric = /^(human|length)$/.test(role) && kind === "score" && !is_human;
      roles[holder] = isMetric ? "metric" : "unused";
    }
    roles[index] = role;
    await this.#changed();
  }

  /**
   * @param {number} column
   * @param {string[]} names
   */
  #filter(column, names) {
    const { preview, roles, excluded } = /** @type {Choice} */ (this.#choice);
    const left = excluded.get(column) ?? new Set();
    excluded.set(column, left);
    const title =
      roles[column] === "system"
        ? "Systems that count"
        : `Values of “${preview.columns[column]?.name}” that count`;
    return filterBox(title, names, left, (redraw) => (redraw ? this.#changed() : this.#onChange()));
  }
}

/**
 * @param {Role[]} roles
 * @param {Role} role
 */
const columnsOf = (roles, role) => [...roles.keys()].filter((column) => roles[column] === role);

/** @param {Preview} preview */
const namesOf = ({ columns }) => JSON.stringify(columns.map(({ name }) => name));

/**
 * The choices for a file that nobody has changed yet.
 * @param {string} name
 * @param {Preview} preview
 * @returns {Choice}
 */
function guess(name, preview) {
  /** @type {Role[]} */
  const roles = preview.columns.map(() => "unused");
  const { system, item = [], human, metrics, filters = [] } = preview.roles;
  for (const { column } of filters) roles[column] = "category";
  if (system !== undefined) roles[system] = "system";
  for (const [place, column] of item.entries()) {
    roles[column] = place === item.length - 1 ? "item" : "part";
  }
  if (human) roles[human.column] = "human";
  for (const { column } of metrics) roles[column] = "metric";
  const lower = preview.columns.map(() => false);
  return { name, preview, roles, lower, excluded: new Map(), mergeNoise: false };
}
