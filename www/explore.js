// The explore page: one metric, one grouping.

import { settingsInWords } from "./about.js";
import { EpsilonView } from "./chart.js";
import { byId, make } from "./dom.js";
import { count, percent, scoresApart, stat } from "./format.js";
import { TakeGroup } from "./lab/take-group.js";
import { ProgressBar } from "./progress.js";
import { Readings } from "./readings.js";
import { StatisticsTable } from "./statistics.js";
import { LITTLE } from "./verdict.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Explored} Explored */
/** @typedef {import("../tiescope.js").Measured} Measured */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Entry} Entry */

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
  #take;
  /** What the user chose, also while the data does not allow it. */
  #wanted = "item";
  /** For each metric, whether its lower scores are taken for the better ones. */
  /** @type {boolean[]} */
  #isLower = [];
  /** What is on the page, if it is of the scores in use. */
  /** @type {{metric: number, grouping: Grouping} | undefined} */
  #shown;
  /** What the numbers are of, for files. */
  #of = { data: "", settings: /** @type {string[]} */ ([]) };
  /** Counts the requests, to know the newest. */
  #asked = 0;

  /** Told that a group was taken for the lab. */
  onTaken = (/** @type {import("../tiescope.js").Taken} */ _taken) => {};

  /** Told that a metric's lower scores are the better ones. */
  onTurnRound = (/** @type {number} */ _metric) => {};

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
    this.#take = new TakeGroup(engine, (taken) => this.onTaken(taken));
    byId("explore-take", HTMLElement).append(this.#take.element);
    this.#metric.addEventListener("change", this.refresh);
    for (const input of this.#groupings) {
      input.addEventListener("change", () => {
        this.#wanted = input.value;
        this.refresh();
      });
    }
    byId("cancel", HTMLButtonElement).addEventListener("click", () =>
      this.#engine.cancel("explore"),
    );
    byId("turn-round", HTMLButtonElement).addEventListener("click", () => {
      if (this.#shown) this.onTurnRound(this.#shown.metric);
    });
  }

  /**
   * Other scores are in use. The metric and the grouping stay where they can.
   * @param {Summary} summary
   * @param {string} name of their file
   */
  show(summary, name) {
    this.#of = { data: name, settings: settingsInWords(summary) };
    this.#isLower = summary.metrics.map(({ lower_is_better }) => lower_is_better);
    const before = this.#metric.value;
    const names = summary.metrics.map(({ name }) => name);
    const options = summary.metrics.map(({ name, is_human, lower_is_better }) => {
      const about = [is_human ? " (human)" : "", lower_is_better ? " (lower is better)" : ""];
      return new Option(name + about.join(""), name);
    });
    this.#metric.replaceChildren(...options);
    if (names.includes(before)) this.#metric.value = before;
    const possible = new Set(["none"]);
    if (summary.systems.length > 0) possible.add("system");
    if (summary.items > 0) possible.add("item");
    for (const input of this.#groupings) {
      input.disabled = !possible.has(input.value);
      const missing = `no column is used as ${input.value}`;
      if (input.parentElement) input.parentElement.title = input.disabled ? missing : "";
    }
    const open = this.#groupings.filter((input) => !input.disabled);
    const chosen = open.find((input) => input.value === this.#wanted) ?? open[0];
    if (chosen) chosen.checked = true;
    this.#take.forget();
    this.forget();
    if (!byId("explore", HTMLElement).hidden) this.refresh();
  }

  /** The page is looked at. */
  async enter() {
    if (!this.#shown && this.#metric.length > 0) await this.refresh();
  }

  /** What is on the page cannot be read any more. */
  forget() {
    this.#shown = undefined;
    this.#chart.clear();
    byId("explored", HTMLElement).ariaBusy = "true";
  }

  /**
   * Explores what the controls say. Whatever the worker finishes is drawn, for
   * that is what it reads the cursor from; the controls follow unless there is
   * a newer request.
   */
  refresh = async () => {
    const metric = this.#metric.selectedIndex;
    const grouping = this.#grouping();
    this.#asked += 1;
    const asked = this.#asked;
    const progress = new ProgressBar("progress", byId("explored", HTMLElement));
    try {
      const explored = await this.#engine.study(
        { study: "explore", metric, grouping },
        progress.update,
      );
      if (explored) this.#draw(metric, explored);
    } catch (error) {
      this.#showError(error);
    }
    if (asked !== this.#asked) return;
    progress.end();
    this.#goBack();
  };

  /** @returns {Grouping} */
  #grouping() {
    const checked = this.#groupings.find((input) => input.checked);
    return /** @type {Grouping} */ (checked?.value ?? "none");
  }

  /** Sets the controls to what is shown; without anything, says so. */
  #goBack() {
    const shown = this.#shown;
    if (!shown) {
      const again = make("button", { type: "button" }, "Compute");
      again.addEventListener("click", this.refresh);
      const text = "Nothing has been computed for these scores. ";
      byId("sentence", HTMLElement).replaceChildren(text, again);
      byId("basis", HTMLElement).textContent = "";
      byId("direction", HTMLElement).hidden = true;
      byId("explored", HTMLElement).classList.add("empty");
      return;
    }
    this.#metric.selectedIndex = shown.metric;
    if (shown.grouping !== this.#grouping()) this.#wanted = shown.grouping;
    for (const input of this.#groupings) input.checked = input.value === shown.grouping;
  }

  /**
   * @param {number} metric
   * @param {Explored} explored
   */
  #draw(metric, explored) {
    const { measured } = explored;
    this.#shown = { metric, grouping: measured.grouping };
    byId("sentence", HTMLElement).replaceChildren(...sentence(measured));
    byId("basis", HTMLElement).replaceChildren(...basis(measured));
    byId("direction", HTMLElement).hidden = !measured.runs_against_human;
    byId("turn-round", HTMLElement).textContent =
      `${this.#isLower[metric] ? "Higher" : "Lower"} is better`;
    byId("explored", HTMLElement).classList.toggle("empty", measured.pairs === 0);
    this.#readings.show(measured);
    this.#statistics.show(measured);
    this.#chart.show(explored, this.#of);
    this.#take.show(measured.grouping, [metric]);
  }
}

/** How the average over groups is called. */
const AVERAGED = { item: ", averaged over items", system: ", averaged over systems", none: "" };

/**
 * The result in words.
 * @param {Measured} measured
 * @returns {(Node | string)[]}
 */
function sentence({ metric, grouping, calibration, at_zero, at_star, chance }) {
  const { metric_tied, acc_eq } = at_star;
  if (metric_tied === undefined || acc_eq === undefined || !chance) {
    const where = { item: "No item has", system: "No system has", none: "There are no" }[grouping];
    return [
      `${where} two rows with scores of both the human and ${metric}, so there is no pair to compare.${grouping === "none" ? "" : " Try another grouping."}`,
    ];
  }
  const share = (
    /** @type {string} */ name,
    /** @type {number | undefined} */ value,
    at = "star",
  ) => stat(name, value, percent, { at });
  const right = [share("acc_eq", acc_eq), " of all pairs are judged right (acc_eq) when "];
  const ties = ["ties ", share("metric_tied", metric_tied), ` of the pairs${AVERAGED[grouping]}. `];
  const random = [
    "A metric of random scores, calibrated too, would reach ",
    share("chance", chance.calibrated),
    ".",
  ];
  if (chance.calibrated - acc_eq > LITTLE) {
    random.push(" It does worse.");
  } else if (acc_eq - chance.calibrated < LITTLE && acc_eq === chance.constant) {
    random.push(" It does no better than a metric that calls every pair a tie.");
  } else if (acc_eq - chance.calibrated < LITTLE) {
    random.push(acc_eq > chance.calibrated ? " It hardly does better." : " It does no better.");
  }
  if (metric_tied === 1 && calibration.epsilon === 0) {
    return [
      `${metric} ties every pair (`,
      share("metric_tied", metric_tied),
      "): it is right about those that the human ties too, ",
      share("acc_eq", acc_eq),
      ` of all pairs${AVERAGED[grouping]} (acc_eq). No threshold changes that.`,
    ];
  }
  if (calibration.epsilon === 0) {
    return [
      ...right,
      `only equal ${metric} scores count as a tie: no threshold does better. The metric `,
      ...ties,
      ...random,
    ];
  }
  return [
    ...right,
    `${metric} scores that differ by at most `,
    stat("epsilon", calibration.epsilon, scoresApart(calibration.epsilon, 0), { at: "star" }),
    " count as a tie: the best threshold, epsilon*. If only equal scores tie, it is ",
    share("acc_eq", at_zero.acc_eq, "0"),
    ". At epsilon* the metric ",
    ...ties,
    ...random,
  ];
}

/**
 * What the numbers rest on.
 * @param {Measured} measured
 */
function basis({ grouping, groups_used, groups_found, rows, pairs, human_tied_pairs, at_zero }) {
  const nouns = { item: "items", system: "systems", none: "groups" };
  const groups = [
    stat("groups", groups_used, count),
    " of ",
    stat("groups_found", groups_found, count),
    ` ${nouns[grouping]} with at least two complete rows, `,
  ];
  const averaged = grouping === "none" ? "" : `; averaged over ${nouns[grouping]}, `;
  return [
    ...(grouping === "none" ? ["All complete rows in one group, "] : groups),
    stat("rows", rows, count),
    " in all; pairs: ",
    stat("pairs", pairs, count),
    ", of which the human ties ",
    stat("human_tied_pairs", human_tied_pairs, count),
    averaged || ", ",
    stat("human_tied", at_zero.human_tied, percent, { reason: "there is no pair" }),
    ".",
  ];
}
