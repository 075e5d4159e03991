// The obvious way, in JavaScript: every pair of every group, every candidate.

/**
 * @typedef {{C: number, D: number, T_h: number, T_m: number, T_hm: number}} Counts
 * @typedef {{human: number[], metric: number[]}} Group
 */

/**
 * @param {Group} group
 * @param {number} epsilon
 * @returns {Counts}
 */
export function countPairs({ human, metric }, epsilon) {
  const counts = { C: 0, D: 0, T_h: 0, T_m: 0, T_hm: 0 };
  for (const [i, [h, m]] of pairsOf(human, metric).entries()) {
    for (const [g, n] of pairsOf(human, metric).slice(0, i)) {
      const tied = Math.abs(m - n) <= epsilon;
      if (h === g) counts[tied ? "T_hm" : "T_h"] += 1;
      else if (tied) counts.T_m += 1;
      else counts[h > g === m > n ? "C" : "D"] += 1;
    }
  }
  return counts;
}

/**
 * The smallest maximiser of acc_eq over groups of one size.
 * @param {Group[]} groups
 */
export function calibrate(groups) {
  /** @type {[number, number][]} difference, and what its tie gains */
  const differences = [];
  for (const { human, metric } of groups) {
    for (const [i, [h, m]] of pairsOf(human, metric).entries()) {
      for (const [g, n] of pairsOf(human, metric).slice(0, i)) {
        const gain = h === g ? 1 : h > g === m > n && m !== n ? -1 : 0;
        differences.push([Math.abs(m - n), gain]);
      }
    }
  }
  differences.sort(([a], [b]) => a - b);
  let [value, best, epsilon] = [0, 0, 0];
  differences.forEach(([difference, gain], index) => {
    value += gain;
    const isLast = differences[index + 1]?.[0] !== difference;
    if (difference === 0) best = value;
    else if (isLast && value > best) [best, epsilon] = [value, difference];
  });
  return epsilon;
}

/**
 * @param {number[]} human
 * @param {number[]} metric
 * @returns {[number, number][]}
 */
const pairsOf = (human, metric) => human.map((h, i) => [h, metric[i] ?? Number.NaN]);
