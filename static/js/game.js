/* The entry of one game: the number block for thumbs, and the next field at once. Without it the form is as good. */
"use strict";
(() => {
  const form = document.querySelector("form.entry");
  if (!form) return;
  const pad = form.querySelector(".numpad");
  const fields = () => [...form.querySelectorAll(".hand-left__augen input")].filter((field) => field.offsetParent);
  const thumbs = matchMedia("(pointer: coarse)").matches;
  const DIGITS = 3;
  const plan = document.getElementById("plan");
  const limits = plan && JSON.parse(plan.textContent).limits;
  // More than this no hand counts: where nobody opens, the cards that were dealt say it.
  const most = !limits ? 10 ** DIGITS : form.querySelector(".hand-left__opened") ? limits.most[0] : limits.opened[1];
  let field = null;
  const stepped = () => form.classList.contains("is-steps"); // steps.js shows one hand at a time and says what comes next

  const next = (from) => fields()[fields().indexOf(from) + 1];
  const go = (to) => { to?.focus({ preventScroll: true }); to?.select?.(); };

  // The phone's own keyboard would cover the list; the block on the page does not move anything.
  if (thumbs && pad) {
    for (const input of form.querySelectorAll(".hand-left__augen input")) input.inputMode = "none";
    form.addEventListener("focusin", (event) => {
      if (!event.target.closest(".hand-left__augen")) return; // once there the block stays: nothing moves under a thumb
      field = event.target;
      pad.hidden = false;
      setTimeout(() => field.select(), 0); // a number that is touched again is typed anew, and shows as chosen
      if (!stepped()) field.closest("fieldset").scrollIntoView({ block: "start" }); // above the block, with the name in sight
    });
    pad.addEventListener("pointerdown", (event) => event.preventDefault());
    pad.addEventListener("click", (event) => {
      const digit = event.target.closest("[data-digit]")?.dataset.digit;
      if (!digit || !field) return;
      if (digit === "back") { field.value = field.value.slice(0, -1); field.setSelectionRange(9, 9); }
      else if (digit === "next" && !stepped()) {
        const to = next(field);
        if (to) go(to);
        else { field.blur(); pad.hidden = true; form.querySelector(".entry__save .button--big")?.focus(); }
      } else if (digit !== "next") {
        const chosen = field.selectionEnd > field.selectionStart;
        if (chosen) field.value = digit;
        else if (field.value.length < DIGITS) field.value += digit;
        field.setSelectionRange(field.value.length, field.value.length);
      }
      if (digit !== "next") field.dispatchEvent(new Event("input", { bubbles: true }));
      if (stepped()) return void form.dispatchEvent(new CustomEvent("entry:key", { detail: digit }));
      // Where no further digit can follow, the next hand comes by itself.
      if (/^[0-9]$/.test(digit) && field.value !== "0" && (field.value.length === DIGITS || Number(field.value) * 10 > most)) go(next(field));
    });
  }

  // Ja or Nein is answered: the Augen of the same player come next.
  form.addEventListener("click", (event) => {
    if (stepped() || !event.detail || !event.target.matches(".hand-left__opened input")) return; // arrows of the keyboard stay
    go(event.target.closest(".hand-left__row").querySelector(".hand-left__augen input"));
  });

  // Where nothing is asked but Augen, who is finished is answered by the first hand.
  form.addEventListener("click", (event) => {
    if (stepped() || !event.detail || !event.target.matches("[name=winner]")) return;
    const [first] = fields();
    if (first && !first.closest(".hand-left__row").querySelector(".hand-left__opened")) go(first);
  });

  // Enter in a number goes on to the next one, and sends at the end.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".hand-left__augen input")) return;
    const to = next(event.target);
    if (!to) return;
    event.preventDefault();
    const open = to.closest(".hand-left__row").querySelector(".hand-left__opened input");
    open && !to.closest(".hand-left__row").querySelector(":checked") ? open.focus() : go(to);
  });
})();
