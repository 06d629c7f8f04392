/* Calls that are seen: the minutes run on, the title counts, a new call flashes and, if asked for, is felt (heed.js). No sound. */
"use strict";
(() => {
  const title = document.title;
  let known = null;
  const started = new WeakMap();

  function look() {
    const waiting = document.querySelectorAll(".call-card:not(.call-card--taken)").length;
    document.title = waiting ? `(${waiting}) ${title}` : title;
    if (known !== null && waiting > known) window.rommeHeed?.heed(document.querySelector("#rufe"));
    known = waiting;
    for (const place of document.querySelectorAll("[data-waited]")) {
      if (!started.has(place)) started.set(place, performance.now() - 1000 * Number(place.dataset.waited));
      const minutes = String(Math.floor((performance.now() - started.get(place)) / 60000));
      if (place.textContent !== minutes) place.textContent = minutes;
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    look();
    setInterval(look, 1000);
  });
  document.addEventListener("htmx:load", look);
})();
