/* The field that finds everything: "/" or Ctrl-K goes there, what is found stands below it while one types, arrows and Enter go on. */
"use strict";
(() => {
  const form = document.querySelector("[data-finder]");
  if (!form) return;
  const field = form.querySelector("input");
  const list = form.querySelector(".finder__found");
  let asked = "", waiting = 0;

  const typing = (element) => element.matches?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");
  addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
    const palette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!slash && !palette) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  const close = () => { list.hidden = true; };
  async function look() {
    const words = field.value.trim();
    if (words === asked) return;
    asked = words;
    if (!words) { list.replaceChildren(); return close(); }
    try {
      const answer = await fetch(`${form.action}?was=${encodeURIComponent(words)}`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (!answer.ok || words !== asked) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      list.replaceChildren(...page.body.childNodes);
      list.hidden = false;
    } catch { close(); } // Enter still opens the page
  }
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, 120); });
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
  field.addEventListener("focus", () => { if (list.childElementCount && field.value.trim()) list.hidden = false; });
  form.addEventListener("keydown", (event) => {
    const found = list.hidden ? [] : [...list.querySelectorAll("a")];
    if (event.key === "Escape") { close(); field.focus(); return; }
    if (event.key === "Enter" && event.target === field && found.length && asked === field.value.trim()) {
      event.preventDefault();
      return found[0].click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !found.length) return;
    event.preventDefault();
    const here = found.indexOf(document.activeElement) + step;
    (found[here] ?? (step > 0 ? found[0] : field)).focus();
  });
})();
