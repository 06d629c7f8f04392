/* Listens to the stream that a part of the page names (data-stream), while somebody looks at the page; tells site.js when to ask. */
"use strict";
(() => {
  const S = window.LiveState, TICK = 5000;
  let address = "", source = null, state = S.fresh(), bell = 0;
  const named = () => document.querySelector("[data-poll][data-stream]")?.dataset.stream ?? "";
  const tell = (name) => document.dispatchEvent(new CustomEvent(`live:${name}`));

  function sign(what) {
    const next = S.step(state, what, performance.now(), Math.random);
    state = next.state;
    if (next.poll) tell("poll");
    if (next.ask) tell("news");
    if (next.again >= 0) { leave(); bell = setTimeout(open, next.again); }
    if (next.end) leave();
  }
  function leave() { clearTimeout(bell); source?.close(); source = null; }
  function open() {
    leave();
    if (!address || document.hidden || typeof EventSource === "undefined") return;
    const here = source = new EventSource(address);
    const on = (name, what) => here.addEventListener(name, (event) => { if (here === source) sign(what(event)); });
    on("message", (event) => ({ is: "news", revision: event.data }));
    for (const is of ["pulse", "away", "later", "gone"]) on(is, () => ({ is }));
    on("error", () => ({ is: "broken", closed: here.readyState === EventSource.CLOSED }));
  }
  function follow() { // a part that was replaced may name another stream, or none
    const now = named();
    if (now === address) return;
    address = now;
    state = S.fresh();
    open();
  }

  window.rommeLive = { // whether all of these parts are told what moves them, and for how long they may rest then
    rest: (parts) => (state.live && parts.length && parts.every((part) => address && part.dataset.stream === address) ? 1000 * Math.min(...parts.map((part) => Number(part.dataset.rest) || 30)) : 0),
  };
  document.addEventListener("visibilitychange", () => { // a page in a pocket holds no line; it asks when it is looked at again
    if (!document.hidden) open();
    else { leave(); state = { ...state, live: false }; }
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("online", open);
  document.addEventListener("htmx:load", follow);
  document.addEventListener("DOMContentLoaded", follow);
  setInterval(() => { if (source) sign({ is: "tick" }); }, TICK);
})();
