// What the page's words mean, in a sentence or two each. Formulas and when they
// are undefined come from the program's own catalogue.

/** @typedef {{name: string, text: string, entry?: string}} Term */

/** By the names that the page uses for them; `entry` is that of the catalogue. */
/** @type {Record<string, Term>} */
export const TERMS = {
  grouping: {
    name: "Group by",
    text: "Which rows are compared with one another: those of one item (outputs of different systems for the same input), those of one system, or all of them. A statistic is computed in each group and averaged over the groups in which it is defined.",
  },
  epsilon: {
    name: "epsilon",
    text: "The tie threshold: two outputs are tied by the metric if their scores differ by at most epsilon. At 0 only equal scores tie. What the human ties does not depend on it.",
  },
  "epsilon*": {
    name: "epsilon*",
    text: "The epsilon at which acc_eq is greatest, found by trying every difference that occurs; the smallest one if several are as good.",
    entry: "epsilon*",
  },
  "ties at 0": {
    name: "ties at 0",
    text: "The share of pairs that the metric itself ties, by scores that are exactly equal, averaged over groups.",
  },
  "ties at epsilon*": {
    name: "ties at epsilon*",
    text: "The share of pairs that the metric ties once it is calibrated: their scores differ by at most epsilon*. Averaged over groups.",
  },
  metric_tied: {
    name: "pairs the metric ties",
    text: "The share of pairs whose metric scores differ by at most epsilon.",
  },
  acc_eq: {
    name: "acc_eq",
    text: "Pairwise accuracy with ties: the share of pairs about which the metric says what the human says, that one output is better or that both are as good.",
    entry: "acc_eq",
  },
  "acc_eq*": {
    name: "acc_eq*",
    text: "acc_eq at the metric’s own epsilon*. This is what metrics are compared by: none loses for never giving two outputs exactly the same score.",
    entry: "acc_eq*",
  },
  ties_f1: {
    name: "ties-F1",
    text: "How well the metric finds the pairs that the human ties: the harmonic mean of precision and recall.",
    entry: "ties_f1",
  },
  ties_precision: {
    name: "precision of ties",
    text: "Of the pairs that the metric ties, the share that the human ties, too.",
  },
  ties_recall: {
    name: "recall of ties",
    text: "Of the pairs that the human ties, the share that the metric ties, too.",
  },
  correct_rank_f1: {
    name: "correct-rank-F1",
    text: "How well the metric orders the pairs that the human orders: the harmonic mean of precision and recall.",
    entry: "correct_rank_f1",
  },
  correct_rank_precision: {
    name: "precision of correct rank",
    text: "Of the pairs that the metric orders, the share that it orders as the human does.",
  },
  correct_rank_recall: {
    name: "recall of correct rank",
    text: "Of the pairs that the human orders, the share that the metric orders the same way.",
  },
  chance: {
    name: "chance",
    text: "What knowing nothing gives: a metric of random scores, calibrated too, reaches about this, with t the share of pairs that the human ties. Values of acc_eq from data with different t cannot be compared.",
  },
  groups: {
    name: "groups",
    text: "Over how many groups the average was taken. A statistic that is undefined in some groups is an average over the others, and may not be compared with one over all.",
  },
  C: { name: "C: concordant", text: "Pairs that human and metric order the same way. Right." },
  D: { name: "D: discordant", text: "Pairs that human and metric order opposite ways." },
  T_h: { name: "T_h", text: "Pairs that only the human ties." },
  T_m: { name: "T_m", text: "Pairs that only the metric ties." },
  T_hm: { name: "T_hm", text: "Pairs that both tie. Right." },
  same_groups: {
    name: "The same groups for all",
    text: "Takes every average over those groups in which it is defined for every metric, so that metrics can be compared. Tests, intervals and systems stay as they are.",
  },
};
