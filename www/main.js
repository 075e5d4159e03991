// Where the page starts: wires the parts together and opens the sample.

import init from "../tiescope.js";
import { byId } from "./dom.js";
import { Abandoned, Engine } from "./engine.js";
import { Explorer } from "./explore.js";
import { Loader } from "./load.js";
import { DataReport } from "./report.js";

/** Charts are drawn here, as plotters measures text in the document. */
const charts = init();
const engine = new Engine();
const loader = new Loader(engine);

try {
  const { version, catalogue } = await engine.about();
  await charts;
  byId("version", HTMLElement).textContent = `Tiescope ${version}.`;
  const explorer = new Explorer(engine, catalogue, loader.showError);
  const report = new DataReport(engine, loader.showError);
  loader.onScores = (summary) => {
    explorer.show(summary);
    report.show(summary);
  };
  explorer.onTurnRound = loader.turnRound;
  engine.onRestart = (error, hasData) => {
    const then = hasData
      ? "It was started again, with the data shown."
      : "Open the scores again, or reload the page.";
    // Who cancelled is told by the loader.
    if (!(error instanceof Abandoned && hasData)) {
      loader.recover(new Error(`${error.message} ${then}`), hasData);
    }
    if (hasData) explorer.refresh();
  };
  await loader.begin();
} catch (error) {
  loader.showError(error);
}
