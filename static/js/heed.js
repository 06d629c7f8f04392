/* A quiet hall: what is new is seen and, where its reader asked for it, felt. A flash, a thick frame that stays, vibration; never a sound.
   <div data-poll="…"><p id="platz-jetzt" data-news="3-2">…</p></div>: when an answer brings another `data-news`, that part is new. */
"use strict";
(() => {
  const FELT = [300, 150, 300];
  const newsOf = (part) => new Map([part, ...part.querySelectorAll("[data-news]")].filter((one) => one.id && one.dataset.news !== undefined).map((one) => [one.id, one.dataset.news]));

  function heed(part) {
    part.classList.remove("is-news");
    void part.offsetWidth; // so that the flash begins anew
    part.classList.add("is-news");
    if (document.documentElement.dataset.vibration === "on" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(FELT);
  }

  // What was there before an answer, and what it changed: site.js asks both.
  window.rommeHeed = {
    heed,
    before: newsOf,
    after(before, part) {
      for (const [id, news] of newsOf(part)) if (news && before.has(id) && before.get(id) !== news) heed(document.getElementById(id));
    },
  };
  document.addEventListener("click", (event) => { for (const part of document.querySelectorAll(".is-news")) if (part.contains(event.target)) part.classList.remove("is-news"); });
})();
