/* The entry of a game by thumb: who is finished, then one hand after the other above the number block; the last touch saves.
   What follows from a touch is decided by table-state.js; here it is shown. Laptops and corrections see the whole form. */
"use strict";
(() => {
  const form = document.querySelector("form.entry[data-number]");
  if (!form || !matchMedia("(pointer: coarse)").matches) return;
  const S = window.TableState, plan = JSON.parse(document.getElementById("plan").textContent);
  const $ = (selector, within = form) => within.querySelector(selector);
  const slot = (name, within = form) => $(`[data-slot="${name}"]`, within);
  const pad = $(".numpad"), save = $(".entry__save .button--big"), foot = $(".entry__save");
  const handOf = (seat) => $(`.hand-left--${seat}`), augenOf = (seat) => $(".hand-left__augen input", handOf(seat));
  const asks = (seat) => Boolean($(".hand-left__opened", handOf(seat)));
  const game = () => plan.games[form.dataset.number];
  const typed = () => S.typed(new FormData(form));
  const guessed = new Set(); // seats for which nobody has tapped Ja or Nein: another number asks anew
  let at = 0; // the seat whose hand is counted; 0 while it is asked who is finished

  // -- What is shown: the question or the hand, what was said before it, and what the next touch does.
  const nameOf = (seat) => $(`.table-bar [data-seat="${seat}"] .table-bar__name`, document)?.textContent.trim().replace(/\s+/g, " ") || plan.names[seat];
  const labelOf = (box) => $("span", box.closest("label")).textContent.trim();
  function part(words, to) {
    const button = document.getElementById("gesagt").content.firstElementChild.cloneNode(true);
    slot("what", button).textContent = words;
    button.addEventListener("click", () => look(to));
    return button;
  }
  function said(fields) {
    if (!at) return [];
    const winner = $("[name=winner]:checked");
    const hands = S.losers(game(), fields).filter((seat) => seat !== at && fields[`augen_${seat}`]);
    const opened = (seat) => { const box = $(`[name=opened_${seat}]:checked`); return box ? ` ${labelOf(box)}` : ""; };
    return [part(fields.winner === "0" ? labelOf(winner) : `✓ ${nameOf(fields.winner)}`, 0), ...hands.map((seat) => part(`${nameOf(seat)}: ${fields[`augen_${seat}`]}${opened(seat)}`, seat))];
  }
  function draw() {
    const steps = !form.dataset.row && !form.hidden;
    form.classList.toggle("is-steps", steps);
    document.body.classList.toggle("has-steps", steps);
    if (!steps) return;
    const fields = typed(), lack = S.lacking(game(), fields, asks);
    if (!fields.winner || !S.losers(game(), fields).includes(at)) at = 0;
    const last = at && S.after(game(), fields, asks, at) === null;
    form.dataset.step = at ? "hand" : "winner";
    form.classList.toggle("is-last", Boolean(last || !lack));
    for (const hand of form.querySelectorAll(".hand-left")) hand.classList.toggle("is-current", hand === handOf(at));
    for (const note of form.querySelectorAll(".saves")) note.hidden = !(last && note.closest(".is-current") && fields[`augen_${at}`]);
    pad.hidden = !at;
    const guess = slot("guess"), before = slot("said");
    if (guess) guess.hidden = !(at && fields.winner === "0");
    before.replaceChildren(...said(fields));
    before.hidden = !at;
    show();
  }
  // What was said stands under the bar where there is room; the hand is whole above the block in any case.
  // News that arrive while somebody types (a word above the block) move nothing unless they would cover the number.
  function show(news = false) {
    const call = document.getElementById("ruf");
    form.style.setProperty("--call", `${call?.offsetHeight || 0}px`);
    form.style.setProperty("--below", `${foot.offsetHeight + (call?.offsetHeight || 0)}px`);
    if (!at) return;
    const covers = foot.getBoundingClientRect().top;
    if (news) return scrollBy({ top: Math.max(0, augenOf(at).getBoundingClientRect().bottom - covers + 4), behavior: "instant" });
    const top = slot("said").getBoundingClientRect().top - $(".table-bar", document).offsetHeight - 4;
    const over = handOf(at).getBoundingClientRect().bottom - covers + 4;
    scrollBy({ top: Math.max(top, over), behavior: "instant" });
  }
  function look(seat) {
    at = Number(seat) || 0;
    draw();
    if (at) augenOf(at).focus({ preventScroll: true });
    else scrollTo({ top: 0, behavior: "instant" });
  }
  /** A new game, or what was half typed: on to the first thing that is missing. */
  function begin() {
    const fields = typed(), lack = S.lacking(game(), fields, asks);
    guessed.clear();
    at = 0;
    draw();
    if (fields.winner && !form.dataset.row) look(lack?.seat ?? S.losers(game(), fields).at(-1));
  }

  // -- What is touched.
  function touch(by) {
    if (!at) return;
    const next = S.touched({ limits: plan.limits, game: game(), fields: typed(), asks, seat: at, by });
    const box = next.opened && $(`[name=opened_${at}][value=${next.opened}]`);
    if (box && by === "digit") guessed.add(at);
    if (box && !box.checked) { box.checked = true; box.dispatchEvent(new Event("input", { bubbles: true })); }
    if (next.what === "ask") form.dispatchEvent(new CustomEvent("entry:lacks", { detail: next.lacks }));
    if (next.what === "go") look(next.to);
    else draw();
    if (next.what === "stay" && by === "opened") augenOf(at).focus({ preventScroll: true });
    if (next.what === "save") form.requestSubmit(save);
  }
  form.addEventListener("entry:key", (event) => {
    if (event.detail === "next") return touch("next");
    if (guessed.delete(at)) $(`[name=opened_${at}]:checked`).checked = false;
    touch("digit");
  });
  form.addEventListener("click", (event) => { // a thumb, not the arrows of a keyboard; after the box has told its news
    if (!event.detail || !form.classList.contains("is-steps")) return;
    if (event.target.matches("[name=winner]")) setTimeout(() => { const fields = typed(); look(S.lacking(game(), fields, asks)?.seat ?? S.losers(game(), fields)[0]); });
    if (event.target.matches(".hand-left__opened input")) guessed.delete(at);
    if (event.target.matches(".hand-left__opened input")) setTimeout(() => touch("opened"));
  });
  form.addEventListener("focusin", (event) => {
    const hand = event.target.closest(".hand-left"), seat = Number(hand?.className.match(/hand-left--(\d)/)?.[1]);
    if (!form.classList.contains("is-steps") || (!hand && event.target.name !== "winner") || (seat || 0) === at) return;
    at = seat || 0;
    draw();
  });
  form.addEventListener("input", () => draw());
  new ResizeObserver(() => show(true)).observe(foot);

  window.EntrySteps = { begin, draw, look };
  begin();
})();
