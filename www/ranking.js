// The ranking table: a row for each metric, a column for each statistic. The
// user sorts it, hides columns, and looks for metrics by name.

import { make } from "./dom.js";
import { count, percent, score, stat, statistic } from "./format.js";
import { term } from "./help.js";
import { asPopup } from "./popup.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("../tiescope.js").Table} Table */
/** @typedef {import("../tiescope.js").Row} Row */
/** @typedef {import("../tiescope.js").Cell} Cell */
/** @typedef {import("../tiescope.js").Title} Title */

/** Columns that are shown when they are asked for. */
const HIDDEN = new Set(["tau_a", "tau_c", "tau_eq", "spearman"]);
const WRITTEN = { statistic, threshold: score, share: percent };
const PLURALS = { item: "items", system: "systems", none: "groups" };

export class RankingTable {
  #root;
  /** What is said where no metric is found. */
  #none = make("div", { role: "status" });
  #box = scrollBox("Ranking of metrics");
  #controls;
  #onShown;
  /** @type {Table | undefined} */
  #table;
  /** The columns hidden, once the user or the start has decided. */
  /** @type {Set<string> | undefined} */
  #hidden;
  #sorted = "acc_eq*";
  #ascending = false;
  #filter = "";

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} controls
   * @param {() => void} onShown when a column is shown that may not be computed yet
   */
  constructor(root, controls, onShown) {
    this.#root = root;
    this.#controls = controls;
    root.append(this.#none, this.#box);
    this.#onShown = onShown;
  }

  /** @param {Table} table */
  show(table) {
    this.#table = table;
    if (!this.#hidden) {
      const newer = table.columns.filter(({ is_newer }) => is_newer);
      this.#hidden = new Set([...HIDDEN, ...newer.map(({ entry }) => entry.name)]);
      this.#drawControls(table.columns);
    }
    this.#draw();
  }

  /**
   * Whether a column is shown.
   * @param {string} name
   */
  shows = (name) => this.#hidden?.has(name) === false;

  /** What is shown, in its order: for files. */
  selection() {
    const table = this.#table;
    if (!table) return { columns: [], rows: [] };
    const rows = this.#rows(table).map((row) => table.rows.indexOf(row));
    return { columns: this.#columns(table).map(({ title }) => title.entry.name), rows };
  }

  /** @param {Title[]} columns */
  #drawControls(columns) {
    const filter = make("input", { type: "search", placeholder: "Find a metric", size: 18 });
    filter.ariaLabel = "Find a metric";
    filter.addEventListener("input", () => {
      this.#filter = filter.value.trim().toLowerCase();
      this.#draw();
    });
    const boxes = columns.map(({ entry, is_newer }) => {
      const box = make("input", { type: "checkbox", checked: !this.#hidden?.has(entry.name) });
      box.addEventListener("change", () => {
        if (box.checked) this.#hidden?.delete(entry.name);
        else this.#hidden?.add(entry.name);
        this.#draw();
        if (box.checked) this.#onShown();
      });
      const about = make("span", { className: "note" }, is_newer ? " newer than the paper" : "");
      return make(
        "div",
        {},
        make("label", {}, box, " ", entry.name, about),
        " ",
        term(entry.name, "?"),
      );
    });
    const list = make("div", {}, ...boxes);
    const summary = make("summary", {}, "Columns");
    const chooser = make("details", { className: "choose-columns" }, summary, list);
    asPopup(chooser, list);
    this.#controls.replaceChildren(filter, chooser);
  }

  /** @param {Table} table */
  #columns({ columns }) {
    const all = columns.map((title, index) => ({ title, index }));
    return all.filter(({ title }) => !this.#hidden?.has(title.entry.name));
  }

  /**
   * Metrics in the order asked for, those without a value last; then baselines.
   * @param {Table} table
   */
  #rows({ columns, rows }) {
    const index = columns.findIndex(({ entry }) => entry.name === this.#sorted);
    const isFound = ({ name = "" }) => name.toLowerCase().includes(this.#filter);
    const metrics = rows.filter((row) => row.kind !== "baseline" && isFound(row));
    const value = (/** @type {Row} */ row) => row.cells[index]?.value;
    const direction = this.#ascending ? 1 : -1;
    const compare = (/** @type {Row} */ a, /** @type {Row} */ b) => {
      const [x, y] = [value(a), value(b)];
      if (x === undefined || y === undefined)
        return Number(x === undefined) - Number(y === undefined);
      return x < y ? -direction : Number(x > y) * direction;
    };
    if (this.#sorted === "metric") {
      metrics.sort((a, b) => (a.name < b.name ? -1 : 1) * direction);
    } else {
      metrics.sort(compare);
    }
    // What was not found is not compared with anything.
    const baselines = rows.filter((row) => row.kind === "baseline");
    return metrics.length > 0 ? [...metrics, ...baselines] : [];
  }

  #draw() {
    const table = this.#table;
    if (!table) return;
    const columns = this.#columns(table);
    const focused = document.activeElement?.getAttribute("data-column");
    const heads = [
      this.#head("metric", "Metric", "The name of the column"),
      ...columns.map(({ title: { entry }, index }) => {
        const head = this.#head(entry.name, entry.name, aboutEntry(entry));
        const groups = groupsOfAll(table, index);
        if (groups !== undefined) head.append(fewer(groups, table.grouping));
        return head;
      }),
    ];
    const showsClusters = this.#sorted === "acc_eq*" && !this.#ascending;
    let cluster = 0;
    const rows = this.#rows(table).map((row) => {
      const isNew = showsClusters && row.cluster !== undefined && row.cluster !== cluster;
      const isEnd = row.kind === "baseline";
      const className = `${isNew && cluster > 0 ? "new-cluster" : ""} ${isEnd ? "baseline" : ""}`;
      cluster = row.cluster ?? cluster;
      const cells = columns.map(({ title, index }) => {
        const box = cell(title, row, row.cells[index]);
        const { groups, of, reason } = row.cells[index] ?? {};
        const isFewer = groups !== undefined && of !== undefined && groups < of;
        if (isFewer && groupsOfAll(table, index) === undefined) {
          box.append(fewer(groups, table.grouping, of, reason));
        }
        return box;
      });
      return make("tr", { className }, metricHead(row), ...cells);
    });
    const isNothing = rows.length === 0 && table.rows.length > 0;
    const found = isNothing ? [make("p", { className: "note" }, "No metric is called so.")] : [];
    this.#none.replaceChildren(...found);
    this.#box.replaceChildren(
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    );
    const again =
      focused && this.#root.querySelector(`button[data-column="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * The head of a column: pressing it sorts.
   * @param {string} name
   * @param {string} text
   * @param {string} title
   */
  #head(name, text, title) {
    const isSorted = this.#sorted === name;
    const arrow = isSorted ? (this.#ascending ? " ▲" : " ▼") : "";
    const button = make("button", { type: "button", title, data: { column: name } }, text + arrow);
    button.addEventListener("click", () => {
      // Names begin with A, numbers with the best.
      const first = name === "metric";
      this.#ascending = this.#sorted === name ? !this.#ascending : first;
      this.#sorted = name;
      this.#draw();
    });
    const head = make("th", { scope: "col", className: name === "metric" ? "" : "number" }, button);
    if (isSorted) head.ariaSort = this.#ascending ? "ascending" : "descending";
    return head;
  }
}

