// acc_eq along epsilon for several metrics at once.

import { drawOverlayChart } from "../tiescope.js";
import { Batch } from "./batch.js";
import { make } from "./dom.js";
import { colour, Figure } from "./figure.js";
import { percent, score, statistic } from "./format.js";
import { field } from "./reading.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("../tiescope.js").Compared} Compared */
/** @typedef {import("../tiescope.js").Curve} Curve */
/** @typedef {import("./figure.js").About} About */

/** As many as there are colours to tell apart. */
const MOST = 7;
const AXES = { metric_tied: "share of pairs tied", epsilon: "epsilon" };

export class CurvesView {
  #batch;
  #figure = new Figure("curves", "acc_eq of several metrics along epsilon");
  #legend = make("p", { className: "legend" });
  #choice = make("fieldset", { className: "names" });
  #axis = /** @type {keyof typeof AXES} */ ("metric_tied");
  /** @type {{compared: Compared, about: About} | undefined} */
  #shown;
  /** The metrics drawn, once the user or the ranking has chosen. */
  /** @type {number[]} */
  #chosen = [];
  /** The curves of the scores in use, by grouping and metric. */
  /** @type {Map<string, Curve>} */
  #curves = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {(error: unknown) => void} showError
   */
  constructor(root, engine, showError) {
    this.#batch = new Batch(engine, "curve", "Draw the curves", () => this.#trace(), showError);
    const axis = field("Along", AXES, this.#axis, (axis) => {
      this.#axis = /** @type {keyof typeof AXES} */ (axis);
      this.#draw();
    });
    const text =
      "Metrics live on different scales: along the share of pairs that each ties they can be compared. The large dots are at epsilon*; a metric with few thresholds has a small one at each.";
    root.append(
      make("h2", {}, "acc_eq along epsilon"),
      make("p", { className: "note" }, text),
      this.#choice,
      make("div", { className: "controls" }, axis, this.#batch.element),
      this.#legend,
      this.#figure.element,
    );
    this.#figure.element.hidden = true;
  }

  /** Other scores are in use. */
  clear() {
    this.#batch.stop();
    this.#curves.clear();
    this.#chosen = [];
  }

  /**
   * @param {Compared} compared
   * @param {About} about
   */
  show(compared, about) {
    const isOther = this.#shown?.compared.grouping !== compared.grouping;
    if (isOther) this.#batch.stop();
    this.#shown = { compared, about };
    if (this.#chosen.length === 0 && compared.measured.every(Boolean)) {
      const value = (/** @type {number} */ metric) =>
        compared.measured[metric]?.at_star.acc_eq ?? -1;
      const ranked = [...compared.names.keys()].sort((a, b) => value(b) - value(a));
      this.#chosen = ranked.slice(0, 4).sort((a, b) => a - b);
      this.#offer(compared.names);
    }
    this.#draw();
  }

  /** @param {string[]} names */
  #offer(names) {
    const boxes = names.map((name, metric) => {
      const box = make("input", { type: "checkbox", checked: this.#chosen.includes(metric) });
      box.addEventListener("change", () => {
        const others = this.#chosen.filter((other) => other !== metric);
        const chosen = box.checked ? [...others, metric].sort((a, b) => a - b) : others;
        if (chosen.length > MOST) box.checked = false;
        else this.#chosen = chosen;
        this.#trace();
      });
      return make("label", {}, box, name);
    });
    const legend = make("legend", {}, `Metrics, at most ${MOST}`);
    this.#choice.replaceChildren(legend, ...boxes);
  }

  #key = (/** @type {number} */ metric) => `${this.#shown?.compared.grouping} ${metric}`;

  /** Computes the curves that are not known yet. */
  #trace() {
    if (!this.#shown) return;
    const { grouping, measured } = this.#shown.compared;
    const tasks = this.#chosen
      .filter((metric) => !this.#curves.has(this.#key(metric)) && measured[metric])
      .map((metric) => {
        const { epsilon = 0, last_epsilon = 0 } = measured[metric]?.calibration ?? {};
        const study = /** @type {const} */ ("curve");
        return { study, metric, grouping, including: [epsilon, last_epsilon] };
      });
    this.#draw();
    this.#batch.run(tasks, ({ metric }, curve) => {
      this.#curves.set(this.#key(metric), curve);
      this.#draw();
    });
  }

  #draw() {
    if (!this.#shown) return;
    const { compared, about } = this.#shown;
    const metrics = this.#chosen.flatMap((metric, place) => {
      const curve = this.#curves.get(this.#key(metric));
      const measured = compared.measured[metric];
      if (!curve || !measured) return [];
      const name = compared.names[metric] ?? "";
      const { epsilon } = measured.calibration;
      return [{ name, ink: `--line-${place + 1}`, curve, epsilon, best: measured.at_star.acc_eq }];
    });
    this.#figure.element.hidden = metrics.length === 0;
    this.#legend.replaceChildren(
      ...metrics.map(({ name, ink }) => {
        const key = make("span", { className: "key" }, name);
        key.style.setProperty("--ink", `var(${ink})`);
        return key;
      }),
    );
    if (metrics.length === 0) return;
    const draw = (/** @type {number} */ width) =>
      drawOverlayChart({
        width,
        height: Math.round(Math.min(420, Math.max(260, width * 0.5))),
        along: this.#axis,
        metrics: metrics.map(({ name, ink, curve, epsilon }) => ({
          name,
          colour: colour(ink),
          curve,
          epsilon_star: epsilon,
        })),
        theme: { text: colour("--text"), grid: colour("--chart-grid"), page: colour("--page") },
      });
    const words = metrics.map(
      ({ name, epsilon, best }) =>
        `${name}: acc_eq ${best === undefined ? "undefined" : statistic(best)} at epsilon ${score(epsilon)}`,
    );
    const rows = () =>
      metrics.flatMap(({ name, curve: { epsilon, metric_tied, acc_eq } }) =>
        epsilon.map((epsilon, index) => [
          name,
          score(epsilon),
          percent(metric_tied[index] ?? 0),
          statistic(acc_eq[index] ?? 0),
        ]),
      );
    const heads = ["Metric", "epsilon", "pairs tied", "acc_eq"];
    this.#figure.show(draw, `${words.join("; ")}.`, about, { heads, rows });
  }
}
