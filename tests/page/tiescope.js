// The page as its users see it: what the tests do and read goes through here.

import { test as base, expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */

export class Tiescope {
  /** @type {string[]} */
  complaints = [];

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.problem = page.locator("#problem");
    this.sentence = page.locator("#sentence");
    this.summary = page.locator("#data-summary");
    this.slider = page.getByRole("slider", { name: "epsilon" });
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
  }

  /** Opens the page and waits for the sample. */
  async visit(address = "./") {
    // Not here for the first time: the tour has tests of its own.
    await this.page.addInitScript(() => {
      try {
        localStorage.setItem("tiescope-tour", localStorage.getItem("tiescope-tour") ?? "closed");
      } catch {
        // An empty page has no storage.
      }
    });
    await this.page.goto(address);
    await expect(this.summary).toContainText("Simulated MQM scores");
    await expect(this.page.locator("#chart svg")).toBeVisible();
  }

  /**
   * Drops a file on the page, as from a file manager.
   * @param {string} text
   * @param {string} [name]
   */
  async drop(text, name = "scores.csv") {
    await this.dropAll({ [name]: text });
  }

  /**
   * Drops several files at once, texts by name.
   * @param {Record<string, string>} files
   */
  async dropAll(files) {
    await this.page.evaluate((files) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(files)) {
        dataTransfer.items.add(new File([text], name));
      }
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
        );
      }
    }, files);
  }

  /**
   * The full number shown of a statistic: at "0", "cursor" or "star".
   * @param {string} name
   * @param {string} [at]
   */
  async value(name, at) {
    const place = at === undefined ? "" : `[data-at="${at}"]`;
    const shown = await this.page
      .locator(`[data-stat="${name}"]${place}`)
      .first()
      .getAttribute("data-value");
    return shown === "undefined" ? undefined : Number(shown);
  }

  /** @param {string} name */
  async chooseMetric(name) {
    await this.page.locator("#metric").selectOption(name);
    await expect(this.page.locator("#chart-summary")).toContainText(`For ${name}, `);
  }

  /** @param {"item" | "system" | "none"} name */
  async groupBy(name) {
    await this.page.locator("#grouping").getByText(name, { exact: true }).click();
  }

  /** Goes to the comparison of all metrics. */
  compare = () => this.page.getByRole("link", { name: "Compare metrics" }).click();

  /** Goes there, and waits until nothing is left to compute. */
  async compareAll() {
    await this.compare();
    await expect(this.page.locator('#significance [data-stat="p"]').first()).toBeAttached();
    await expect(this.page.getByRole("button", { name: "Compute the rest" })).toBeHidden();
  }

  /**
   * Goes to another page by its address.
   * @param {string} hash
   */
  go = (hash) =>
    this.page.evaluate((hash) => {
      location.hash = hash;
    }, hash);

  /**
   * Goes to an experiment and waits for what it shows.
   * @param {string} query
   */
  async experiment(query) {
    await this.go(`experiments?${query}`);
    await expect(this.page.locator("#experiment-progress")).toBeHidden();
    await expect(this.page.locator("#exhibit .sentence")).toBeVisible();
  }

  /**
   * Goes to the toy lab.
   * @param {string} query
   */
  async lab(query) {
    await this.go(`lab${query}`);
    await expect(this.page.locator("#lab-statistics table")).toBeVisible();
  }

  /**
   * The element of a number in the comparison.
   * @param {string} metric
   * @param {string} name
   */
  comparedCell(metric, name) {
    return this.page.locator(`#ranking tr:has(th[title="${metric}"]) [data-stat="${name}"]`);
  }

  /**
   * The full number shown of a metric in the comparison.
   * @param {string} metric
   * @param {string} name
   */
  async compared(metric, name) {
    const cell = this.comparedCell(metric, name);
    if ((await cell.count()) === 0) return undefined;
    const shown = await cell.getAttribute("data-value");
    return shown === "undefined" ? undefined : Number(shown);
  }

  /**
   * Presses a button in the frame in which it appears: a quick machine may be
   * done before a hand is there.
   * @param {string} selector
   */
  async pressAtOnce(selector) {
    await this.page.waitForFunction((selector) => {
      const button = document.querySelector(selector);
      if (!(button instanceof HTMLElement) || !button.checkVisibility()) return false;
      button.click();
      return true;
    }, selector);
  }

  openColumns = () => this.page.locator("#columns > summary").click();
}

/** A test of the page with its sample open; it must end without a complaint. */
export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{tiescope: Tiescope}, {}, {page: Page}>} */ ({
    tiescope: async ({ page }, use) => {
      const tiescope = new Tiescope(page);
      await tiescope.visit();
      await use(tiescope);
      expect(tiescope.complaints).toEqual([]);
    },
  }),
);
