// Greets a browser that cannot run the page. A classic script in the oldest
// JavaScript, as newer words would stop it; the page itself is hidden then.

(() => {
  // A function with a 128-bit vector: i32.const 0, i8x16.splat, drop.
  var vectors = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26,
    11,
  ];

  function missing() {
    if (typeof WebAssembly !== "object") return "WebAssembly is missing or switched off";
    if (!WebAssembly.validate(new Uint8Array(vectors))) return "WebAssembly has no vectors (SIMD)";
    if (!("ariaLabel" in Element.prototype)) return "ariaLabel is missing";
    if (!("toSpliced" in Array.prototype)) return "toSpliced is missing";
    if (!CSS.supports("selector(:has(a))")) return ":has() is missing";
    if (!CSS.supports("color", "color-mix(in srgb, red, blue)")) return "color-mix() is missing";
    return "";
  }

  // The page's own script may fail to come.
  addEventListener(
    "error",
    (event) => {
      var starting = document.getElementById("starting");
      var script = /** @type {HTMLScriptElement | null} */ (event.target);
      if (!starting || !script || script.type !== "module") return;
      starting.textContent =
        "Tiescope did not start: a part of it could not be loaded. Check the connection and reload the page.";
    },
    true,
  );

  var what = missing();
  if (!what) return;
  document.documentElement.className += " unsupported";
  addEventListener("DOMContentLoaded", () => {
    var notice = document.getElementById("unsupported");
    if (!notice) return;
    notice.hidden = false;
    notice.appendChild(document.createTextNode([" What it lacks: ", what, "."].join("")));
  });
})();
