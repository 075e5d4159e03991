// Taking results away: as text, as a file, as a picture.

import { make } from "./dom.js";

/**
 * Saves text or bytes under a name.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * The name of a file without its endings, to name others after it.
 * @param {string} name
 */
export const stem = (name) => name.replace(/(\.\w{1,5})+$/, "") || "scores";

/**
 * A button that does something and says so for a moment.
 * @param {string} label
 * @param {() => Promise<void> | void} act
 * @param {string} [done] what it says afterwards
 */
export function actionButton(label, act, done) {
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    await act();
    if (!done) return;
    button.textContent = done;
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}

/**
 * Puts text on the clipboard, also where the page may only do so by a selection.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/**
 * A drawing as a picture of twice its size, on the colour of the page.
 * @param {SVGSVGElement} svg
 * @param {number} width
 * @param {number} height
 */
export async function picture(svg, width, height) {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written(svg))}`;
  await image.decode();
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser draws no pictures.");
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--page");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob} */
  const blob = await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture was made.")))),
  );
  return blob;
}

/** @param {SVGSVGElement} svg */
export const written = (svg) => new XMLSerializer().serializeToString(svg);
