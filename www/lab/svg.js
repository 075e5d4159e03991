// Drawings that are moved by hand, and points on them.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Tells how wide an element is, at first and whenever that changes. To ask for
 * it in the middle of changes would have the page laid out each time.
 * @param {Element} element
 * @param {(width: number) => void} tell in whole pixels, 0 while it is not shown
 */
export function watchWidth(element, tell) {
  new ResizeObserver(([entry]) => tell(Math.floor(entry?.contentRect.width ?? 0))).observe(element);
}

/** @typedef {{x: number, y: number}} Place */

/**
 * What holds points together that stand for equal scores, in one line.
 * @param {Place[]} places
 * @param {number} radius of a point
 */
export function around(places, radius) {
  const room = radius + 3;
  const xs = places.map(({ x }) => x);
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
  const y = (places[0]?.y ?? 0) - room;
  const [width, height] = [right - left, 2 * room];
  return draw("rect", { x: left, y, width, height, rx: room, class: "tied" });
}

/** What ends a move. */
const RELEASES = /** @type {const} */ (["pointerup", "pointercancel"]);
/** One point is held at a time, whatever other fingers do. */
/** @type {SVGGElement | undefined} */
let held;

/**
 * Lets a point be moved by pointer, touch and arrow keys.
 * @param {SVGGElement} point
 * @param {object} moves
 * @param {(place: Place) => void} moves.to a place in the drawing, in pixels
 * @param {(right: number, up: number, isLarge: boolean) => void} moves.by steps
 * @param {(place: Place) => void} moves.begin
 * @param {() => void} moves.end
 */
export function makeMovable(point, { to, by, begin, end }) {
  const placeOf = (/** @type {PointerEvent} */ event) => {
    const frame = point.ownerSVGElement?.getBoundingClientRect();
    return { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) };
  };
  // A finger on a point moves it, not the page; touch-action does not reach
  // into drawings everywhere.
  point.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  point.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    event.preventDefault();
    point.focus();
    point.setPointerCapture(event.pointerId);
    held = point;
    const release = (/** @type {PointerEvent} */ { pointerId }) => {
      if (pointerId !== event.pointerId) return;
      held = undefined;
      for (const type of RELEASES) removeEventListener(type, release);
      end();
    };
    // Not on the point, which may be gone by then.
    for (const type of RELEASES) addEventListener(type, release);
    begin(placeOf(event));
  });
  point.addEventListener("pointermove", (event) => {
    if (held === point && point.hasPointerCapture(event.pointerId)) to(placeOf(event));
  });
  point.addEventListener("keydown", (event) => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    if (!step || held || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    by(step[0] ?? 0, step[1] ?? 0, event.shiftKey);
  });
}
