// What the ranking says, in words. Each sentence holds for the data it is said of.

import { count, percent, stat } from "./format.js";
import { isSignificant } from "./significance.js";

/** @typedef {import("../tiescope.js").Table} Table */
/** @typedef {import("../tiescope.js").Row} Row */
/** @typedef {import("../tiescope.js").Cell} Cell */
/** @typedef {import("../tiescope.js").PairTest} PairTest */
/** @typedef {{row: Row, place: number, cell: Cell, value: number}} Ranked */

/** A gain over chance below this share of the pairs is hardly any. */
export const LITTLE = 0.005;
const NOUNS = { item: "item", system: "system", none: "group" };

/**
 * Names as a list in a sentence; not more than a few.
 * @param {string[]} names
 */
function list(names) {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/**
 * What is no metric says so.
 * @param {Row} row
 */
const nameOf = ({ name, is_human }) => (is_human ? `${name} (human)` : name);

/** @param {Table} table */
const metricsOf = ({ rows }) => rows.filter(({ kind }) => kind !== "baseline");

/**
 * The metrics, best first by one column; those without a value are left out.
 * @param {Table} table
 * @param {string} name of the column
 * @returns {Ranked[]}
 */
function ranked(table, name) {
  const index = table.columns.findIndex(({ entry }) => entry.name === name);
  return metricsOf(table)
    .flatMap((row, place) => {
      const cell = row.cells[index];
      return cell?.value === undefined ? [] : [{ row, place, cell, value: cell.value }];
    })
    .sort((a, b) => b.value - a.value);
}

/**
 * Which metric comes first, and whether that means anything.
 * @param {Table} table
 * @param {PairTest[] | null | undefined} tests
 * @param {boolean} isBusy whether more is being computed
 */
export function winnersInWords(table, tests, isBusy) {
  const index = table.columns.findIndex(({ entry }) => entry.name === "acc_eq*");
  const metrics = metricsOf(table);
  const known = metrics.filter(({ cells }) => !cells[index]?.is_pending).length;
  if (known < metrics.length) {
    const words = `${count(known)} of ${count(metrics.length)} metrics are measured`;
    return [isBusy ? `${words} …` : `${words}; compute the rest to compare them.`];
  }
  const order = ranked(table, "acc_eq*");
  const [best] = order;
  if (!best) return ["No metric has a pair of outputs to compare."];
  const firsts = order.filter(({ cell }) => cell.rank === 1);
  const words = [
    `${list(firsts.map(({ row }) => nameOf(row)))} ${firsts.length > 1 ? "come" : "comes"} first by acc_eq*: `,
    stat("acc_eq*", best.value, percent, { at: "star" }),
    " of the pairs are judged right",
  ];
  const partial = order.find(({ cell }) => cell.groups !== best.cell.groups);
  const warning = partial
    ? ` But acc_eq* is an average over different ${NOUNS[table.grouping]}s for different metrics: take the same groups for all to compare them.`
    : "";
  if (order.length < 2) return [...words, "."];
  if (!tests) {
    const pending = isBusy ? "is being tested" : "has not been tested";
    return [...words, `. Whether the differences are real ${pending}.`, warning];
  }
  return [...words, leadInWords(firsts, order, tests), warning];
}

/**
 * What the tests say of those in front.
 * @param {Ranked[]} firsts
 * @param {Ranked[]} order
 * @param {PairTest[]} tests
 */
function leadInWords(firsts, order, tests) {
  const others = order.filter((metric) => !firsts.includes(metric));
  if (others.length === 0) return ".";
  const test = (/** @type {Ranked} */ metric, /** @type {Ranked} */ rival) =>
    tests.find((test) => test.metric === metric.place && test.rival === rival.place);
  /** @type {(of: (test: PairTest) => boolean) => string[]} */
  const namesWhere = (of) =>
    others
      .filter((other) =>
        firsts.some((first) => {
          const found = test(first, other);
          return found !== undefined && of(found);
        }),
      )
      .map(({ row }) => nameOf(row));
  const alike = namesWhere((test) => test.pairs > 0 && !isSignificant(test));
  const untested = namesWhere(({ pairs }) => pairs === 0);
  const it = firsts.length > 1 ? "each of them" : "it";
  const lead =
    alike.length > 0
      ? `, but not significantly more than by ${list(alike)}.`
      : untested.length < others.length
        ? `; ${it} is significantly better than ${untested.length > 0 ? "the others that share pairs with it" : "every other metric"}.`
        : ".";
  return untested.length > 0 ? `${lead} No pair is shared with ${list(untested)}.` : lead;
}

/**
 * Whether tau_b compares the metrics on the same groups.
 * @param {Table} table
 */
export function groupsInWords(table) {
  if (table.grouping === "none") return [];
  const noun = NOUNS[table.grouping];
  const order = ranked(table, "tau_b");
  const changed = order.filter(({ cell }) => cell.own !== undefined);
  if (changed.length > 0) return sameGroupsInWords(order, noun);
  const lost = ranked(table, "acc_eq").length === 0 && metricsOf(table).length > 1;
  if (lost && metricsOf(table).some(({ cells }) => cells.some(({ own }) => own !== undefined))) {
    return [
      `No ${noun} has a value for every metric, so nothing is left to compare on the same ${noun}s.`,
    ];
  }
  const byGroups = [...order].sort((a, b) => (a.cell.groups ?? 0) - (b.cell.groups ?? 0));
  const [fewest, most] = [byGroups[0], byGroups.at(-1)];
  if (!fewest || !most || fewest.cell.groups === most.cell.groups) return [];
  const why = " (it is undefined where the human or the metric ties every pair)";
  return [
    `tau_b averages ${fewest.row.name} over `,
    groups(fewest),
    ` ${noun}s${why} and ${most.row.name} over `,
    groups(most),
    `: it compares metrics on different ${noun}s.`,
  ];
}

/**
 * Metrics that hardly reach more than what knows nothing.
 * @param {Table} table
 */
export function chanceInWords(table) {
  const index = table.columns.findIndex(({ entry }) => entry.name === "acc_eq*");
  const baselines = table.rows.filter(({ kind }) => kind === "baseline");
  const chance = Math.max(...baselines.map(({ cells }) => cells[index]?.value ?? 0));
  const order = ranked(table, "acc_eq*");
  const weak = order.filter(({ value, cell }) => value - chance < LITTLE && !cell.is_pending);
  if (chance <= 0 || weak.length === 0) return [];
  const names = weak.map(({ row }) => nameOf(row));
  return [
    `${weak.length === order.length ? "All metrics are" : `${list(names)} ${names.length > 1 ? "are" : "is"}`} ` +
      "hardly better than scores that know nothing, which reach ",
    stat("chance", chance, percent),
    ".",
  ];
}

/**
 * Whether the metrics have scores of the same outputs.
 * @param {import("../tiescope.js").Summary} summary
 */
export function rowsInWords({ metrics }) {
  const byRows = [...metrics].sort((a, b) => a.complete_rows - b.complete_rows);
  const [fewest, most] = [byRows[0], byRows.at(-1)];
  if (!fewest || !most || fewest.complete_rows === most.complete_rows) return [];
  return [
    `${most.name} has scores for ${count(most.complete_rows)} rows and ${fewest.name} for ` +
      `${count(fewest.complete_rows)}, so they are measured on different outputs: leave out the systems that not all ` +
      "metrics have scores for, under Columns.",
  ];
}

/**
 * Metrics whose lower scores seem to be the better ones.
 * @param {import("../tiescope.js").Compared} compared
 */
export function directionsInWords({ measured, names }) {
  const against = names.filter((_, metric) => measured[metric]?.runs_against_human);
  if (against.length === 0) return [];
  const order = against.length > 1 ? "order" : "orders";
  return [
    `${list(against)} ${order} most pairs the other way round: if lower is better, say so under Columns.`,
  ];
}

/**
 * @param {Ranked[]} order by tau_b on the same groups
 * @param {string} noun
 */
function sameGroupsInWords(order, noun) {
  const own = [...order].sort((a, b) => (b.cell.own ?? b.value) - (a.cell.own ?? a.value));
  const [first, firstBefore] = [order[0], own[0]];
  if (!first || !firstBefore) return [];
  const before = `over each metric’s own ${noun}s`;
  return [
    `All metrics are now compared on the same ${noun}s; tau_b on the `,
    groups(first),
    ` on which it is defined for all that have it. There ${first.row.name} comes first`,
    first === firstBefore
      ? `, as it does ${before}.`
      : `; ${before} it was ${firstBefore.row.name}.`,
  ];
}

/** @param {Ranked} metric */
const groups = ({ cell }) => stat("tau_b_groups", cell.groups, count, { at: "0" });
