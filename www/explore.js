// The explore page: one metric, one grouping.

import { EpsilonView } from "./chart.js";
import { byId } from "./dom.js";
import { count, percent, score, stat } from "./format.js";
import { Readings } from "./readings.js";
import { StatisticsTable } from "./statistics.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Explored} Explored */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Entry} Entry */

/** Work shorter than this, in milliseconds, shows no progress. */
const PATIENCE = 200;

export class Explorer {
  #engine;
  #showError;
  #metric = byId("metric", HTMLSelectElement);
  #groupings = [...document.querySelectorAll("#grouping input")].filter(
    (i) => i instanceof HTMLInputElement,
  );
  #readings;
  #statistics;
  #chart;
  /** What is on the page: a cancelled request goes back to it. */
  #shown = { metric: 0, grouping: "" };
  /** Counts the requests: an answer to an older one is dropped. */
  #asked = 0;

  /**
   * @param {Engine} engine
   * @param {Entry[]} catalogue
   * @param {(error: unknown) => void} showError
   */
  constructor(engine, catalogue, showError) {
    this.#engine = engine;
    this.#showError = showError;
    this.#readings = new Readings(byId("readings", HTMLElement));
    this.#statistics = new StatisticsTable(byId("statistics", HTMLElement), catalogue);
    this.#chart = new EpsilonView(byId("chart", HTMLElement), engine, (reading) =>
      this.#readings.setCursor(reading),
    );
    this.#metric.addEventListener("change", this.refresh);
    for (const input of this.#groupings) input.addEventListener("change", this.refresh);
    byId("cancel", HTMLButtonElement).addEventListener("click", () => this.#cancel());
  }

  /**
   * Other scores are in use. The metric and the grouping stay where they can.
   * @param {Summary} summary
   */
  show(summary) {
    const before = this.#metric.value;
    const names = summary.metrics.map(({ name }) => name);
    this.#metric.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(before)) this.#metric.value = before;
    const possible = new Set(["none"]);
    if (summary.systems.length > 0) possible.add("system");
    if (summary.items > 0) possible.add("item");
    for (const input of this.#groupings) {
      input.disabled = !possible.has(input.value);
      const missing = `no column is used as ${input.value}`;
      if (input.parentElement) input.parentElement.title = input.disabled ? missing : "";
    }
    const checked = this.#groupings.find((input) => input.checked && !input.disabled);
    const first = checked ?? this.#groupings.find((input) => !input.disabled);
    if (first) first.checked = true;
    byId("explore", HTMLElement).hidden = false;
    this.refresh();
  }

  /** Explores the chosen metric again. */
  refresh = async () => {
    const grouping = /** @type {Grouping} */ (
      this.#groupings.find((i) => i.checked)?.value ?? "none"
    );
    this.#asked += 1;
    const asked = this.#asked;
    const progress = new ProgressBar();
    try {
      const explored = await this.#engine.explore(
        this.#metric.selectedIndex,
        grouping,
        progress.update,
      );
      if (explored && asked === this.#asked) this.#draw(explored);
    } catch (error) {
      this.#showError(error);
    } finally {
      if (asked === this.#asked) progress.end();
    }
  };

  async #cancel() {
    this.#asked += 1;
    await this.#engine.cancel();
    byId("progress", HTMLElement).hidden = true;
    const { metric, grouping } = this.#shown;
    this.#metric.selectedIndex = metric;
    for (const input of this.#groupings) input.checked = input.value === grouping;
  }

  /** @param {Explored} explored */
  #draw(explored) {
    this.#shown = { metric: this.#metric.selectedIndex, grouping: explored.grouping };
    byId("sentence", HTMLElement).replaceChildren(...sentence(explored));
    byId("basis", HTMLElement).replaceChildren(...basis(explored));
    this.#readings.show(explored);
    this.#statistics.show(explored);
    this.#chart.show(explored);
  }
}

/** Shows what is being done, once it takes long. */
class ProgressBar {
  #box = byId("progress", HTMLElement);
  #text = byId("progress-text", HTMLElement);
  #bar = byId("progress-bar", HTMLProgressElement);
  #since = performance.now();

  update = (/** @type {import("../tiescope.js").Progress} */ { doing, share }) => {
    this.#box.hidden = performance.now() - this.#since < PATIENCE;
    this.#text.textContent = doing;
    this.#bar.value = share;
  };

  end() {
    this.#box.hidden = true;
  }
}

/**
 * The result in words.
 * @param {Explored} explored
 * @returns {(Node | string)[]}
 */
function sentence({ metric, calibration, at_zero, at_star, chance }) {
  const { metric_tied, acc_eq } = at_star;
  if (metric_tied === undefined || acc_eq === undefined || !chance) {
    return ["No group has two rows with both scores, so there is no pair to compare."];
  }
  const share = (
    /** @type {string} */ name,
    /** @type {number | undefined} */ value,
    at = "star",
  ) => stat(name, value, percent, { at });
  const right = [share("acc_eq", acc_eq), " of all pairs are then judged right; "];
  const random = [
    "a metric of random scores would reach ",
    share("chance", chance.calibrated),
    ".",
  ];
  if (calibration.epsilon === 0) {
    return [
      `Calibration has nothing to gain: acc_eq is greatest when two outputs tie only if their ${metric} scores are equal, as `,
      share("metric_tied", metric_tied),
      " of the pairs are. ",
      ...right,
      ...random,
    ];
  }
  return [
    `Two outputs tie when their ${metric} scores differ by at most `,
    stat("epsilon", calibration.epsilon, score, { at: "star" }),
    ": ",
    share("metric_tied", metric_tied),
    " of the pairs. ",
    ...right,
    "with exact ties it is ",
    share("acc_eq", at_zero.acc_eq, "0"),
    ", and ",
    ...random,
  ];
}

/**
 * What the numbers rest on.
 * @param {Explored} explored
 */
function basis({ grouping, groups_used, groups_found, rows, pairs, at_zero }) {
  const noun = { item: "items", system: "systems", none: "group of all rows" }[grouping];
  const groups = [
    stat("groups", groups_used, count),
    " of ",
    stat("groups_found", groups_found, count),
  ];
  return [
    ...(grouping === "none"
      ? ["One ", noun]
      : [...groups, ` ${noun} have two complete rows or more`]),
    ": ",
    stat("rows", rows, count),
    " rows, ",
    stat("pairs", pairs, count),
    " pairs, ",
    stat("human_tied", at_zero.human_tied, percent),
    " of them tied by the human.",
  ];
}
