// How far acc_eq* and epsilon* would vary: bootstrap intervals of each metric.

import { drawDotChart } from "../tiescope.js";
import { Batch } from "./batch.js";
import { make } from "./dom.js";
import { colour, Figure } from "./figure.js";
import { count, score, stat, statistic } from "./format.js";
import { field } from "./reading.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Resampling} Resampling */
/** @typedef {import("../tiescope.js").Bootstrapped} Bootstrapped */
/** @typedef {import("./figure.js").About} About */

const RESAMPLINGS = { items: "items", systems: "systems", both: "items and systems" };
const RESAMPLES = 1000;
const SEED = 1;

export class Intervals {
  #batch;
  #controls = make("div", { className: "controls" });
  #table = scrollBox("Intervals");
  #figure = new Figure("intervals", "acc_eq* with bootstrap intervals");
  /** @type {Resampling} */
  #resampling = "items";
  /** @type {{names: string[], grouping: Grouping, possible: Resampling[], chance: number | undefined, about: About} | undefined} */
  #of;
  /** What was found for each metric of the scores in use, by what was asked. */
  /** @type {Map<string, (Bootstrapped | undefined)[]>} */
  #found = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {(error: unknown) => void} showError
   */
  constructor(root, engine, showError) {
    this.#batch = new Batch(engine, "intervals", "Find intervals", () => this.#run(), showError);
    const text =
      `The data is drawn anew ${count(RESAMPLES)} times with replacement, and epsilon* is found again each time; 95 % of ` +
      "the results lie in the interval. Where rows within groups are drawn twice, their copies are ties that every metric " +
      "gets right, so that the interval may lie above the estimate.";
    root.replaceChildren(
      make("h2", {}, "How far would it vary?"),
      make("p", { className: "note" }, text),
      this.#controls,
      this.#figure.element,
      this.#table,
    );
    this.#figure.element.hidden = true;
  }

  /** Other scores are in use. */
  clear() {
    this.#batch.stop();
    this.#found.clear();
  }

  /**
   * @param {string[]} names
   * @param {Grouping} grouping
   * @param {Resampling[]} possible what can be drawn
   * @param {number | undefined} chance acc_eq* of random scores
   * @param {About} about
   */
  show(names, grouping, possible, chance, about) {
    if (this.#of?.grouping !== grouping) this.#batch.stop();
    if (!possible.includes(this.#resampling)) this.#resampling = possible[0] ?? "items";
    const isOther = String(this.#of?.possible) !== String(possible);
    this.#of = { names, grouping, possible, chance, about };
    if (isOther) {
      const options = possible.map((name) => [name, RESAMPLINGS[name]]);
      const choose = field("Draw", Object.fromEntries(options), this.#resampling, (value) => {
        this.#batch.stop();
        this.#resampling = /** @type {Resampling} */ (value);
        this.#draw();
      });
      this.#controls.replaceChildren(choose, this.#batch.element);
      this.#controls.hidden = possible.length === 0;
    }
    this.#draw();
  }

  /** @param {{name: string, bootstrapped: Bootstrapped}[]} known */
  #drawFigure(known) {
    if (!this.#of) return;
    const { chance, about } = this.#of;
    const metrics = known.flatMap(({ name, bootstrapped: { estimate, acc_eq } }) => {
      /** @type {[number, number] | undefined} */
      const interval = acc_eq && [acc_eq.low, acc_eq.high];
      return estimate ? [{ name, estimate: estimate.acc_eq, interval }] : [];
    });
    const draw = (/** @type {number} */ width) =>
      drawDotChart({
        width,
        statistic: "acc_eq*",
        metrics,
        chance,
        theme: {
          text: colour("--text"),
          grid: colour("--chart-grid"),
          acc_eq: colour("--acc-eq"),
        },
      });
    const drawn = `bootstrap: ${RESAMPLINGS[this.#resampling]}, ${RESAMPLES} resamples, seed ${SEED}`;
    const settings = [...about.settings, drawn];
    const [best] = metrics;
    const words = best?.interval
      ? `${best.name} is greatest with ${statistic(best.estimate)}, 95 % from ${statistic(best.interval[0])} to ${statistic(best.interval[1])}. `
      : "";
    this.#figure.show(draw, `${words}The table below has all numbers.`, { ...about, settings });
  }

  #key() {
    return `${this.#of?.grouping} ${this.#resampling}`;
  }

  #run() {
    if (!this.#of) return;
    const { names, grouping } = this.#of;
    /** @type {(Bootstrapped | undefined)[]} */
    const found = [];
    this.#found.set(this.#key(), found);
    const study = /** @type {const} */ ("intervals");
    const tasks = names.map((_, metric) => ({
      study,
      metric,
      grouping,
      resampling: this.#resampling,
      resamples: RESAMPLES,
      seed: SEED,
    }));
    this.#batch.run(tasks, ({ metric }, bootstrapped) => {
      found[metric] = bootstrapped;
      this.#draw();
    });
  }

  #draw() {
    const found = this.#found.get(this.#key());
    this.#figure.element.hidden = !found?.some((found) => found?.estimate);
    if (!found) return this.#table.replaceChildren();
    const names = this.#of?.names ?? [];
    const known = names
      .flatMap((name, metric) => {
        const bootstrapped = found[metric];
        return bootstrapped ? [{ name, bootstrapped }] : [];
      })
      .sort(
        (a, b) => (b.bootstrapped.estimate?.acc_eq ?? -1) - (a.bootstrapped.estimate?.acc_eq ?? -1),
      );
    this.#drawFigure(known);
    const heads = ["Metric", "acc_eq*", "95 % interval", "epsilon*", "95 % interval"].map(
      (text, index) => make("th", { scope: "col", className: index > 0 ? "number" : "" }, text),
    );
    const rows = known.map(({ name, bootstrapped }) => row(name, bootstrapped));
    this.#table.replaceChildren(
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    );
  }
}

/**
 * @param {string} name
 * @param {Bootstrapped} bootstrapped
 */
function row(name, { estimate, acc_eq, epsilon, undefined: missing }) {
  const reason = "there is no pair";
  const number = (/** @type {(Node | string)[]} */ ...nodes) =>
    make("td", { className: "number" }, ...nodes);
  const interval = (
    /** @type {string} */ name,
    /** @type {{low: number, high: number} | undefined} */ found,
    /** @type {(value: number) => string} */ write,
  ) =>
    number(
      stat(`${name}_low`, found?.low, write, { reason }),
      " to ",
      stat(`${name}_high`, found?.high, write, { reason }),
    );
  const note = missing > 0 ? ` (${count(missing)} without a pair)` : "";
  return make(
    "tr",
    {},
    make("th", { scope: "row", title: name }, name + note),
    number(stat("acc_eq*", estimate?.acc_eq, statistic, { at: "star", reason })),
    interval("acc_eq*", acc_eq, statistic),
    number(stat("epsilon*", estimate?.epsilon, score, { at: "star", reason })),
    interval("epsilon*", epsilon, score),
  );
}
