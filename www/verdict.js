// What the ranking says, in words.

import { count, percent, stat, statistic } from "./format.js";

/** @typedef {import("../tiescope.js").Table} Table */
/** @typedef {import("../tiescope.js").Row} Row */
/** @typedef {import("../tiescope.js").PairTest} PairTest */

const PLURALS = { item: "items", system: "systems", none: "groups" };

/**
 * Names as a list in a sentence; not more than a few.
 * @param {string[]} names
 */
function list(names) {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/**
 * The metrics, best first by one column; those without a value are left out.
 * @param {Table} table
 * @param {string} name of the column
 */
function ranked({ columns, rows }, name) {
  const index = columns.findIndex(({ entry }) => entry.name === name);
  return rows
    .flatMap((row) => {
      const cell = row.cells[index];
      return row.kind === "baseline" || cell?.value === undefined
        ? []
        : [{ row, cell, value: cell.value }];
    })
    .sort((a, b) => b.value - a.value);
}

/**
 * Which metric comes first, and whether that means anything.
 * @param {Table} table
 * @param {PairTest[] | null | undefined} tests
 */
export function winnersInWords(table, tests) {
  const order = ranked(table, "acc_eq*");
  const [best, second] = order;
  if (!best) return ["No metric has a pair to compare yet."];
  const firsts = order.filter(({ cell }) => cell.rank === 1).map(({ row }) => row.name);
  const words = [
    `${list(firsts)} ${firsts.length > 1 ? "come" : "comes"} first by acc_eq*: `,
    stat("acc_eq*", best.value, percent, { at: "star" }),
    " of all pairs are judged right",
  ];
  if (!second) return [...words, "."];
  if (!tests) return [...words, ". Whether the differences are real is being tested."];
  const group = order.filter(({ row }) => row.cluster === 1).map(({ row }) => row.name);
  const rest = group.filter((name) => !firsts.includes(name));
  const text =
    rest.length > 0
      ? `. ${list(rest)} cannot be told apart from it: together they are the first rank cluster.`
      : ". It is significantly better than every other metric.";
  return [...words, firsts.length > 1 && rest.length === 0 ? "." : text];
}

/**
 * Whether tau_b compares the metrics on the same groups.
 * @param {Table} table
 */
export function groupsInWords(table) {
  const order = ranked(table, "tau_b").filter(({ cell }) => cell.groups !== undefined);
  const byGroups = [...order].sort((a, b) => (a.cell.groups ?? 0) - (b.cell.groups ?? 0));
  const [fewest, most] = [byGroups[0], byGroups.at(-1)];
  if (!fewest || !most || table.grouping === "none") return [];
  const nouns = PLURALS[table.grouping];
  const groups = ({ cell = /** @type {any} */ ({}) }) =>
    stat("tau_b_groups", cell.groups, count, { at: "0" });
  const changed = order.filter(({ cell }) => cell.own !== undefined);
  if (changed.length > 0) {
    const own = [...order].sort((a, b) => (b.cell.own ?? b.value) - (a.cell.own ?? a.value));
    const moved = own[0] !== order[0];
    return [
      `All metrics are now compared on the same ${nouns}; tau_b on the `,
      groups(fewest),
      ` on which it is defined for every one of them. There ${order[0]?.row.name} comes first`,
      moved
        ? `; over each metric’s own ${nouns} it was ${own[0]?.row.name}.`
        : `, as it does over each metric’s own ${nouns}.`,
    ];
  }
  if (fewest.cell.groups === most.cell.groups) return [];
  return [
    `tau_b averages ${fewest.row.name} over `,
    groups(fewest),
    ` ${nouns} and ${most.row.name} over `,
    groups(most),
    `, as it is undefined where a metric ties every pair: it compares metrics on different ${nouns} (`,
    stat("tau_b", fewest.value, statistic, { at: "0" }),
    " and ",
    stat("tau_b", most.value, statistic, { at: "0" }),
    "). acc_eq is always defined.",
  ];
}
