// Light or dark: the system's choice unless the reader made one. A classic
// script in the head, so that a dark page never flashes white.

(() => {
  const KEY = "tiescope-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "system";
    } catch {
      return "system"; // storage may be forbidden
    }
  };

  const apply = () => {
    const choice = chosen();
    const isDark = choice === "system" ? dark.matches : choice === "dark";
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    document.dispatchEvent(new Event("themechange"));
  };

  dark.addEventListener("change", apply);
  apply();

  addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
    select.value = chosen();
    select.addEventListener("change", () => {
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // The choice then lasts as long as the page.
      }
      apply();
    });
  });
})();
