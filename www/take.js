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
 * A drawing as a PNG of twice its size, on the colour of the page.
 * @param {SVGSVGElement} svg
 * @param {number} width
 * @param {number} height
 * @param {string} about what it is of, written into the file
 */
export async function picture(svg, width, height, about) {
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
  return describedPng(new Uint8Array(await blob.arrayBuffer()), about);
}

/** Where the first chunk of a PNG ends: the signature and the header. */
const PNG_HEADER = 33;

/**
 * A PNG with a description in it, as its specification has it: a chunk iTXt
 * behind the header, with a checksum.
 * @param {Uint8Array<ArrayBuffer>} png
 * @param {string} text
 */
function describedPng(png, text) {
  const content = new TextEncoder().encode(`iTXtDescription\0\0\0\0\0${text}`);
  const chunk = new DataView(new ArrayBuffer(content.length + 8));
  chunk.setUint32(0, content.length - 4); // the type does not count
  new Uint8Array(chunk.buffer).set(content, 4);
  chunk.setUint32(content.length + 4, checksum(content));
  const parts = [png.slice(0, PNG_HEADER), chunk.buffer, png.slice(PNG_HEADER)];
  return new Blob(parts, { type: "image/png" });
}

/**
 * CRC-32, bit by bit: descriptions are short.
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** @param {SVGSVGElement} svg */
export const written = (svg) => new XMLSerializer().serializeToString(svg);
