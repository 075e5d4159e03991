// The contrast of two colours, as WCAG has it.

/** @param {string} colour as #rrggbb or rgb(r, g, b) */
function luminance(colour) {
  const parts = colour.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * From 1 to 21; 0 where one is no colour.
 * @param {string} one
 * @param {string} other
 */
export function contrast(one, other) {
  if (![one, other].every((colour) => /\d/.test(colour))) return 0;
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}
