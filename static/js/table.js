/* The entry page goes on by itself: keeps and sends games (waiting.js), checks while one is typed, follows the other devices. */
"use strict";
(() => {
  const panel = document.getElementById("wartend");
  if (!panel) return;
  const LIST = panel.dataset.list, W = window.Waiting, S = window.TableState;
  const form = document.querySelector("form.entry[data-number]");
  const plan = form && JSON.parse(document.getElementById("plan").textContent);
  const $ = (selector, within = document) => within.querySelector(selector);
  const slot = (name, within = document) => $(`[data-slot="${name}"]`, within);
  const table = () => document.getElementById("am-tisch");
  const thumbs = matchMedia("(pointer: coarse)").matches;
  let waiting = [], settled = new Set(), number = form ? Number(form.dataset.number) : 0;
  let correcting = Boolean(form?.dataset.row), staged = false;

  // -- The panel: what waits, what needs a look.
  function said(entry) { return entry.said.join(", "); }
  function row(entry) {
    const line = $("template", panel).content.firstElementChild.cloneNode(true);
    const problem = entry.problem;
    slot("title", line).textContent = panel.dataset.game.replace("#", entry.number) + ":";
    slot("mine", line).textContent = said(entry);
    slot("problem", line).hidden = !problem;
    if (problem) slot("problem", line).textContent = S.problemSaid(problem, panel.dataset).join(" ");
    slot("there", line).hidden = !problem?.there?.length;
    if (problem?.there) slot("theirs", line).textContent = problem.there.join(", ");
    const shown = S.deeds(entry, Boolean(form));
    for (const button of line.querySelectorAll("[data-do]")) {
      button.hidden = !shown[button.dataset.do];
      button.dataset.id = entry.id;
    }
    if (problem) line.classList.add("is-asked");
    return line;
  }
  async function draw() {
    waiting = await W.all(LIST);
    const asked = waiting.some((entry) => entry.problem);
    const [other] = await W.elsewhere(LIST);
    slot("elsewhere", panel).hidden = !other;
    if (other) $("a", slot("elsewhere", panel)).href = other.list;
    panel.hidden = !waiting.length && !other;
    slot("head", panel).parentElement.hidden = !waiting.length;
    panel.classList.toggle("is-asked", asked);
    slot("head", panel).textContent = asked ? panel.dataset.ask : waiting.length === 1 ? panel.dataset.one : panel.dataset.many.replace("#", waiting.length);
    slot("rows", panel).replaceChildren(...waiting.map(row));
    if (form) bar();
    if (asked && form) panel.scrollIntoView({ block: "center" });
  }
  panel.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-do]");
    const entry = button && waiting.find((other) => other.id === button.dataset.id);
    if (!entry) return;
    const { problem } = entry;
    const deeds = {
      confirm: () => W.put({ ...entry, mark: problem.mark, problem: null }),
      mine: () => W.put({ ...entry, id: W.sign(), row: problem.row, seen: problem.version, mark: "", problem: null }).then(() => W.drop(entry.id)),
      theirs: () => W.drop(entry.id),
      drop: () => W.drop(entry.id),
      change: async () => {
        // What was never sent is taken back; what may have arrived is corrected by an entry behind it.
        const refused = problem || !entry.sent;
        if (refused) await W.drop(entry.id);
        stage(entry.number, entry, refused ? "" : entry.id);
      },
    };
    await deeds[button.dataset.do]();
    await draw();
    await W.hurry(LIST);
    if (form && button.dataset.do !== "change") await follow();
  });
  let news = false; // something that waited has arrived: the sums above are asked for at once, not when the poll has rested
  document.addEventListener("waiting:saved", (event) => { settled.add(event.detail.entry.number); news = true; });
  document.addEventListener("waiting:changed", async () => {
    await draw();
    if (!news || !form || form.dataset.busy) return;
    news = false;
    await refresh();
  });
  addEventListener("online", () => W.hurry(LIST));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) W.hurry(LIST); });

  async function begin() {
    for (const entry of await W.all(LIST)) if (entry.problem?.state === "forbidden") await W.put({ ...entry, problem: null }); // scanned again?
    await draw();
    if (form) await recall();
    if (form && !correcting && waiting.some((entry) => entry.number === number)) stage(following());
    W.hurry(LIST);
  }

  // -- A page that the service worker has kept may be older than what this phone has seen since.
  const KNOWN = `romme-club-stand:${LIST}`;
  const remember = () => W.put({ id: KNOWN, list: KNOWN, order: 0, version: Number(table().dataset.version), html: table().outerHTML }).catch(() => {});
  async function recall() {
    const [known] = await W.all(KNOWN);
    if (known?.version > Number(table().dataset.version)) window.htmx.swap(table(), known.html, { swapStyle: "outerHTML" });
    else remember();
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/dienst.js").catch(() => {}); // https and localhost only
  if (!form) return void begin();

  // -- Every seat has its tile and its fields here; who rests is hidden. The plan says who that is.
  const resting = document.getElementById("ruht");
  const tiles = $(".tiles", form), rests = $(".tile--rests", form);
  const seats = Object.keys(plan.names).map(Number);
  if (resting) {
    const seat = seats.find((one) => !$(`.hand-left--${one}`, form));
    const tile = resting.content.querySelector("label"), hand = resting.content.querySelector("fieldset");
    const behind = (selector) => seats.filter((one) => one > seat).map((one) => $(selector.replace("#", one), form)).find(Boolean);
    tiles.insertBefore(tile, behind(".tile:has([name=winner][value='#'])") || $(".tile:has([value='0'])", tiles) || rests);
    const last = [...form.querySelectorAll(".hand-left")].at(-1);
    last.parentNode.insertBefore(hand, behind(".hand-left--#") || last.nextSibling);
  }
  const tileOf = (seat) => $(`.tile:has([name=winner][value="${seat}"])`, tiles);
  const handOf = (seat) => $(`.hand-left--${seat}`, form);
  function seat(one, plays) {
    tileOf(one).hidden = !plays;
    $("input", tileOf(one)).disabled = !plays;
    handOf(one).hidden = handOf(one).disabled = !plays;
    if (!plays && rests) {
      tiles.insertBefore(rests, tileOf(one));
      slot("rests", rests).textContent = plan.names[one];
    }
  }

  for (const one of seats) seat(one, plan.games[number].plays.includes(one));

  // -- On to a game: the next one, or one that is changed while it waits.
  function stage(to, entry = null, row = "") {
    if (to === null) return finished();
    const game = plan.games[to];
    number = to;
    staged = true;
    correcting = Boolean(row);
    form.dataset.number = to;
    form.dataset.row = row;
    document.getElementById("berichtigen")?.remove();
    for (const alert of form.querySelectorAll(":scope > .alert, .field-error")) alert.remove();
    slot("number").textContent = to;
    slot("dealer").textContent = game.deals;
    slot("dealer-name").textContent = plan.names[game.deals];
    slot("begins").textContent = plan.names[game.plays[0]];
    for (const one of seats) seat(one, game.plays.includes(one));
    bar();
    for (const box of form.querySelectorAll("input[type=radio], input[type=checkbox]")) box.checked = box.name === "finish" && box.value === plan.plain;
    for (const input of form.querySelectorAll(".hand-left__augen input")) input.value = "";
    for (const [name, value] of Object.entries(entry?.fields || {})) {
      const field = form.elements[name];
      if (field) field.value = value;
    }
    form.hidden = false;
    remark([], "", []);
    complain("");
    const pad = $(".numpad", form);
    if (pad) pad.hidden = true;
    for (const part of document.querySelectorAll("[data-poll]")) if (part.dataset.poll.includes("?spiel=")) part.dataset.poll = game.state;
    for (const field of document.querySelectorAll("#ruf [name=spiel]")) field.value = to;
    history.replaceState(null, "", game.url);
    document.title = document.title.replace(/\d+/, to);
    scrollTo({ top: 0 });
    window.EntrySteps?.begin();
    if (!thumbs) $("input:not(:disabled)", tiles)?.focus({ preventScroll: true });
    if (entry) check();
  }
  // The bar that stays: who deals this game and the next one, and how many are left when what waits has arrived.
  function bar() {
    const game = plan.games[number], after = plan.games[number + 1];
    for (const place of document.querySelectorAll(".table-bar [data-seat]")) place.classList.toggle("deals", place.dataset.seat === String(game.deals));
    const next = slot("deals-next"), left = slot("left");
    if (slot("deals")) slot("deals").textContent = game.deals;
    if (next) { next.parentElement.hidden = !after; next.textContent = after?.deals ?? ""; }
    if (left) left.textContent = S.gamesLeft(Number($(".table-bar").dataset.left), waiting);
  }
  const following = () => S.following(Number(table().dataset.next) || null, waiting, settled, plan.games);
  function finished() {
    form.hidden = true;
    if (!waiting.length) location.assign(LIST); // all games are on the list: signatures come next
  }
  const pristine = () => !form.querySelector("[name=winner]:checked, .hand-left__opened input:checked") && ![...form.querySelectorAll(".hand-left__augen input")].some((input) => input.value);

  // -- The newest state: asked for every moment by site.js, and at once after a game was taken.
  async function refresh() {
    try {
      const answer = await fetch(plan.games[number].state, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (answer.status === 200) window.rommePolling.put(await answer.text(), [table()]);
      return answer.status === 200;
    } catch { return false; }
  }
  // The left neighbour's tap does not leave the page; without the net it says so at the bottom and may be tapped again.
  document.addEventListener("submit", async (event) => {
    const tap = event.target.closest?.("[data-neighbour]");
    if (!tap) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(tap, event.submitter))); // before the button is switched off: it carries the row
    event.submitter.disabled = true;
    try { await fetch(tap.action, { method: "POST", body, credentials: "same-origin" }); } catch { event.submitter.disabled = false; }
    await refresh();
  }, true);

  async function follow() {
    news = false;
    if (await refresh()) settled.clear();
    waiting = await W.all(LIST);
    const next = following();
    if (next === null || next !== number || correcting) stage(next);
  }
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt?.id !== "am-tisch") return;
    remember();
    bar();
    if (form.hidden) return;
    const sameTable = table().dataset.course === plan.course;
    if (sameTable) settled.clear();
    const next = following(), here = table().dataset.row || "";
    const what = S.news({ sameTable, correcting, staged, here, mine: form.dataset.row, waiting, next, number, pristine: pristine() });
    if (what === "reload") location.reload();
    else if (what === "next") stage(next);
    else if (what !== "stay") complain(what === "calm" ? "" : what);
  });

  // -- While it is typed: the server says what is odd; without it, the limits that it gave along.
  const general = $("[data-remark=all]", form), sure = document.getElementById("stimmt"), missing = document.getElementById("fehlt");
  const tick = $("input", sure);
  let asked = 0, clock = 0, doubtful = [], stale = false; // stale: what is said of the game is older than what is typed
  const typed = () => S.typed(new FormData(form));
  const losers = (fields) => S.losers(plan.games[number], fields);
  const asks = (one) => Boolean($(".hand-left__opened", handOf(one)));
  const stepped = () => form.classList.contains("is-steps"); // a phone shows one hand at a time: steps.js
  function complain(what) {
    missing.hidden = !what;
    missing.textContent = what ? missing.dataset[what] : "";
  }
  form.addEventListener("entry:lacks", (event) => complain(event.detail));
  function remark(remarks, mark, seatsAtFault) {
    for (const line of form.querySelectorAll("[data-remark]")) {
      const mine = remarks.filter((one) => String(one.seat ?? "all") === line.dataset.remark || (line === general && one.seat && !$(`[data-remark="${one.seat}"]:not([hidden])`, form) && !handOf(one.seat)?.offsetParent));
      line.hidden = !mine.length;
      line.textContent = mine.map((one) => one.text).join(" ");
      line.classList.toggle("is-refused", mine.some((one) => one.refused));
      if (mine.length && !stepped() && line.closest("fieldset")?.contains(document.activeElement)) line.closest("fieldset").scrollIntoView({ block: "start" }); // the field stays in sight, the doubt right beneath it
    }
    doubtful = seatsAtFault;
    sure.hidden = !mark;
    const why = document.getElementById("grund");
    why.hidden = !mark;
    if (mark && !stepped() && document.activeElement?.matches(".hand-left__augen input")) requestAnimationFrame(() => document.activeElement.closest("fieldset")?.scrollIntoView({ block: "start" }));
    const typedIn = (one) => Number(Boolean(one.seat && handOf(one.seat)?.contains(document.activeElement))); // its doubt is read first
    why.textContent = mark ? [...remarks].sort((one, other) => typedIn(other) - typedIn(one)).map((one) => (one.seat ? `${plan.names[one.seat]}: ${one.text.replace(/^\S+ \d+: /, "")}` : one.text)).join(" ") : "";
    tick.disabled = !mark;
    if (tick.value !== mark) tick.checked = false;
    tick.value = mark;
    window.EntrySteps?.draw();
  }
  async function check() {
    const fields = typed(), turn = (asked += 1);
    try {
      const answer = await fetch(`${plan.games[number].check}?${new URLSearchParams(fields)}`, { credentials: "same-origin" });
      const { remarks, mark } = await answer.json();
      if (turn === asked) { remark(remarks, mark, []); stale = false; }
    } catch {
      if (turn !== asked) return;
      const game = plan.games[number], remarks = S.limitsAlone(plan.limits, game, fields, asks);
      remark(remarks, S.mayVouch(game, fields, asks, remarks) ? "phone" : "", remarks.map((one) => one.seat));
      stale = false;
    }
  }
  form.addEventListener("input", (event) => {
    if (event.target === tick) return complain("");
    complain("");
    stale = true;
    clearTimeout(clock);
    clock = setTimeout(check, 200);
  });

  // -- Sending: first kept, then sent; the page waits a moment for the answer and goes on.
  function inWords(fields) {
    const label = (selector) => $(selector, form)?.closest("label").querySelector("span")?.textContent.trim() || "";
    const winner = fields.winner === "0" ? label("[name=winner][value='0']") : `${fields.winner} ${plan.names[fields.winner]}: ${label(`[name=finish][value="${fields.finish || plan.plain}"]`) || "✓"}`;
    return [winner, ...losers(fields).map((one) => `${one} ${plan.names[one]}: ${fields[`augen_${one}`]}${fields[`opened_${one}`] ? ` (${$(".hand-left__opened .label", handOf(one)).textContent} ${label(`[name=opened_${one}][value=${fields[`opened_${one}`]}]`)})` : ""}`)];
  }
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.dataset.busy) return;
    if (stale) { // a doubt about the first digit of a number must not hold up the whole number
      form.dataset.busy = "1";
      clearTimeout(clock);
      await Promise.race([check(), new Promise((done) => setTimeout(done, 800))]);
      delete form.dataset.busy;
      if (stale) remark([], "", []); // no answer yet: it is judged when it is sent
    }
    const fields = typed(), lack = S.lacking(plan.games[number], fields, asks);
    if (lack) {
      const there = lack.seat === null ? tiles : handOf(lack.seat);
      complain(lack.what);
      if (!stepped()) there.scrollIntoView({ block: "center" });
      return void $(lack.what === "augen" ? ".hand-left__augen input" : "input", there)?.focus({ preventScroll: true });
    }
    if (form.querySelector(".remark.is-refused:not(#fehlt):not([hidden])")) return complain("refused");
    if (!sure.hidden && !tick.checked) {
      complain("sure");
      return tick.focus({ preventScroll: true }); // the field in doubt stays in sight
    }
    form.dataset.busy = "1";
    try {
      const mark = tick.checked && tick.value !== "phone" ? tick.value : "";
      const game = plan.games[number];
      const entry = await W.add({
        list: LIST, number, send: game.send, row: form.dataset.row || "", seen: table().dataset.version, fields, mark, sent: true,
        checked: tick.checked ? doubtful : [], said: inWords(fields),
      });
      await Promise.race([W.pump(LIST).then(() => W.pump(LIST)), new Promise((done) => setTimeout(done, 1500))]);
      const kept = (await W.all(LIST)).find((other) => other.id === entry.id);
      if (["doubt", "refused"].includes(kept?.problem?.state)) await backToTheForm(kept);
      else if (kept?.problem) await draw();
      else await follow();
    } finally {
      delete form.dataset.busy;
      await draw();
    }
  }, true);
  async function backToTheForm(kept) {
    await W.drop(kept.id);
    const { doubts, errors, mark } = kept.problem;
    remark((doubts || errors).map((one) => ({ ...one, refused: Boolean(errors) })), mark || "", []);
    complain(errors ? "refused" : "sure");
    if (stepped()) window.EntrySteps.look((doubts || errors).find((one) => one.seat)?.seat);
    else missing.scrollIntoView({ block: "center" });
  }

  // -- Keys for the laptop: a seat or T, then H, A, S or R, then J or N, Augen, Enter.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || form.hidden || $("dialog[open]")) return;
    const key = event.key.toLowerCase(), within = event.target.closest?.(".hand-left");
    const inNumber = event.target.matches?.(".hand-left__augen input");
    if (!inNumber && event.target.matches?.("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
    const fields = typed();
    const choose = (selector) => {
      const box = $(selector, form);
      if (!box || box.disabled) return false;
      box.checked = true;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      event.preventDefault();
      return true;
    };
    const toLoser = () => {
      const one = losers(typed())[0];
      const first = $(".hand-left__opened input", handOf(one)) || $(".hand-left__augen input", handOf(one));
      first.focus();
    };
    if (!inNumber && /^[0-6t]$/.test(key) && choose(`[name=winner][value="${key === "t" ? 0 : key}"]`)) return toLoser();
    const finish = plan.keys[key];
    if (finish && fields.winner && fields.winner !== "0" && choose(`[name=finish][value="${finish}"]`)) return;
    const opened = { j: "ja", n: "nein" }[key];
    const hand = within || (fields.winner && losers(fields).map(handOf).find((one) => !$("[name^=opened_]:checked", one)));
    if (opened && hand) {
      const box = $(`.hand-left__opened input[value=${opened}]`, hand);
      if (box && choose(`#${box.id}`)) { const input = $(".hand-left__augen input", hand); input.focus(); input.select(); }
    }
  });

  begin();
  if (pristine() && !thumbs) $("input:not(:disabled)", tiles)?.focus({ preventScroll: true });
})();
