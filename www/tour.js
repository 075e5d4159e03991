// Four steps for who is here for the first time. Once closed it never returns.

import { make } from "./dom.js";

const KEY = "tiescope-tour";
const CLOSED = "closed";

/** What each step is about, and where that is. */
/** @type {{at: string, title: string, text: string}[]} */
const STEPS = [
  {
    at: ".data",
    title: "Scores of outputs.",
    text: "People’s and metrics’, to be compared: simulated ones to begin with. Open your own here, or drop a file anywhere. They stay on this machine.",
  },
  {
    at: "#chart",
    title: "When do two scores count as equal?",
    text: "People often find two outputs equally good; metrics hardly ever do. So differences of up to epsilon are taken for ties. Move along the curves: the best epsilon for acc_eq is marked, and it is exact.",
  },
  {
    at: "#readings",
    title: "What is right, what is not.",
    text: "The curves in numbers, and the pairs behind them: shaded ones are right. Words with a dotted line explain themselves when you press them.",
  },
  {
    at: "#pages",
    title: "Further on.",
    text: "Compare all metrics, with tests of whether a lead is real; run the paper’s experiments on your data; teach with a handful of scores in the toy lab; look up every formula under Method.",
  },
];

/** Whether it was never closed; without storage it could not be remembered. */
function isDue() {
  try {
    return localStorage.getItem(KEY) !== CLOSED;
  } catch {
    return false;
  }
}

/** Begins the tour in this place, unless it was closed before. */
export function offerTour(/** @type {HTMLElement} */ place) {
  if (!isDue()) return;
  let step = 0;
  const title = make("strong", {});
  const text = make("p", { ariaLive: "polite" });
  const back = make("button", { type: "button" }, "Back");
  const next = make("button", { type: "button", className: "primary" }, "Next");
  const close = make("button", { type: "button" }, "Close");
  const actions = make("div", { className: "actions" }, back, next, close);
  place.append(text, actions);

  const mark = (/** @type {string} */ at) => {
    document.querySelector(".on-tour")?.classList.remove("on-tour");
    if (at) document.querySelector(at)?.classList.add("on-tour");
  };
  const show = () => {
    const now = STEPS[step];
    if (!now) return end();
    title.textContent = now.title;
    text.replaceChildren(
      make("small", {}, `${step + 1} of ${STEPS.length}`),
      " ",
      title,
      ` ${now.text}`,
    );
    back.hidden = step === 0;
    next.textContent = step + 1 < STEPS.length ? "Next" : "Done";
    mark(now.at);
  };
  const go = (/** @type {number} */ by) => {
    step += by;
    show();
    document.querySelector(".on-tour")?.scrollIntoView({ block: "nearest" });
  };
  const end = () => {
    place.hidden = true;
    mark("");
    try {
      localStorage.setItem(KEY, CLOSED);
    } catch {
      // It was there a moment ago.
    }
  };
  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  close.addEventListener("click", end);
  document.addEventListener("keydown", ({ key, target }) => {
    // Elsewhere Escape closes what is open there.
    const isHere = target === document.body || (target instanceof Node && place.contains(target));
    if (key === "Escape" && isHere && !place.hidden) end();
  });
  place.hidden = false;
  show();
}
