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

/** A finger takes a point from so far away, where it touches none. */
const REACH = 20;
/** What ends a move. */
const RELEASES = /** @type {const} */ (["pointerup", "pointercancel"]);
/** One point is held at a time, whatever other fingers do. */
/** @type {SVGGElement | undefined} */
let held;

/**
 * How a point is moved.
 * @typedef {object} Moves
 * @property {(place: Place) => void} to a place in the drawing, in pixels
 * @property {(right: number, up: number, isLarge: boolean) => void} by steps
 * @property {(place: Place) => void} begin
 * @property {() => void} end
 */

/** @type {WeakMap<Element, Moves>} */
const movable = new WeakMap();

/**
 * Lets a point be moved by arrow keys, and by hand in a drawing that takes hold
 * of its points.
 * @param {SVGGElement} point
 * @param {Moves} moves
 */
export function makeMovable(point, moves) {
  movable.set(point, moves);
  point.addEventListener("keydown", (event) => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    if (!step || held || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    moves.by(step[0] ?? 0, step[1] ?? 0, event.shiftKey);
  });
}

/**
 * Lets a drawing take hold of its points. The drawing does, not each point with
 * room for fingers around it: that room would lie over its neighbours.
 * @param {SVGSVGElement} drawing
 */
export function takeHold(drawing) {
  const placeOf = (/** @type {PointerEvent} */ event) => {
    const frame = drawing.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  };
  // A finger on a point moves it, not the page; touch-action does not reach
  // into drawings everywhere.
  drawing.addEventListener(
    "touchstart",
    (event) => {
      if ([...event.changedTouches].some((touch) => pointAt(drawing, touch, REACH)))
        event.preventDefault();
    },
    { passive: false },
  );
  drawing.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    const point = pointAt(drawing, event, event.pointerType === "touch" ? REACH : 0);
    const moves = point && movable.get(point);
    if (!moves) return;
    event.preventDefault();
    point.focus();
    point.setPointerCapture(event.pointerId);
    held = point;
    const release = (/** @type {PointerEvent} */ { pointerId }) => {
      if (pointerId !== event.pointerId) return;
      held = undefined;
      for (const type of RELEASES) removeEventListener(type, release);
      moves.end();
    };
    // Not on the point, which may be gone by then.
    for (const type of RELEASES) addEventListener(type, release);
    moves.begin(placeOf(event));
  });
  drawing.addEventListener("pointermove", (event) => {
    if (held?.hasPointerCapture(event.pointerId)) movable.get(held)?.to(placeOf(event));
  });
}

/**
 * The point that is seen at a place; where none is, the nearest one in reach.
 * @param {SVGSVGElement} drawing
 * @param {{target: EventTarget | null, clientX: number, clientY: number}} place
 * @param {number} reach
 * @returns {SVGGElement | undefined}
 */
function pointAt(drawing, { target, clientX, clientY }, reach) {
  const points = /** @type {SVGGElement[]} */ ([...drawing.querySelectorAll(".point")]);
  const seen = points.find((point) => target instanceof Node && point.contains(target));
  if (seen || reach === 0) return seen;
  const near = points
    .map((point) => {
      const { left, right, top, bottom } = point.getBoundingClientRect();
      const away = Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
      return { point, away };
    })
    .sort((a, b) => a.away - b.away)[0];
  return near && near.away <= reach ? near.point : undefined;
}