/** @param {Title["entry"]} entry */
const aboutEntry = ({ formula, source, undefined: when }) =>
  `${formula}. Undefined when ${when}. ${source}.`;

/** @param {Row} row */
function metricHead({ name, is_human, cluster }) {
  const about = is_human ? [" ", make("span", { className: "kind" }, "human")] : [];
  const head = make("th", { scope: "row", title: name }, name, ...about);
  if (cluster !== undefined) {
    const title = `Rank cluster ${cluster}: none of its metrics is significantly better than one below it in the cluster`;
    head.append(
      " ",
      spoken("cluster "),
      make("span", { className: "cluster", title }, String(cluster)),
    );
    head.dataset.cluster = String(cluster);
  }
  return head;
}

/**
 * What a small number is, for those who do not see that it is small.
 * @param {string} words
 */
const spoken = (words) => make("span", { className: "hidden" }, words);

/**
 * The groups over which a column is averaged, where they are fewer than all
 * and as many for every metric.
 * @param {Table} table
 * @param {number} index
 */
function groupsOfAll({ rows }, index) {
  const cells = rows.flatMap(({ kind, cells }) => (kind === "baseline" ? [] : [cells[index]]));
  const [first] = cells;
  if (first?.groups === undefined || first.groups === first.of) return undefined;
  return cells.every((cell) => cell?.groups === first.groups) ? first.groups : undefined;
}

/**
 * A note that an average is not over all groups.
 * @param {number} groups
 * @param {import("../tiescope.js").Grouping} grouping
 * @param {number} [of]
 * @param {string | null} [reason] why the others have no value
 */
function fewer(groups, grouping, of, reason) {
  const others = reason ? `; undefined in the others, such as where ${reason}` : "";
  const all = of === undefined ? "" : ` of ${count(of)}`;
  const title = `averaged over ${count(groups)}${all} ${PLURALS[grouping]}${others}`;
  const after = spoken(` ${PLURALS[grouping]}`);
  const note = make("span", { className: "fewer", title }, spoken(", over "), count(groups), after);
  note.dataset.groups = String(groups);
  return note;
}

/**
 * @param {Title} title
 * @param {Row} row
 * @param {Cell | undefined} cell
 */
function cell({ entry, kind }, row, cell) {
  if (!cell || cell.is_pending) return make("td", { className: "number pending" }, "…");
  const at = entry.name.endsWith("*") ? "star" : "0";
  const { value, rank, own, last, reason } = cell;
  if (value === undefined && row.kind === "baseline") return make("td", {});
  const element = stat(entry.name, value, WRITTEN[kind], { at, reason });
  if (value === undefined) {
    element.textContent = "–";
    element.ariaLabel = `undefined: ${reason ?? "no value"}`;
  }
  if (value !== undefined && last !== undefined && last > value) {
    element.title = `${value}, and as good up to ${last}`;
  }
  const box = make("td", { className: `number ${rank === 1 ? "best" : ""}` }, element);
  if (rank !== undefined) {
    box.dataset.rank = String(rank);
    const small = make("span", { className: "rank", title: `rank ${rank}` }, String(rank));
    box.append(spoken(", rank "), small);
  }
  if (own !== undefined && value !== undefined && own !== value) {
    element.classList.add("changed");
    element.title = `${value}; ${WRITTEN[kind](own)} over this metric’s own groups`;
  }
  return box;
}
