// The compare page: all metrics by all statistics. Numbers come in one metric
// at a time, the nearest first, and the table is drawn as far as they are known.

import { compareMetrics } from "../tiescope.js";
import { groupedInWords, settingsInWords } from "./about.js";
import { BrokenTies } from "./broken.js";
import { CurvesView } from "./curves.js";
import { byId, make } from "./dom.js";
import { exportControls } from "./exports.js";
import { Intervals } from "./intervals.js";
import { TakeGroup } from "./lab/take-group.js";
import { ProgressBar } from "./progress.js";
import { RankingTable } from "./ranking.js";
import { SignificanceTable } from "./significance.js";
import { SlopeView } from "./slope.js";
import {
  chanceInWords,
  directionsInWords,
  groupsInWords,
  rowsInWords,
  winnersInWords,
} from "./verdict.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Compared} Compared */
/** @typedef {import("../tiescope.js").Task} Task */

/** Milliseconds between two drawings of a table that fills. */
const PAUSE = 200;
/** The lab has room for so many metrics. */
const MOST_IN_LAB = 3;

export class Comparison {
  #engine;
  #version;
  #showError;
  #groupings = /** @type {HTMLInputElement[]} */ ([
    ...document.querySelectorAll("#compare-grouping input"),
  ]);
  #same = byId("same-groups", HTMLInputElement);
  #region = byId("compared", HTMLElement);
  #ranking = new RankingTable(
    byId("ranking", HTMLElement),
    byId("ranking-controls", HTMLElement),
    () => this.#refresh(),
  );
  #significance = new SignificanceTable(byId("significance", HTMLElement));
  #slope = new SlopeView(byId("slope", HTMLElement));
  #intervals;
  #brokenTies;
  #curves;
  #take;
  /** @type {Summary | undefined} */
  #summary;
  #name = "";
  /** What the user chose, also while the data does not allow it. */
  #wanted = "item";
  /** What is known of the scores in use, by grouping. */
  /** @type {Map<Grouping, Compared>} */
  #known = new Map();
  /** Ends what is being computed. */
  #abort = new AbortController();
  /** @type {number | undefined} */
  #soon;

  /** Told that a group was taken for the lab. */
  onTaken = (/** @type {import("../tiescope.js").Taken} */ _taken) => {};

  /**
   * @param {Engine} engine
   * @param {string} version of Tiescope, for files
   * @param {(error: unknown) => void} showError
   */
  constructor(engine, version, showError) {
    this.#engine = engine;
    this.#version = version;
    this.#showError = showError;
    this.#intervals = new Intervals(byId("intervals", HTMLElement), engine, showError);
    this.#brokenTies = new BrokenTies(byId("broken-ties", HTMLElement), engine, showError);
    this.#curves = new CurvesView(byId("curves", HTMLElement), engine, showError);
    this.#take = new TakeGroup(engine, (taken) => this.onTaken(taken));
    byId("compare-take", HTMLElement).append(this.#take.element);
    for (const input of this.#groupings) {
      input.addEventListener("change", () => {
        this.#wanted = input.value;
        this.#refresh();
      });
    }
    this.#same.addEventListener("change", () => this.#refresh());
    byId("ranking-take", HTMLElement).append(exportControls(() => this.#shown()));
    byId("compare-cancel", HTMLButtonElement).addEventListener("click", () => this.#stop());
    byId("compare-again", HTMLButtonElement).addEventListener("click", () => this.#refresh());
  }

  /**
   * Other scores are in use: nothing is known of them.
   * @param {Summary} summary
   * @param {string} name of their file
   */
  show(summary, name) {
    this.#stop();
    this.#summary = summary;
    this.#name = name;
    this.#known.clear();
    this.#take.forget();
    for (const part of [this.#intervals, this.#brokenTies, this.#curves]) part.clear();
    for (const input of this.#groupings) {
      const has = { item: summary.items > 0, system: summary.systems.length > 0, none: true };
      input.disabled = !has[/** @type {Grouping} */ (input.value)];
    }
    const open = this.#groupings.filter((input) => !input.disabled);
    const chosen = open.find((input) => input.value === this.#wanted) ?? open[0];
    if (chosen) chosen.checked = true;
    if (!byId("compare", HTMLElement).hidden) this.#refresh();
  }

  /** The page is looked at. */
  async enter() {
    if (this.#summary) await this.#refresh();
  }

  /** @returns {Grouping} */
  #grouping() {
    const checked = this.#groupings.find((input) => input.checked);
    return /** @type {Grouping} */ (checked?.value ?? "none");
  }

  /** What is known of the present grouping, as it is shown. */
  #now() {
    const known = this.#known.get(this.#grouping());
    if (!known || !this.#summary) return undefined;
    const isSame = this.#same.checked && known.same_groups;
    return { ...known, same_groups: isSame ? known.same_groups : undefined };
  }

  /** The table that is shown, with what it is of: for files. */
  #shown() {
    const compared = this.#now();
    if (!compared || !this.#summary) return undefined;
    const own = compared.same_groups ? ["the same groups for all metrics"] : [];
    const settings = settingsInWords(this.#summary, own);
    const groups = groupedInWords(compared.grouping);
    const about = { data: this.#name, groups, settings, version: this.#version };
    return { compared, selection: this.#ranking.selection(), about };
  }

  /** Draws what is known, and computes what is not. */
  async #refresh() {
    this.#stop();
    const summary = this.#summary;
    if (!summary) return;
    const grouping = this.#grouping();
    const known = this.#known.get(grouping) ?? nothing(grouping, summary, this.#systems());
    this.#known.set(grouping, known);
    const { signal } = this.#abort;
    const progress = new ProgressBar("compare-progress", this.#region);
    byId("compare-again", HTMLElement).hidden = true;
    try {
      // Workers begin before the page is drawn, which takes its time.
      const computed = this.#compute(known, summary, signal, progress);
      this.#draw();
      await computed;
    } catch (error) {
      if (!signal.aborted) this.#showError(error);
    }
    if (signal.aborted) return;
    progress.end();
    byId("compare-again", HTMLElement).hidden = isComplete(known);
    this.#draw();
  }

  /** Systems are compared alike in every grouping. */
  #systems() {
    return [...this.#known.values()][0]?.systems ?? [];
  }

  /**
   * The cheapest first: metrics, baselines, systems, tests.
   * @param {Compared} known is filled
   * @param {Summary} summary
   * @param {AbortSignal} signal
   * @param {ProgressBar} progress
   */
  async #compute(known, summary, signal, progress) {
    const { grouping } = known;
    const metrics = [...summary.metrics.keys()];
    const steps = metrics.length * 2;
    let done = 0;
    const step = (/** @type {string} */ doing) => {
      progress.update({ doing, share: done / steps });
      done += 1;
      this.#drawSoon();
    };
    const measure = metrics
      .filter((metric) => !known.measured[metric])
      .map((metric) => ({ study: /** @type {const} */ ("measure"), metric, grouping }));
    await this.#engine.studies(
      measure,
      ({ metric }, measured) => {
        known.measured[metric] = measured;
        step("measuring metrics");
      },
      signal,
    );
    if (signal.aborted) return;
    const rest = Promise.all([
      this.#fillBaselines(known),
      this.#fillSameGroups(known, metrics, signal),
      this.#test(known, metrics, signal, progress),
      this.#compareSystems(known, summary, signal, step),
    ]);
    this.#drawSoon();
    await rest;
  }

  /** @param {Compared} known is filled */
  async #fillBaselines(known) {
    if (known.baselines?.length === 0) {
      known.baselines = await this.#engine.baselines(known.grouping);
    }
  }

  /**
   * @param {Compared} known is filled, where the same groups are asked for
   * @param {number[]} metrics
   * @param {AbortSignal} signal
   */
  async #fillSameGroups(known, metrics, signal) {
    if (!this.#same.checked || known.same_groups) return;
    const { grouping } = known;
    const same = await this.#engine.study({ study: "same_groups", metrics, grouping });
    if (!signal.aborted) known.same_groups = same;
  }

  /**
   * Tests every metric against every other.
   * @param {Compared} known is filled
   * @param {number[]} metrics
   * @param {AbortSignal} signal
   * @param {ProgressBar} progress
   */
  async #test(known, metrics, signal, progress) {
    if (known.tests) return;
    const { grouping } = known;
    const pairs = metrics.map((metric) => epsilonOf(known, metric));
    const task = { study: /** @type {const} */ ("tests"), metrics: pairs, grouping };
    const tests = await this.#engine.study(task, (done) => {
      if (!signal.aborted) progress.update(done);
    });
    if (signal.aborted) return;
    known.tests = tests;
    this.#drawSoon();
  }

  /**
   * @param {Compared} known is filled
   * @param {Summary} summary
   * @param {AbortSignal} signal
   * @param {(doing: string) => void} step
   */
  async #compareSystems(known, { metrics, systems, items }, signal, step) {
    if (systems.length === 0 || items === 0) {
      const reason = "the data has no system or no item column";
      const none = { means: undefined, reason, pairwise_difference_pearson: undefined };
      known.systems = metrics.map(() => none);
      return;
    }
    const soft = this.#ranking.shows("soft_pairwise_accuracy");
    const isKnown = (/** @type {number} */ metric) => {
      const found = known.systems[metric];
      return found && (!soft || !found.means || found.means.soft);
    };
    const tasks = [...metrics.keys()]
      .filter((metric) => !isKnown(metric))
      .map((metric) => ({ study: /** @type {const} */ ("systems"), metric, soft }));
    await this.#engine.studies(
      tasks,
      ({ metric }, found) => {
        known.systems[metric] = found;
        step("comparing systems");
      },
      signal,
    );
  }

  /** Ends what is being computed; what is known stays. */
  #stop() {
    this.#abort.abort();
    this.#abort = new AbortController();
    /** @type {Task["study"][]} */
    const kinds = ["measure", "systems", "same_groups", "tests"];
    for (const kind of kinds) this.#engine.cancel(kind);
    byId("compare-progress", HTMLElement).hidden = true;
    this.#region.ariaBusy = "false";
    byId("compare-again", HTMLElement).hidden = false;
  }

  /** Draws what is known, not more often than it can be followed. */
  #drawSoon() {
    this.#soon ??= setTimeout(() => this.#draw(), PAUSE);
  }

  #draw() {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const shown = this.#shown();
    if (!shown || !this.#summary) return;
    const { compared, about } = shown;
    const table = compareMetrics(compared);
    this.#ranking.show(table);
    const { names, grouping, tests } = compared;
    const isBusy = Boolean(byId("compare-again", HTMLElement).hidden);
    const verdict = winnersInWords(table, tests, isBusy);
    const said = make("p", {}, ...verdict);
    const place = byId("verdict", HTMLElement);
    // What is written anew is read out anew.
    if (place.innerHTML !== said.innerHTML) place.replaceChildren(...verdict);
    const remarks = [
      chanceInWords(table),
      groupsInWords(table),
      rowsInWords(this.#summary),
      directionsInWords(compared),
    ];
    byId("groups-verdict", HTMLElement).replaceChildren(
      ...remarks.flatMap((remark) => (remark.length > 0 ? [...remark, " "] : [])),
    );
    this.#significance.show(table, tests);
    this.#slope.show(table, about);
    this.#curves.show(compared, about);
    const chance = compared.baselines?.at(-1)?.acc_eq_star ?? undefined;
    this.#intervals.show(names, grouping, resamplings(this.#summary), chance, about);
    this.#brokenTies.show(names, grouping);
    const best = this.#ranking.selection().rows.filter((row) => row < names.length);
    this.#take.show(grouping, best.slice(0, MOST_IN_LAB));
  }
}

/**
 * What is known of scores at first.
 * @param {Grouping} grouping
 * @param {Summary} summary
 * @param {Compared["systems"]} systems
 * @returns {Compared}
 */
const nothing = (grouping, summary, systems) => ({
  grouping,
  names: summary.metrics.map(({ name }) => name),
  measured: summary.metrics.map(() => undefined),
  systems,
  baselines: [],
});

/**
 * What can be drawn with replacement.
 * @param {Summary} summary
 * @returns {import("../tiescope.js").Resampling[]}
 */
function resamplings({ systems, items }) {
  if (items === 0) return systems.length > 0 ? ["systems"] : [];
  return systems.length > 0 ? ["items", "systems", "both"] : ["items"];
}

/** @param {Compared} known */
const isComplete = ({ measured, tests }) => measured.every(Boolean) && tests !== undefined;

/**
 * A metric with its epsilon*.
 * @param {Compared} known
 * @param {number} metric
 * @returns {[number, number]}
 */
const epsilonOf = (known, metric) => [metric, known.measured[metric]?.calibration.epsilon ?? 0];
