// The method page: what every number means, and where the paper's tables and
// figures live.

import { byId, make } from "./dom.js";

/** @typedef {import("../tiescope.js").Entry} Entry */

/** Parts of the paper, and links to where they are. */
/** @type {[string, string, [string, string][]][]} */
const PAPER = [
  ["Tables 1 and 2", "Kinds of pairs; variants of tau", [["#method", "the table above"]]],
  ["Tables 3 and 10", "Pairs that the human ties", [["#explore", "the data report of every page"]]],
  ["Table 4", "Pairs that metrics tie", [["#compare", "Compare metrics, columns “ties”"]]],
  ["Table 5", "Precision, recall and F1 of both classes", [["#explore", "Explore a metric"]]],
  ["Tables 6 and 12 to 20", "Rankings of metrics", [["#compare", "Compare metrics"]]],
  ["Tables 7 to 9", "What each pair counts", [["#lab?step=3", "the toy lab, step 3"]]],
  [
    "Figure 1",
    "Pearson, Spearman and Kendall; an outlier",
    [
      ["#lab?preset=figure-1", "the toy lab"],
      ["#lab?preset=outlier", "one outlier"],
      ["#experiments?show=correlations", "Experiments"],
    ],
  ],
  ["Figure 2", "Right about ties, and no credit", [["#lab?preset=figure-2", "the toy lab"]]],
  [
    "Figure 3, section 5.2",
    "The NaN problem",
    [
      ["#experiments?show=buckets", "Experiments"],
      ["#lab?preset=hard-items", "the toy lab"],
    ],
  ],
  [
    "Section 7",
    "Tie calibration",
    [
      ["#explore", "Explore a metric"],
      ["#lab?step=7", "the toy lab, step 7"],
    ],
  ],
  [
    "Section 8.1",
    "The same groups for all; ties broken at random",
    [["#compare", "Compare metrics"]],
  ],
  [
    "Figure 4, section 8.2",
    "Does epsilon carry over?",
    [["#experiments?show=transfer", "Experiments"]],
  ],
  [
    "Figure 5, section 8.3",
    "Where ties are introduced",
    [["#experiments?show=tie-location", "Experiments"]],
  ],
  ["End of section 8.3", "Two thresholds", [["#experiments?show=two-thresholds", "Experiments"]]],
  [
    "Figure 6, section 8.4",
    "Other objectives than acc_eq",
    [["#experiments?show=objectives", "Experiments"]],
  ],
  ["Figure 7, Appendix E", "Sampling pairs", [["#experiments?show=sampling", "Experiments"]]],
  [
    "Appendix F",
    "Human scores divided by length",
    [["#experiments?show=normalisation", "Experiments"]],
  ],
  [
    "Limitations",
    "Relative thresholds; a threshold does not sort",
    [
      ["#experiments?show=relative", "Experiments"],
      ["#lab?preset=no-order", "the toy lab"],
      ["#lab?preset=scale", "the same difference"],
    ],
  ],
];

export class Method {
  /**
   * @param {Entry[]} catalogue
   * @param {string} version of Tiescope
   */
  constructor(catalogue, version) {
    const text = /** @type {HTMLTemplateElement} */ (document.getElementById("method-text"));
    byId("method", HTMLElement).append(text.content.cloneNode(true));
    byId("method-statistics", HTMLElement).append(statistics(catalogue));
    byId("method-paper", HTMLElement).append(paper());
    byId("method-cite", HTMLElement).textContent = citation(version);
  }

  /** Goes to the part that the address names. */
  enter() {
    const to = new URLSearchParams(location.hash.split("?")[1]).get("to");
    const heading = document.getElementById(`method-${to}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }
}

/** @param {Entry[]} entries */
function statistics(entries) {
  const rows = entries.map(({ name, formula, least, undefined: when, source }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      make("td", {}, formula),
      make(
        "td",
        {},
        name === "epsilon*" ? "0 and more" : `${String(least).replace("-", "\u2212")} to 1`,
      ),
      make("td", {}, when),
      make("td", {}, source),
    ),
  );
  return table(["Statistic", "Formula", "Range", "Undefined when", "Source"], rows);
}

function paper() {
  const rows = PAPER.map(([part, what, places]) => {
    const links = places.flatMap(([href, text], index) => [
      index > 0 ? ", " : "",
      make("a", { href }, text),
    ]);
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, part),
      make("td", {}, what),
      make("td", {}, ...links),
    );
  });
  return table(["In the paper", "What", "Here"], rows);
}

/**
 * A table whose rows can be stacked where it is narrow: then each cell says what it is. Roles are given, as
 * cells that are no boxes of a table lose theirs.
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function table(heads, rows) {
  const cells = heads.map((text) => make("th", { scope: "col", role: "columnheader" }, text));
  for (const row of rows) {
    row.role = "row";
    [...row.children].forEach((cell, index) => {
      cell.role = index === 0 ? "rowheader" : "cell";
      if (cell instanceof HTMLElement) cell.dataset.head = heads[index] ?? "";
    });
  }
  const head = make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...cells));
  const body = make("tbody", { role: "rowgroup" }, ...rows);
  return make("table", { role: "table", className: "stacking" }, head, body);
}

const citation = (/** @type {string} */ version) => `@inproceedings{deutsch-etal-2023-ties,
  title     = {Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration},
  author    = {Deutsch, Daniel and Foster, George and Freitag, Markus},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing},
  editor    = {Bouamor, Houda and Pino, Juan and Bali, Kalika},
  month     = dec,
  year      = {2023},
  address   = {Singapore},
  publisher = {Association for Computational Linguistics},
  pages     = {12914--12929},
  url       = {https://aclanthology.org/2023.emnlp-main.798},
  doi       = {10.18653/v1/2023.emnlp-main.798},
}

@software{tiescope,
  title   = {Tiescope: how an evaluation metric treats ties},
  author  = {{The Tiescope authors}},
  year    = {2026},
  version = {${version}},
}`;
