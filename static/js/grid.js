/* A list from paper, by keyboard: Enter and the signs move on, the server answers with the sums, a draft stays on this
   device until the list is saved. Without this file the page is a plain form: Tab moves on, and saving shows the sums. */
"use strict";
(() => {
  const form = document.querySelector("form.paper-grid");
  if (!form) return;
  const $ = (selector, within = form) => within.querySelector(selector);
  const cells = [...form.querySelectorAll(".grid-table input")];
  const news = $(".grid-news"), drop = $("button", news);
  const version = form.elements.seen_version, submission = form.elements.submission;
  const S = window.GridState, signs = JSON.parse(form.dataset.signs);
  let leaving = false;

  // -- Moving: as the eye moves over the paper.
  const put = (cell) => { cell ? cell.focus({ preventScroll: true }) : $(".actions .button--big")?.focus(); }; // a list that holds only sums has neither
  const step = (cell, by) => put(cells[cells.indexOf(cell) + by] ?? (by > 0 ? null : cell));
  const vertical = (cell, by) => {
    const place = cell.closest("td").cellIndex;
    const rows = [...form.querySelectorAll(".grid-table tr")].filter((row) => $("input", row));
    for (let at = rows.indexOf(cell.closest("tr")) + by; rows[at]; at += by) {
      const foot = rows[at].closest("tfoot") ? 1 : 0, from = cell.closest("tfoot") ? 1 : 0;
      const other = rows[at].cells[place + from - foot] && $("input", rows[at].cells[place + from - foot]);
      if (other) return put(other);
    }
  };
  const typedIn = (cell, text) => { cell.value = text; changed(); };

  // Three digits are a whole number of Augen: the cell is left by itself, as not opened. Enter behind it says that it was
  // opened; a minus says what stands there already; Backspace goes back into it.
  let left = null;
  function leave(cell) {
    typedIn(cell, form.dataset.opens ? `${cell.value}-` : cell.value);
    step(cell, 1);
    left = cell;
  }
  function behind(event) {
    const cell = left;
    if (!cell || event.key === "Shift") return false;
    left = null;
    const { taken, opened, back } = S.afterThree(event);
    if (!taken) return false;
    event.preventDefault();
    if (opened) typedIn(cell, cell.value.replace("-", ""));
    if (back) put(cell);
    return true;
  }
  form.addEventListener("pointerdown", () => { left = null; });

  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (behind(event)) return;
    if (!cells.includes(cell)) return;
    const place = { value: cell.value, start: cell.selectionStart, end: cell.selectionEnd, game: cell.closest("tbody") !== null };
    const { deed, by, text } = S.move(signs, event, place);
    if (deed === "none") return;
    event.preventDefault();
    if (deed === "save") $(".actions .button--big").click();
    if (deed === "step") step(cell, by);
    if (deed === "vertical") vertical(cell, by);
    if (deed === "type") { typedIn(cell, text); step(cell, 1); }
  });
  form.addEventListener("focusin", (event) => {
    if (!cells.includes(event.target)) return;
    event.target.select();
    event.target.scrollIntoView({ block: "nearest" }); // from behind the bar with the button, and the head of the table
  });

  // -- The draft: what is typed and not saved stays on this device.
  const place = `romme-club:papier:${location.pathname}`;
  const store = { get() { try { return JSON.parse(localStorage.getItem(place)); } catch { return null; } },
    set(value) { try { value ? localStorage.setItem(place, JSON.stringify(value)) : localStorage.removeItem(place); } catch { /* a full or closed store: the page itself still holds everything */ } } };
  const say = (text, kind = "", discard = false) => {
    news.hidden = !text; news.className = `grid-news alert${kind ? ` alert--${kind}` : ""}`;
    $("p", news).textContent = text; drop.hidden = !discard;
  };
  const remember = () => {
    const typed = S.unsaved(cells.map((cell) => ({ name: cell.name, value: cell.value, known: cell.dataset.known })));
    store.set(Object.keys(typed).length ? { typed, version: version.value, submission: submission.value } : null);
  };
  for (const cell of cells) cell.dataset.known = cell.defaultValue;
  const draft = store.get();
  if (draft && !form.dataset.bound) {
    let back = 0;
    for (const cell of cells) {
      const text = draft.typed?.[cell.name];
      if (!S.bringsBack(signs, text, cell.value)) continue;
      cell.value = text; back += 1;
    }
    if (back) { submission.value = draft.submission || submission.value; say(form.dataset.kept, "", true); }
    else store.set(null);
  }
  drop.addEventListener("click", () => { store.set(null); for (const cell of cells) cell.value = cell.dataset.known; say(""); changed(); put(cells[0]); });

  // -- The sums: worked out by the server, as on every other page.
  let timer = 0, asked = 0, shown = 0;
  function changed() { remember(); clearTimeout(timer); timer = setTimeout(ask, 120); }
  form.addEventListener("input", (event) => {
    const cell = event.target, whole = event.inputType === "insertText" && /^\d{3}$/.test(cell.value) && cell.selectionStart === 3;
    if (whole && cells.includes(cell) && cell.closest("tbody")) leave(cell); else changed();
  });
  async function ask() {
    const number = ++asked;
    try {
      const answer = await fetch(form.dataset.sums, { method: "POST", body: new FormData(form), credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      if (number <= shown) return;
      shown = number;
      if (news.classList.contains("alert--bad")) say("");
      draw(told);
    } catch { if (!leaving) { say(form.dataset.offline, "bad"); clearTimeout(timer); timer = setTimeout(ask, 3000); } }
  }
  const text = (element, value) => { if (element && element.textContent !== value) element.textContent = value; };
  function draw(told) {
    const here = document.activeElement?.closest?.("tr")?.dataset.row;
    let taken = 0;
    const moved = String(told.version) !== version.value;
    for (const [number, row] of Object.entries(told.rows)) {
      const line = $(`[data-row="${number}"]`);
      if (moved && revisions) taken += take(line, row);
      text($("[data-finish]", line), row.finish);
      for (const [seat, cell] of Object.entries(row.cells)) {
        const td = $(`[data-seat="${seat}"]`, line);
        if (!td) continue;
        text($("[data-points]", td), cell.points); $("[data-points]", td).classList.toggle("cross", cell.cross);
        text($("[data-total]", td), cell.total); text($("[data-augen]", td), cell.augen_total);
        td.classList.toggle("is-wrong", cell.wrong && number !== here);
      }
      const lines = number === here ? [] : [...(row.refusal ? [["field-error", row.refusal]] : []), ...row.doubts.map((doubt) => ["grid-doubt", `⚠ ${doubt}`])];
      if (row.known) lines.push(["", `${form.dataset.onList} ${row.known}`]);
      const said = $(`[data-said="${number}"]`);
      said.hidden = !lines.length;
      said.firstElementChild.replaceChildren(...lines.map(([name, words]) => { const p = document.createElement("p"); p.className = name; p.textContent = words; return p; }));
    }
    for (const [seat, total] of Object.entries(told.totals)) for (const [what, [own, off]] of Object.entries(total)) {
      for (const place of ["own", "now"]) text($(`[data-${place}="${what}"][data-seat="${seat}"]`), own); // at the foot, and in the head that stays in sight
      const td = $(`[data-off="${what}"][data-seat="${seat}"]`);
      if (td) text($(".grid-off", td), off);
    }
    text($("[data-typed]"), String(told.typed));
    const check = $(".grid-check");
    check.hidden = !told.check.state;
    check.className = `grid-check alert alert--${told.check.state}`;
    text($(".alert__title", check), told.check.title);
    $("ol", check).replaceChildren(...told.check.rows.map((row) => { const li = document.createElement("li"); li.textContent = row.text; return li; }));
    if (moved && revisions) { version.value = told.version; say(form.dataset.moved, "warn"); remember(); if (taken) changed(); }
  }
  // What somebody else wrote meanwhile comes into rows that nobody touched here; elsewhere both versions stand there.
  function take(line, row) {
    const own = [...line.querySelectorAll("input")];
    const fresh = own.map((cell) => row.list[cell.closest("td").dataset.seat] ?? "");
    const now = S.take(own.map((cell) => ({ value: cell.value, known: cell.dataset.known })), fresh);
    own.forEach((cell, at) => {
      if (cell.value !== now.cells[at].value) cell.value = now.cells[at].value;
      cell.dataset.known = now.cells[at].known;
    });
    return now.taken ? 1 : 0;
  }
  const { revisions, follows } = form.dataset;
  if (revisions) { // somebody else may write into this list
    const look = async () => {
      if (!document.hidden) try {
        const answer = await fetch(revisions, { credentials: "omit" });
        if (answer.ok) {
          const numbers = await answer.json();
          const now = follows.split(" ").map((name) => numbers[name] ?? 0).join(" ");
          if (now !== form.dataset.seen) ask();
          form.dataset.seen = now;
        }
      } catch { /* the next answer to typing says it */ }
      setTimeout(look, 2000);
    };
    setTimeout(look, 2000);
  }

  form.addEventListener("submit", () => { leaving = true; remember(); });
  addEventListener("pageshow", () => { leaving = false; });
  if (draft) ask();
  const first = cells.find((cell) => cell.closest("td").classList.contains("is-wrong")) ?? cells.find((cell) => cell.value === "" && cell.closest("tbody")) ?? cells[0];
  const alert = document.querySelector("[data-focus]");
  if (alert && $("td.is-wrong")) alert.removeAttribute("data-focus"); // it is read out anyway; the eye goes to the cell
  if (!document.querySelector("[data-focus]")) put(first);
})();
