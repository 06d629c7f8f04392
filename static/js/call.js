/* The call for a referee: kept on this phone (waiting.js) and sent until the server has answered; the button says so. */
"use strict";
(() => {
  const W = window.Waiting;
  const part = () => document.getElementById("ruf");
  const form = () => part()?.querySelector("form:has([value=call])");
  if (!W || !part()) return;
  const KEY = `call:${location.pathname.replace(/spiel\/.*$/, "")}`; // of this list, on whichever of its pages
  const PATIENCE = 8000, FIRST_PAUSE = 1500, LONGEST_PAUSE = 15000;
  let bell = 0, pause = FIRST_PAUSE, sending = false, hung = false;

  const waiting = async () => (await W.all(KEY))[0];

  // What the table sees: the button, or that its call has not gone out. `hung`: the network is there and does not answer.
  async function draw() {
    const call = await waiting(), button = form();
    if (call && part() && !button) return void W.drop(call.id); // another phone at the table has called
    if (!button) return;
    const shown = Boolean(call) && (!sending || hung);
    part().querySelector(".call__unsent").hidden = !shown;
    button.hidden = shown;
    button.classList.toggle("is-busy", Boolean(call) && !shown);
  }

  async function post(call) {
    const stop = new AbortController(), end = setTimeout(() => stop.abort(), PATIENCE);
    const body = new URLSearchParams({ deed: "call", waited: String(Math.max(0, Math.round((Date.now() - call.at) / 1000))) });
    if (call.tried) body.set("again", "1");
    const game = form()?.elements.spiel?.value;
    if (game) body.set("spiel", game);
    try {
      const answer = await fetch(call.to, { method: "POST", body, signal: stop.signal, credentials: "same-origin", redirect: "error", headers: { "X-CSRFToken": W.secret(), "HX-Request": "true" } });
      const text = await answer.text();
      if ([200, 422].includes(answer.status) && text.includes('id="ruf"')) return { text };
      if ([400, 403, 404].includes(answer.status)) return { gone: true };
      return null; // a server that starts, the login page of some Wi-Fi: later
    } catch {
      return null;
    } finally {
      clearTimeout(end);
    }
  }

  async function send() {
    clearTimeout(bell);
    const call = await waiting();
    if (!call || sending) return draw();
    sending = true;
    hung = Boolean(call.tried);
    const soon = setTimeout(() => { hung = true; draw(); }, FIRST_PAUSE);
    await draw();
    if (!call.tried) await W.put({ ...call, tried: true }); // before it goes out: the answer may be lost
    const answer = await post(call);
    clearTimeout(soon);
    sending = false;
    if (answer) {
      pause = FIRST_PAUSE;
      await W.drop(call.id);
      if (answer.gone) return location.reload(); // no longer this phone's list: the page says so
      if (part()) window.htmx.swap(part(), answer.text, { swapStyle: "outerHTML" });
    } else {
      bell = setTimeout(send, pause);
      pause = Math.min(pause * 1.5, LONGEST_PAUSE);
    }
    await draw();
  }
  const hurry = () => { pause = FIRST_PAUSE; send(); };

  document.addEventListener("submit", async (event) => {
    const own = form();
    if (!own || event.target !== own) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (await waiting()) return hurry();
    await W.put({ id: W.sign(), list: KEY, order: 1, to: own.action, at: Date.now(), tried: false });
    hurry();
  }, true);
  document.addEventListener("click", async (event) => { // not needed any more
    const call = event.target.closest?.(".call__unsent button") && (await waiting());
    if (!call) return;
    await W.drop(call.id);
    await draw();
  });
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });
  document.addEventListener("htmx:load", (event) => { if (event.detail.elt?.id === "ruf") draw(); });
  hurry();
})();
