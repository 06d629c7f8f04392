/* The clock of a series, by the server's time: the page brings how late it is there, and asks again now and then. */
"use strict";
(() => {
  const two = (number) => String(number).padStart(2, "0");
  const AGAIN = 30000;

  function run(box) {
    if (box.clockRuns) return;
    box.clockRuns = true;
    let ahead = Number(box.dataset.now) - Date.now(); // the server's time minus this device's
    const show = () => {
      if (!box.isConnected) return clearInterval(ticking);
      const left = Math.max(0, Math.ceil((Number(box.dataset.ends) - Date.now() - ahead) / 1000));
      const words = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      const text = box.querySelector("[data-left]");
      if (text.textContent !== words) text.textContent = words;
      const step = left === 0 ? "over" : left <= 600 ? "soon" : "";
      if (box.step !== undefined && box.step !== step && step) window.rommeHeed?.heed(box);
      box.step = step;
      box.classList.toggle("is-over", step === "over");
      box.classList.toggle("is-soon", step === "soon");
      box.querySelector("[data-over]").hidden = left > 0;
      box.querySelector("[data-running]").hidden = left === 0;
    };
    const ask = async () => {
      if (!box.isConnected || document.hidden) return;
      try {
        const answer = await fetch(box.dataset.source, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
        if (!answer.ok) return;
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#uhr");
        if (!fresh?.dataset.ends) return location.reload(); // the clock was taken back
        box.dataset.ends = fresh.dataset.ends;
        ahead = Number(fresh.dataset.now) - Date.now();
        box.querySelector("[data-running]").textContent = fresh.querySelector("[data-running]").textContent;
        show();
      } catch { /* no connection: the clock goes on by itself and asks again later */ }
    };
    const ticking = setInterval(show, 500);
    setInterval(ask, AGAIN);
    addEventListener("online", ask);
    document.addEventListener("visibilitychange", ask);
    show();
  }
  const look = (within) => { for (const box of within.querySelectorAll("[data-clock]")) run(box); };
  document.addEventListener("DOMContentLoaded", () => look(document));
  document.addEventListener("htmx:load", (event) => look(event.detail.elt.parentElement || document));
})();
