// The director's board: two names are tapped, dragged onto each other, or chosen with the keys. Before anything is
// done the server shows what it costs. Without this file each name is a button that leads to the page with two selects.
"use strict";
(() => {
  const board = document.querySelector("form.board");
  if (!board) return;
  const LONG = 350; // milliseconds until a finger that stays picks up: before that it scrolls
  const SLIP = 8; // pixels that a click may wander
  const S = window.BoardState;
  const said = document.getElementById("ansage");
  const chairs = () => [...board.querySelectorAll("[data-chair]")];
  const chairAt = (x, y) => document.elementFromPoint(x, y)?.closest?.("[data-chair]");
  let picked = null;
  /** @type {any} */
  let drag = null;

  const say = (text) => { if (said) said.textContent = text; };
  function pick(chair) {
    if (picked) picked.setAttribute("aria-pressed", "false");
    picked = chair;
    if (!chair) return;
    chair.setAttribute("aria-pressed", "true");
    say(said.dataset.picked.replace("{name}", chair.dataset.name));
  }
  function drop() {
    if (!picked) return;
    picked.setAttribute("aria-pressed", "false");
    picked = null;
    say(said.dataset.dropped);
  }

  // -- What it costs: the same page as without scripts, in a dialog.
  async function ask(one, other) {
    const query = new URLSearchParams({ serie: board.dataset.series, eins: one.dataset.player, gesehen: board.dataset.version });
    if (other.dataset.player) query.set("zwei", other.dataset.player);
    else { query.set("tisch", other.dataset.table); query.set("platz", other.dataset.seat); }
    const box = document.getElementById("dialog");
    document.getElementById("dialog-body").replaceChildren();
    await window.htmx.ajax("GET", `${board.action}?${query}`, { target: "#dialog-body", swap: "innerHTML" });
    if (!document.getElementById("dialog-body").childElementCount) return drop();
    box.addEventListener("close", () => { drop(); one.focus({ preventScroll: true }); }, { once: true });
    if (!box.open) box.showModal();
  }
  function choose(chair) {
    const what = S.tap(picked, chair, Boolean(chair.dataset.player));
    if (what === "pick") pick(chair);
    if (what === "drop") drop();
    if (what === "ask") ask(picked, chair);
  }

  // -- Tap and Enter: the buttons would send the form; here they pick up and put down.
  let muted = false; // the click that ends a drag is no tap
  board.addEventListener("submit", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  board.addEventListener("click", (event) => {
    const chair = event.target.closest("[data-chair]");
    if (!chair) return;
    event.preventDefault();
    if (muted) { muted = false; return; }
    reach(chair);
    choose(chair);
  });

  // -- Keys: one stop in the order of the page, arrows go to the nearest chair in their direction.
  function reach(chair) {
    for (const other of chairs()) other.tabIndex = other === chair ? 0 : -1;
  }
  const middle = (element) => { const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function nearest(from, way) {
    const all = chairs();
    return all[S.nearest(all.map(middle), all.indexOf(from), way)];
  }
  board.addEventListener("keydown", (event) => {
    const chair = event.target.closest("[data-chair]");
    if (!chair) return;
    if (event.key === "Escape" && picked) { event.preventDefault(); return drop(); }
    if ((event.key === "Enter" || event.key === " ") && !chair.dataset.player) { event.preventDefault(); return choose(chair); }
    const way = WAYS[event.key];
    const next = way && nearest(chair, way);
    if (!next) return;
    event.preventDefault();
    reach(next);
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });

  // -- Drag: a mouse at once, a finger after a moment of rest, so that one can still scroll.
  function lift(event) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.textContent = drag.chair.dataset.name;
    document.body.append(ghost);
    drag.ghost = ghost;
    drag.chair.classList.add("is-lifted");
    document.documentElement.classList.add("dragging");
    drop();
    say(said.dataset.picked.replace("{name}", drag.chair.dataset.name));
    navigator.vibrate?.(20);
    carry(event.clientX, event.clientY);
  }
  function carry(x, y) {
    drag.x = x;
    drag.y = y;
    drag.ghost.style.transform = `translate(${x - 40}px, ${y - 56}px)`;
    const over = chairAt(x, y);
    if (over !== drag.over) {
      drag.over?.classList.remove("is-over");
      drag.over = over === drag.chair || !board.contains(over) ? null : over;
      drag.over?.classList.add("is-over");
    }
    roll();
  }
  function roll() { // near the edge of the window the page moves along
    if (!drag?.ghost || drag.rolling) return;
    const step = S.roll(drag.y, innerHeight);
    if (!step) return;
    drag.rolling = true;
    scrollBy({ top: step, behavior: "instant" });
    requestAnimationFrame(() => { if (drag?.ghost) { drag.rolling = false; carry(drag.x, drag.y); } });
  }
  function end() {
    clearTimeout(drag?.timer);
    drag?.ghost?.remove();
    drag?.chair.classList.remove("is-lifted");
    drag?.over?.classList.remove("is-over");
    document.documentElement.classList.remove("dragging");
    drag = null;
  }
  board.addEventListener("pointerdown", (event) => {
    const chair = event.target.closest("[data-player]");
    if (!chair || !event.isPrimary || event.button !== 0) return;
    muted = false;
    drag = { chair, startX: event.clientX, startY: event.clientY, id: event.pointerId };
    if (event.pointerType !== "mouse") drag.timer = setTimeout(() => lift(event), LONG);
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.ghost) return carry(event.clientX, event.clientY);
    if (Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < SLIP) return;
    if (event.pointerType === "mouse") lift(event);
    else end(); // the finger scrolls
  });
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { chair, over, ghost } = drag;
    end();
    if (!ghost) return;
    muted = true;
    setTimeout(() => { muted = false; }, 50);
    if (!over) return say(said.dataset.dropped);
    pick(chair);
    ask(chair, over);
  });
  addEventListener("pointercancel", () => { if (drag) end(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) { end(); muted = true; say(said.dataset.dropped); } });
  addEventListener("touchmove", (event) => { if (drag?.ghost && event.cancelable) event.preventDefault(); }, { passive: false });
  board.addEventListener("contextmenu", (event) => { if (drag) event.preventDefault(); });
  board.addEventListener("dragstart", (event) => event.preventDefault());

  // -- Looking for somebody: the chair lights up while one types, Enter goes there.
  const seek = document.querySelector("[data-board-search]");
  const hits = () => chairs().filter(({ dataset }) => S.fits(seek.value, { name: dataset.name, player: dataset.player }));
  seek?.addEventListener("input", () => {
    const found = hits();
    for (const chair of chairs()) chair.classList.toggle("place--me", found.includes(chair) && Boolean(chair.dataset.player));
    if (seek.value.trim()) say(said.dataset.found.replace("{count}", String(found.length)));
  });
  seek?.form.addEventListener("submit", (event) => {
    const [first] = hits();
    if (!first) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    first.scrollIntoView({ block: "center" });
    reach(first);
    first.focus({ preventScroll: true });
  }, true);

  for (const free of board.querySelectorAll("[data-free]")) { free.setAttribute("role", "button"); free.setAttribute("aria-label", free.dataset.name); }
  const start = board.querySelector(`[data-player="${board.dataset.picked || 0}"]`);
  reach(start || chairs()[0]);
  if (start) { pick(start); start.scrollIntoView({ block: "center" }); }
})();
