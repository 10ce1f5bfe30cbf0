// Before anything is painted: the theme that the reader chose here, if any.
"use strict";
(() => {
  try {
    const chosen = localStorage.getItem("lacuna-theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch { /* storage may be forbidden */ }
})();
