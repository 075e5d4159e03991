// What numbers are of: for files.

/** @typedef {import("../tiescope.js").Summary} Summary */
/** @typedef {import("../tiescope.js").Grouping} Grouping */
/** @typedef {{data: string, groups: string, settings: string[], version: string}} About */

/** @param {Grouping} grouping */
export const groupedInWords = (grouping) =>
  grouping === "none" ? "without grouping" : `grouped by ${grouping}`;

/**
 * What the numbers depend on besides the grouping.
 * @param {Summary} summary
 * @param {string[]} [own] of these numbers
 */
export function settingsInWords({ human, metrics, notices }, own = []) {
  const lower = [human, ...metrics].filter(({ lower_is_better }) => lower_is_better);
  const chosen = notices.filter(({ kind }) => kind === "left_out" || kind === "duplicates");
  return [
    `human scores: ${human.name}`,
    ...own,
    ...lower.map(({ name }) => `lower is better: ${name}`),
    ...chosen.map(({ message }) => message),
  ];
}
