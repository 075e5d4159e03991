// Where the page starts: wires the parts together and opens the sample.

import { glossary, labToLink } from "../tiescope.js";
import { Comparison } from "./compare.js";
import { byId } from "./dom.js";
import { Abandoned, Engine } from "./engine.js";
import { Experiments } from "./experiments/experiments.js";
import { Explorer } from "./explore.js";
import { beginHelp } from "./help.js";
import { Lab } from "./lab/lab.js";
import { Loader } from "./load.js";
import { Method } from "./method.js";
import { keepOffline } from "./offline.js";
import { showPages } from "./pages.js";
import { loadProgram, startHere } from "./program.js";
import { DataReport } from "./report.js";
import { offerTour } from "./tour.js";

/** Milliseconds after which the reader is told what is waited for. */
const LONG = 2000;

const program = loadProgram();
// The first view is shown when it is complete: while it grows, parts of it move.
let awaited = "the program is still loading";
const patience = setTimeout(() => {
  document.body.classList.add("slow");
  tellAwaited();
}, LONG);
const engine = new Engine(program);
const loader = new Loader(engine);

try {
  // Charts are drawn here, as plotters measures text in the document.
  await program.then(startHere);
  awaited = "still computing";
  tellAwaited();
  const { version, catalogue } = await engine.about();
  byId("version", HTMLElement).textContent = `Tiescope ${version}.`;
  const entries = [...catalogue, ...glossary()];
  beginHelp(entries);
  const explorer = new Explorer(engine, catalogue, loader.showError);
  const report = new DataReport(engine, loader.showError, loader.takeRemark);
  const comparison = new Comparison(engine, version, loader.showError);
  const experiments = new Experiments(engine, version);
  loader.deliver((summary, name) => {
    for (const part of [report, explorer, comparison, experiments]) part.show(summary, name);
  });
  explorer.onTurnRound = loader.turnRound;
  let enter = async () => {};
  engine.onRestart = (error, hasData) => {
    const then = hasData
      ? "It was started again, with the data shown."
      : "Open the scores again, or reload the page.";
    // Who cancelled is told by the loader.
    if (!(error instanceof Abandoned && hasData)) {
      loader.recover(new Error(`${error.message} ${then}`), hasData);
    }
    explorer.forget();
    if (hasData) enter();
  };
  /** @type {Lab | undefined} */
  let made;
  // It works out all of its examples, so it is made when someone turns to it.
  const lab = () => {
    if (made) return made;
    made = new Lab();
    made.onExplore = (csv) => {
      loader.openText("Scores of the toy lab", csv);
      location.hash = "explore";
    };
    return made;
  };
  for (const part of [explorer, comparison]) {
    part.onTaken = (taken) => {
      lab().open(taken.lab, taken.notes);
      location.hash = labToLink(taken.lab);
    };
  }
  const method = new Method(entries, version);
  const pages = {
    explore: explorer,
    compare: comparison,
    experiments,
    lab: { enter: () => lab().enter() },
    method,
  };
  // Some pages do not wait for data.
  const waits = !/^#(lab|method)/.test(location.hash);
  const isSample = waits && (await loader.begin());
  enter = showPages(pages);
  await enter();
  // It is about the sample.
  if (isSample && document.body.dataset.page === "explore") offerTour(byId("tour", HTMLElement));
  reveal();
  await loader.begin();
  // Other workers start when someone turns to the page that needs them.
  for (const link of document.querySelectorAll('.pages a[href="#compare"]')) {
    link.addEventListener("pointerenter", engine.warm, { once: true });
  }
} catch (error) {
  document.body.classList.add("not-started");
  loader.showError(error);
}
reveal();

addEventListener("error", ({ error }) => tellOfTrap(error));
addEventListener("unhandledrejection", ({ reason }) => tellOfTrap(reason));

/** The program failed in the page itself, where it cannot be started again. */
function tellOfTrap(/** @type {unknown} */ error) {
  if (error instanceof WebAssembly.RuntimeError) byId("failure", HTMLElement).hidden = false;
}

function tellAwaited() {
  if (!document.body.classList.contains("slow")) return;
  byId("starting", HTMLElement).textContent = `Starting … ${awaited}.`;
}

function reveal() {
  clearTimeout(patience);
  byId("starting", HTMLElement).hidden = true;
  document.body.classList.remove("starting");
}

// What the first view needs comes first.
keepOffline();
