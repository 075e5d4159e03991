// Light or dark: the system's choice unless the reader made one. A classic
// script in the head, so that a dark page never flashes white.

(() => {
  const KEY = "tiescope-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  let choice = "system";
  try {
    choice = localStorage.getItem(KEY) ?? choice;
  } catch {
    // Storage may be forbidden: a choice then lasts as long as the page.
  }

  const apply = () => {
    const isDark = choice === "system" ? dark.matches : choice === "dark";
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    document.dispatchEvent(new Event("themechange"));
  };

  dark.addEventListener("change", apply);
  apply();

  addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
    select.value = choice;
    select.addEventListener("change", () => {
      choice = select.value;
      try {
        localStorage.setItem(KEY, choice);
      } catch {
        // As above.
      }
      apply();
    });
  });
})();
