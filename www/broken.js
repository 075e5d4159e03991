// What becomes of each statistic when a metric's ties are broken at random
// (section 8.1 of the paper).

import { Batch } from "./batch.js";
import { make } from "./dom.js";
import { stat, statistic } from "./format.js";
import { scrollBox } from "./scroll.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {import("../tiescope.js").Broken} Broken */

const SEEDS = 30;
const SHOWN = ["tau_b", "tau_10", "tau_13", "tau_14", "acc_eq"];

export class BrokenTies {
  #batch;
  #table = scrollBox("Statistics with ties broken");
  /** @type {{names: string[], grouping: Grouping} | undefined} */
  #of;
  /** What was found for each metric of the scores in use, by grouping. */
  /** @type {Map<Grouping, (Broken[] | undefined)[]>} */
  #found = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {(error: unknown) => void} showError
   */
  constructor(root, engine, showError) {
    const label = "Break ties at random";
    this.#batch = new Batch(engine, "break_ties", label, () => this.#run(), showError);
    const text =
      `Each metric’s equal scores are put in a random order, ${SEEDS} times. tau_10 punishes ties, so a metric can gain ` +
      "by guessing; acc_eq loses the ties that were right. Each cell: before, the mean after, and its standard deviation. " +
      "Shaded: the mean is higher by more than that, also as it is written here.";
    root.replaceChildren(
      make("h2", {}, "What if ties were broken at random?"),
      make("p", { className: "note" }, text),
      this.#batch.element,
      this.#table,
    );
  }

  /** Other scores are in use. */
  clear() {
    this.#batch.stop();
    this.#found.clear();
  }

  /**
   * @param {string[]} names
   * @param {Grouping} grouping
   */
  show(names, grouping) {
    if (this.#of?.grouping !== grouping) this.#batch.stop();
    this.#of = { names, grouping };
    this.#draw();
  }

  #run() {
    if (!this.#of) return;
    const { names, grouping } = this.#of;
    /** @type {(Broken[] | undefined)[]} */
    const found = [];
    this.#found.set(grouping, found);
    const study = /** @type {const} */ ("break_ties");
    const tasks = names.map((_, metric) => ({ study, metric, grouping, seeds: SEEDS }));
    this.#batch.run(tasks, ({ metric }, broken) => {
      found[metric] = broken;
      this.#draw();
    });
  }

  #draw() {
    const { names = [], grouping } = this.#of ?? {};
    const found = grouping && this.#found.get(grouping);
    if (!found) return this.#table.replaceChildren();
    const heads = ["Metric", ...SHOWN].map((text, index) =>
      make("th", { scope: "col", className: index > 0 ? "number" : "" }, text),
    );
    const rows = names.flatMap((name, metric) => {
      const broken = found[metric];
      if (!broken) return [];
      const cells = SHOWN.map((shown) => cell(broken.find(({ statistic }) => statistic === shown)));
      return [make("tr", {}, make("th", { scope: "row", title: name }, name), ...cells)];
    });
    this.#table.replaceChildren(
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    );
  }
}

/** @param {Broken | undefined} broken */
function cell(broken) {
  if (!broken) return make("td", {});
  const { statistic: name, before, mean, deviation, gains } = broken;
  const reason = "no group has a value";
  return make(
    "td",
    { className: `number ${gains ? "gains" : ""}` },
    stat(name, before, statistic, { at: "0", reason }),
    " → ",
    stat(`${name}_broken`, mean, statistic, { reason }),
    " ± ",
    stat(`${name}_deviation`, deviation, statistic, { reason }),
  );
}
