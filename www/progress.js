// A progress bar with what is being done and a way to stop it.

import { byId } from "./dom.js";

/** Work shorter than this, in milliseconds, shows no progress. */
const PATIENCE = 200;

export class ProgressBar {
  #box;
  #text;
  #bar;
  #region;
  #since = performance.now();

  /**
   * @param {string} id of its element
   * @param {HTMLElement} region what is busy meanwhile
   */
  constructor(id, region) {
    this.#box = byId(id, HTMLElement);
    this.#text = byId(`${id}-text`, HTMLElement);
    this.#bar = byId(`${id}-bar`, HTMLProgressElement);
    this.#region = region;
  }

  update = (/** @type {import("../tiescope.js").Progress} */ { doing, share }) => {
    if (performance.now() - this.#since < PATIENCE) return;
    this.#box.hidden = false;
    this.#region.ariaBusy = "true";
    // What is written anew is read out anew.
    if (this.#text.textContent !== doing) this.#text.textContent = doing;
    this.#bar.value = share;
  };

  end() {
    this.#box.hidden = true;
    this.#region.ariaBusy = "false";
  }
}
