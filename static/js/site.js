/* What a page gains where scripts run; without them everything still works. No page needs more than this file. */
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const $ = (selector, within = document) => within.querySelector(selector);
  const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

  // -- How the page is shown: kept for a year in a cookie, so that the server writes the next page that way.
  const show = {
    theme(value) {
      value === "auto" ? delete root.dataset.theme : (root.dataset.theme = value);
      $("#dark").media = { dark: "screen", light: "not all", auto: "screen and (prefers-color-scheme: dark)" }[value];
    },
    type(value) { value === "large" ? (root.dataset.type = value) : delete root.dataset.type; },
    vibration(value) {
      root.dataset.vibration = value;
      if (value === "on") navigator.vibrate?.(200); // so that it is felt what was chosen
    },
    suits(value) { value === "four" ? (root.dataset.suits = value) : delete root.dataset.suits; },
  };
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!event.target.matches("[data-display]") || !button || !show[button.name]) return;
    event.preventDefault();
    document.cookie = `rommeclub_${button.name}=${button.value}; path=/; max-age=31536000; samesite=lax`;
    show[button.name](button.value);
    for (const other of event.target.querySelectorAll(`[name="${button.name}"]`)) other.setAttribute("aria-pressed", String(other === button));
  });

  // -- Small panels close when one looks elsewhere.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) { menu.open = false; $("summary", menu).focus(); }
  });

  // -- A question before a deed: <button data-confirm="Spiel 7 streichen?">.
  document.addEventListener("click", (event) => {
    const button = closest(event, "[data-confirm]");
    const box = $("#confirm");
    if (!button || !box?.showModal || button.dataset.confirmed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    $("#confirm-text").textContent = button.dataset.confirm;
    box.returnValue = "no";
    box.addEventListener("close", () => {
      if (box.returnValue !== "yes") return button.focus();
      button.dataset.confirmed = "1";
      button.click();
      delete button.dataset.confirmed;
    }, { once: true });
    box.showModal();
  }, true);

  // -- A page in a dialog: <a href="…" data-dialog> fetches, data-dialog="#id" opens what is already here.
  document.addEventListener("click", async (event) => {
    if (closest(event, "[data-close]")) return closest(event, "dialog")?.close();
    const link = closest(event, "[data-dialog]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const box = $(link.dataset.dialog || "#dialog");
    if (!box?.showModal) return;
    event.preventDefault();
    if (!link.dataset.dialog) {
      $("#dialog-body").replaceChildren();
      await window.htmx.ajax("GET", link.href, { target: "#dialog-body", swap: "innerHTML" });
      if (!$("#dialog-body").childElementCount) return; // refused: the notice at the bottom says so
    }
    box.showModal();
  });

  // -- "z" takes back what was just done, where the message offers it.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "z" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    $("[data-undo]")?.click();
  });

  // -- "?" tells the keys; "/" goes to the field that finds everything, or to its page.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea") || $("dialog[open]")) return;
    if (event.key === "?") $("#tasten")?.showModal();
    if (event.key === "/" && !$("[data-finder]")) {
      const page = $('.nav a[href$="/leitung/suche/"]');
      if (page) { event.preventDefault(); location.assign(page.href); }
    }
  });

  // -- One press, one deed: a form that was sent waits for its answer.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method === "dialog") return;
    if (form.classList.contains("is-busy")) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    form.classList.add("is-busy");
    setTimeout(() => form.classList.remove("is-busy"), 8000);
  });
  const release = () => { for (const form of document.querySelectorAll(".is-busy")) form.classList.remove("is-busy"); };
  addEventListener("pageshow", release);
  document.addEventListener("htmx:afterRequest", release);

  // -- Looking for news: <div id="stand" data-poll="/…/stand/" data-every="4" data-seen="3-41">. Parts with the same address
  // share one question; the answer holds those that moved, each replaces the part with its id. 204 means: nothing new.
  // The pace is a mean: a hall of phones must not ask in step. Nothing is replaced while somebody types in it or the page is hidden.
  const notice = $("#notice");
  const tell = (text) => { if (notice) { notice.hidden = !text; $("p", notice).textContent = text || ""; } };
  const busyTyping = (element) => element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  const questions = new Map(); // address → { due, wait, asking }
  let alarm = 0;
  const parts = (address) => [...document.querySelectorAll("[data-poll]")].filter((part) => part.dataset.poll === address);
  const unsteady = (milliseconds) => milliseconds * (0.75 + Math.random() / 2);
  const FIRST = 1200; // the first question comes soon: its answer says whether something is awaited here (X-Every)
  let awaited = Infinity;
  const paceOf = (those) => Math.min(awaited, ...those.map((part) => 1000 * (Number(part.dataset.every) || 4)));
  function plan() {
    clearTimeout(alarm);
    const now = performance.now();
    for (const address of questions.keys()) if (!parts(address).length) questions.delete(address);
    for (const part of document.querySelectorAll("[data-poll]")) {
      const address = part.dataset.poll, known = questions.get(address), pace = paceOf(parts(address));
      if (!known) questions.set(address, { due: now + unsteady(Math.min(pace, FIRST)), wait: pace, asking: false });
      else if (!known.asking && known.wait === known.pace && pace < known.pace) known.due = Math.min(known.due, now + unsteady(pace)); // something is awaited
      questions.get(address).pace = pace;
    }
    const due = [...questions.values()].filter((one) => !one.asking).map((one) => one.due);
    const next = Math.min(...due);
    if (Number.isFinite(next)) alarm = setTimeout(askAll, Math.max(20, next - now));
  }
  function soon() { // back in the network, or looked at again: nobody waits for what was planned before; not all in step
    const now = performance.now();
    for (const one of questions.values()) if (!one.asking && one.wait < Infinity) one.due = Math.min(one.due, now + 200 + 1600 * Math.random());
    plan();
  }
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  function askAll() {
    const now = performance.now();
    for (const [address, one] of questions) if (!one.asking && one.due <= now + 5) void ask(address, one);
    plan();
  }
  function badge(waits) { // who waits for a referee: told with every answer that a page of his gets anyway
    const mark = $(".nav__badge");
    if (waits === null || !mark || mark.firstChild.data.trim() === waits) return;
    const more = Number(waits) > Number(mark.firstChild.data);
    mark.firstChild.data = waits;
    mark.hidden = waits === "0";
    if (more) window.rommeHeed?.heed(mark.parentElement);
  }
  async function ask(address, one) {
    const those = parts(address), longest = Math.min(30000, ...those.map((part) => 1000 * (Number(part.dataset.longest) || 30)));
    if (document.hidden || those.every(busyTyping)) { one.due = performance.now() + unsteady(one.pace); return; }
    one.asking = true;
    try {
      const seen = those.length === 1 ? those[0].dataset.seen || "" : those.map((part) => `${part.id} ${part.dataset.seen || "-"}`).join("; ");
      const answer = await fetch(address, { headers: { "HX-Request": "true", "X-Seen": seen }, credentials: "same-origin" });
      awaited = 1000 * (Number(answer.headers.get("X-Every")) || Infinity);
      badge(answer.headers.get("X-Waits"));
      one.pace = paceOf(those);
      one.wait = answer.ok ? one.pace : Math.min(one.wait * 2, longest);
      if (answer.ok) tell("");
      else if (answer.status >= 500 || answer.status === 429) tell(notice?.dataset.offline);
      else { tell(notice?.dataset.refused); one.wait = Infinity; } // no longer ours to see: stop asking
      if (answer.status === 200) put(await answer.text(), those);
    } catch {
      one.wait = Math.min(one.wait * 2, longest);
      tell(notice?.dataset.offline);
    }
    one.asking = false;
    one.due = performance.now() + unsteady(one.wait);
    plan();
  }
  function put(text, those) {
    const fresh = [...new DOMParser().parseFromString(text, "text/html").body.children];
    for (const part of fresh) {
      const old = document.getElementById(part.id) ?? (fresh.length === 1 && those.length === 1 ? those[0] : null);
      if (!old?.isConnected || busyTyping(old)) continue; // the next answer brings it again
      const again = focusIn(old);
      const before = window.rommeHeed?.before(old), { id } = part;
      window.htmx.swap(old, part.outerHTML, { swapStyle: "outerHTML" });
      if (before && document.getElementById(id)) window.rommeHeed.after(before, document.getElementById(id));
      again(document.getElementById(id));
    }
  }
  window.rommeNews = put;

  // -- Where a part is replaced the focus stays on what it was on; where that is gone it goes to the part, not to the top of the page.
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
  const like = (one) => [one.tagName, one.id, one.getAttribute("href"), one.getAttribute("name"), one.form?.getAttribute("action")].join("|");
  function focusIn(old) {
    const here = document.activeElement;
    if (!here || here === document.body || !old.contains(here)) return () => {};
    const alike = (part) => [...part.querySelectorAll(FOCUSABLE)].filter((one) => like(one) === sought);
    const sought = like(here), at = Math.max(0, alike(old).indexOf(here));
    return (fresh) => {
      if (!fresh?.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
      const found = alike(fresh), place = found[at] || found[0] || fresh;
      if (place === fresh && !fresh.matches(FOCUSABLE)) fresh.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
  }
  let afterSwap = (_part) => {};
  document.addEventListener("htmx:beforeSwap", (event) => { afterSwap = focusIn(event.detail.target); });
  document.addEventListener("htmx:load", (event) => { afterSwap(event.detail.elt); afterSwap = (_part) => {}; });

  // -- The number block on the screen writes into the numeric field that was last touched.
  let field = null;
  document.addEventListener("focusin", (event) => { if (event.target.matches?.("input[inputmode='numeric']")) field = event.target; });
  document.addEventListener("click", (event) => {
    const key = closest(event, ".numpad [data-key]");
    if (!key) return;
    const target = field?.isConnected ? field : $("input[inputmode='numeric']", key.closest("form"));
    if (!target) return;
    if (key.dataset.key === "back") target.value = target.value.slice(0, -1);
    else if (target.value.length < (target.maxLength > 0 ? target.maxLength : 4)) target.value += key.dataset.key;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // -- New pieces of a page: watch them, and put the eye where something is wrong.
  function settle(within) {
    if (within.matches?.("[data-poll]") || within.querySelector("[data-poll]")) plan();
    const wanted = $("[data-focus]", within);
    if (wanted) { wanted.focus({ preventScroll: true }); bringIntoSight(wanted); }
  }
  // The browser itself centres what is higher than the window, and its heading is out of sight.
  function bringIntoSight(part) {
    const { top, bottom, height } = part.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) part.scrollIntoView({ block: height > innerHeight / 2 ? "start" : "center" });
  }
  document.addEventListener("htmx:load", (event) => settle(event.detail.elt));
  document.addEventListener("DOMContentLoaded", () => settle(document.body));
  document.addEventListener("htmx:sendError", (event) => tell(event.detail.requestConfig?.verb === "get" ? notice?.dataset.offline : notice?.dataset.unsent)); // nobody sends a form again
  document.addEventListener("htmx:responseError", () => tell(notice?.dataset.refused));
  document.addEventListener("htmx:afterOnLoad", () => tell(""));
})();
