// The screen in the hall: pages take turns. A new state of the page keeps its turn; keys and buttons hold or leaf.
"use strict";
(() => {
  const PACE = 9000;
  let at = null;
  let held = false;
  let timer = 0;
  const pages = () => [...document.querySelectorAll("[data-page]")];
  function show(next) {
    const all = pages();
    if (!all.length) return;
    at = ((next % all.length) + all.length) % all.length;
    all.forEach((page, n) => page.classList.toggle("is-shown", n === at));
    document.querySelectorAll("[data-span]").forEach((span, n) => span.classList.toggle("is-shown", n === at));
  }
  function go() {
    clearInterval(timer);
    if (!held) timer = setInterval(() => show(at + 1), PACE);
  }
  function hold(value) {
    held = value;
    document.querySelector("[data-hold]")?.setAttribute("aria-pressed", String(held));
    go();
  }
  const begin = () => { if (at === null) at = Math.max(0, pages().findIndex((page) => page.classList.contains("is-shown"))); show(at); };
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-hold]")) return hold(!held);
    const span = target?.closest("[data-span]");
    if (!span || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(Number(span.dataset.span) - 1);
    hold(true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, a") && event.key === " ") return;
    if (event.key === " ") { event.preventDefault(); hold(!held); }
    if (event.key === "ArrowRight" || event.key === "PageDown") { show(at + 1); go(); }
    if (event.key === "ArrowLeft" || event.key === "PageUp") { show(at - 1); go(); }
  });
  document.addEventListener("htmx:load", begin);
  document.addEventListener("DOMContentLoaded", () => { begin(); go(); });
})();
