// Light or dark: the player's choice if there is one, else the system's.
// A classic script in the head, so no page flashes.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const asked = new URLSearchParams(location.search).get("theme");
  const show = () => {
    root.dataset.theme = asked ?? kept() ?? (dark.matches ? "dark" : "light");
  };
  show();
  dark.addEventListener("change", show);
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-theme-toggle]")) return;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      /* a private window keeps nothing */
    }
  });
})();
