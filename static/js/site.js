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

  let afterSwap = (_part) => {};
  document.addEventListener("htmx:beforeSwap", (event) => { afterSwap = window.rommePolling.keepFocus(event.detail.target); });
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
    const wanted = $("[data-focus]", within);
    if (!wanted) return;
    wanted.focus({ preventScroll: true });
    bringIntoSight(wanted);
  }
  // The browser itself centres what is higher than the window, and its heading is out of sight.
  function bringIntoSight(part) {
    const { top, bottom, height } = part.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) part.scrollIntoView({ block: height > innerHeight / 2 ? "start" : "center" });
  }
  const { tell, notice } = window.rommePolling;
  document.addEventListener("htmx:load", (event) => settle(event.detail.elt));
  document.addEventListener("DOMContentLoaded", () => settle(document.body));
  document.addEventListener("htmx:sendError", (event) => tell(event.detail.requestConfig?.verb === "get" ? notice?.dataset.offline : notice?.dataset.unsent)); // nobody sends a form again
  document.addEventListener("htmx:responseError", () => tell(notice?.dataset.refused));
  document.addEventListener("htmx:afterOnLoad", () => tell(""));
})();
