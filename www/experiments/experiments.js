// The experiments: one is shown at a time, with its settings in the address.

import { experiments } from "../../tiescope.js";
import { groupedInWords } from "../about.js";
import { byId, make } from "../dom.js";
import { ProgressBar } from "../progress.js";
import { OwnControls, usable } from "./controls.js";
import { ExhibitView } from "./exhibit.js";

/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../../tiescope.js").Summary} Summary */
/** @typedef {import("../../tiescope.js").Grouping} Grouping */
/** @typedef {import("../../tiescope.js").ExperimentEntry} ExperimentEntry */

/** The part of the paper that an experiment is from, as a link to the paper. */
const paper = (/** @type {string} */ section) =>
  make(
    "a",
    { href: "https://arxiv.org/abs/2305.14324", target: "_blank", rel: "noopener" },
    section,
  );

/** Names of settings in the address that every experiment has. */
const [SHOW, METRIC, GROUP] = ["show", "metric", "group"];

export class Experiments {
  #engine;
  #version;
  #entries = experiments();
  #list = byId("experiment-list", HTMLElement);
  #about = byId("experiment-about", HTMLElement);
  #metric = byId("experiment-metric", HTMLSelectElement);
  #groupings = /** @type {HTMLInputElement[]} */ ([
    ...document.querySelectorAll("#experiment-grouping input"),
  ]);
  #view = new ExhibitView(byId("exhibit", HTMLElement));
  #controls;
  /** @type {Summary | undefined} */
  #summary;
  #name = "";
  #id = this.#entries[0]?.id ?? "";
  #wanted = "item";
  /** What a link or the user asked for: another file may have it. */
  #wantedMetric = "";
  /** Settings of the experiment that is shown. */
  /** @type {Record<string, string>} */
  #options = {};
  /** The settings that this page has written into the address. */
  #written = "";
  /** Counts the requests, to know the newest. */
  #asked = 0;
  /** What was asked for last, so as not to compute it again. */
  #done = "";

  /**
   * @param {Engine} engine
   * @param {string} version of Tiescope, for files
   */
  constructor(engine, version) {
    this.#engine = engine;
    this.#version = version;
    this.#controls = new OwnControls(
      byId("experiment-controls", HTMLElement),
      engine,
      (options) => {
        this.#done = ""; // another file may have the same name
        this.#choose({ ...this.#options, ...options });
      },
      (message) => this.#view.say(message),
    );
    const links = this.#entries.map(({ id, title, section }) =>
      make(
        "a",
        { href: `#experiments?${SHOW}=${id}` },
        make("span", {}, title),
        make("small", {}, section),
      ),
    );
    this.#list.append(...links);
    this.#metric.addEventListener("change", () => {
      this.#wantedMetric = this.#metric.value;
      this.#choose(this.#options);
    });
    for (const input of this.#groupings) {
      input.addEventListener("change", () => {
        this.#wanted = input.value;
        this.#choose(this.#options);
      });
    }
    byId("experiment-cancel", HTMLButtonElement).addEventListener("click", () =>
      engine.cancel("experiment"),
    );
  }

  /**
   * Other scores are in use.
   * @param {Summary} summary
   * @param {string} name of their file
   */
  show(summary, name) {
    this.#summary = summary;
    this.#name = name;
    this.#done = "";
    this.#metric.replaceChildren(...summary.metrics.map(({ name }) => new Option(name)));
    for (const input of this.#groupings) {
      const has = { item: summary.items > 0, system: summary.systems.length > 0, none: true };
      input.disabled = !has[/** @type {Grouping} */ (input.value)];
    }
    this.#controls.forget();
    if (!byId("experiments", HTMLElement).hidden) this.enter();
  }

  /** The page is looked at, or its address has changed. */
  async enter() {
    if (!this.#summary) return;
    const query = location.hash.split("?")[1] ?? "";
    // What stands there by this page's own hand may be for want of another metric.
    if (query !== this.#written) this.#read(new URLSearchParams(query));
    const wanted = [...this.#metric.options].find(({ value }) => value === this.#wantedMetric);
    if (wanted) wanted.selected = true;
    const open = this.#groupings.filter((input) => !input.disabled);
    const chosen = open.find((input) => input.value === this.#wanted) ?? open[0];
    if (chosen) chosen.checked = true;
    await this.#choose(this.#options);
  }

  /** @param {URLSearchParams} settings */
  #read(settings) {
    const entry = this.#entries.find(({ id }) => id === settings.get(SHOW));
    if (entry && entry.id !== this.#id) this.#options = {};
    if (entry) this.#id = entry.id;
    for (const [name, value] of settings) {
      if (name === METRIC) this.#wantedMetric = value;
      else if (name === GROUP) this.#wanted = value;
      else if (name !== SHOW) this.#options[name] = value;
    }
  }

  #entry() {
    return /** @type {ExperimentEntry} */ (this.#entries.find(({ id }) => id === this.#id));
  }

  /** @returns {Grouping} */
  #grouping() {
    const checked = this.#groupings.find((input) => input.checked);
    return /** @type {Grouping} */ (checked?.value ?? "none");
  }

  /**
   * Shows the experiment with these settings.
   * @param {Record<string, string>} options
   */
  async #choose(options) {
    const entry = this.#entry();
    this.#options = usable(entry, options);
    const common = [
      [SHOW, entry.id],
      [METRIC, this.#metric.value],
      [GROUP, this.#grouping()],
    ];
    const query = new URLSearchParams([...common, ...Object.entries(this.#options)]);
    this.#written = String(query);
    history.replaceState(history.state, "", `#experiments?${query}`);
    this.#describe(entry);
    this.#asked += 1;
    const asked = this.#asked;
    await this.#controls.show(entry, this.#options);
    if (asked !== this.#asked) return;
    if (this.#done === String(query)) this.#engine.cancel("experiment");
    else await this.#run(entry, String(query));
  }

  /** @param {ExperimentEntry} entry */
  #describe({ id, title, section, question, uses_metric, uses_grouping }) {
    const field = this.#metric.parentElement;
    if (field) field.hidden = !uses_metric;
    byId("experiment-grouping", HTMLElement).hidden = !uses_grouping;
    for (const link of this.#list.querySelectorAll("a")) {
      if (link.hash === `#experiments?${SHOW}=${id}`) link.ariaCurrent = "page";
      else link.removeAttribute("aria-current");
    }
    this.#about.replaceChildren(
      make("h2", {}, title, " ", make("small", {}, paper(section))),
      make("p", {}, question),
    );
  }

  /**
   * @param {ExperimentEntry} entry
   * @param {string} query
   */
  async #run(entry, query) {
    this.#asked += 1;
    const asked = this.#asked;
    this.#done = "";
    const progress = new ProgressBar("experiment-progress", byId("exhibit", HTMLElement));
    const grouping = this.#grouping();
    const start = performance.now();
    const request = {
      experiment: entry.id,
      metric: this.#metric.selectedIndex,
      grouping,
      options: this.#options,
    };
    try {
      const exhibit = await this.#engine.study({ study: "experiment", request }, progress.update);
      if (asked !== this.#asked) return;
      progress.end();
      if (!exhibit) return this.#view.say("Stopped.", () => this.#run(entry, query));
      this.#done = query;
      const seconds = (performance.now() - start) / 1000;
      this.#view.show(exhibit, entry, seconds, {
        data: this.#name,
        groups: entry.uses_grouping ? groupedInWords(grouping) : "all rows in one group",
        settings: [
          ...(entry.uses_metric ? [`metric: ${this.#metric.value}`] : []),
          ...this.#controls.inWords(entry, this.#options),
        ],
        version: this.#version,
      });
    } catch (error) {
      if (asked !== this.#asked) return;
      progress.end();
      this.#done = "";
      this.#view.say(error instanceof Error ? error.message : String(error));
    }
  }
}
