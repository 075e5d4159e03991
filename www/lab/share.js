// Links to the lab as it is, with what an exercise hides.

import { labToLink } from "../../tiescope.js";
import { make } from "../dom.js";
import { asPopup } from "../popup.js";
import { actionButton, copy } from "../take.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../tiescope.js").Part} Part */

/** @type {[Part, string][]} */
const PARTS = [
  ["answers", "answers, and which metric is best"],
  ["controls", "controls: scores can be changed, nothing else"],
  ["scores", "the table of scores"],
  ["epsilon", "epsilon and calibration"],
  ["pairs", "the pairs"],
  ["statistics", "the statistics"],
  ["tables", "what each pair counts"],
];

export class Share {
  #present;
  #boxes = PARTS.map(([part]) => make("input", { type: "checkbox", value: part }));
  #embed = make("input", { type: "checkbox" });
  #link = make("input", { readOnly: true, ariaLabel: "Link to the lab" });
  /** @type {HTMLDetailsElement} */
  element;

  /** @param {() => State} present */
  constructor(present) {
    this.#present = present;
    const labels = PARTS.map(([, label], index) =>
      make("label", {}, this.#boxes[index] ?? "", ` ${label}`),
    );
    const box = make(
      "div",
      { className: "share-box" },
      make("p", {}, "A link holds everything: scores, epsilon, and what you see."),
      this.#link,
      make(
        "p",
        { className: "lab-actions" },
        actionButton("Copy link", () => copy(this.#link.value), "Copied"),
        actionButton("Copy HTML to embed", () => copy(this.#frame()), "Copied"),
      ),
      make(
        "fieldset",
        { className: "hide-parts" },
        make("legend", {}, "For an exercise, the link hides"),
        ...labels,
        make("label", {}, this.#embed, " the frame of the page"),
      ),
    );
    const details = make("details", { className: "share" }, make("summary", {}, "Share"), box);
    details.addEventListener("toggle", () => this.#begin());
    for (const input of [...this.#boxes, this.#embed]) {
      input.addEventListener("change", () => this.#write());
    }
    asPopup(details, box);
    this.element = details;
  }

  /** The state has changed. */
  refresh() {
    if (this.element.open) this.#write();
  }

  #begin() {
    if (!this.element.open) return;
    const { hidden, embed } = this.#present();
    for (const input of this.#boxes)
      input.checked = hidden.includes(/** @type {Part} */ (input.value));
    this.#embed.checked = embed;
    this.#write();
  }

  #write() {
    this.#link.value = this.#address(this.#embed.checked);
  }

  /** @param {boolean} embed */
  #address(embed) {
    const checked = this.#boxes.filter((input) => input.checked);
    const hidden = checked.map((input) => /** @type {Part} */ (input.value));
    const link = labToLink({ ...this.#present(), hidden, embed });
    return `${location.href.split("#")[0]}#${link}`;
  }

  /** An element that shows the lab in another page. */
  #frame() {
    const frame = make("iframe", { src: this.#address(true), width: "100%", height: "900" });
    frame.title = "Tiescope: toy lab";
    return frame.outerHTML;
  }
}
