/* Parts of a page that fetch themselves anew.
   <div id="stand" data-poll="/…/stand/" data-every="4" data-revisions="/…/revisionen/2/" data-follows="common list-7" data-seen="3 41">
   A part that follows revision numbers asks for those, all parts of a page with the same address together, and fetches itself
   (data-poll) when one of its numbers differs from what it shows, and once a minute in any case: whoever may no longer see it has
   to hear of that. What time alone changes says in how many seconds (data-changes-in). A part without numbers (a file that is made, a search) fetches itself each time and
   says what it shows by X-Seen; 204 means that nothing is new.
   The pace is a mean, so that a hall of phones does not ask in step. Nothing is replaced while somebody types in it or the page is hidden. */
"use strict";
(() => {
  const FIRST = 1200, LONGEST_WAIT = 30000, AT_LEAST_EVERY = 60000;
  const $ = (selector, root = document) => root.querySelector(selector);
  const notice = $("#notice");
  const tell = (text) => {
    if (!notice) return;
    notice.hidden = !text;
    $("p", notice).textContent = text || "";
  };
  const isTypedIn = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  const unsteady = (milliseconds) => milliseconds * (0.75 + Math.random() / 2);

  const questions = new Map(); // address of revision numbers, or of a part without → { due, wait, pace, asking }
  const fetched = new Map(); // address of a part that follows numbers → when it was fetched last
  let alarm = 0;

  const allParts = () => [...document.querySelectorAll("[data-poll]")];
  const askedAt = (part) => part.dataset.revisions || part.dataset.poll;
  const partsAt = (address) => allParts().filter((part) => askedAt(part) === address);
  const paceOf = (parts) => Math.min(...parts.map((part) => 1000 * (Number(part.dataset.every) || 4)));
  const longestOf = (parts) => Math.min(LONGEST_WAIT, ...parts.map((part) => 1000 * (Number(part.dataset.longest) || 30)));

  function plan() {
    clearTimeout(alarm);
    const now = performance.now();
    for (const address of questions.keys()) if (!partsAt(address).length) questions.delete(address);
    for (const part of allParts()) {
      const address = askedAt(part);
      const pace = paceOf(partsAt(address));
      if (!questions.has(address)) questions.set(address, { due: now + unsteady(Math.min(pace, FIRST)), wait: pace, pace, asking: false });
      questions.get(address).pace = pace;
      if (!fetched.has(part.dataset.poll)) fetched.set(part.dataset.poll, now);
    }
    const next = Math.min(...[...questions.values()].filter((one) => !one.asking).map((one) => one.due));
    if (Number.isFinite(next)) alarm = setTimeout(askAll, Math.max(20, next - now));
  }
  function soon() { // back in the network, or looked at again: nobody waits for what was planned before; not all in step
    const now = performance.now();
    for (const one of questions.values()) if (!one.asking && one.wait < Infinity) one.due = Math.min(one.due, now + 200 + 1600 * Math.random());
    plan();
  }
  function askAll() {
    const now = performance.now();
    for (const [address, one] of questions) if (!one.asking && one.due <= now + 5) void ask(address, one);
    plan();
  }

  async function ask(address, one) {
    const parts = partsAt(address);
    if (document.hidden || parts.every(isTypedIn)) {
      one.due = performance.now() + unsteady(one.pace);
      return;
    }
    one.asking = true;
    const status = parts[0].dataset.revisions ? await askNumbers(address, parts) : await fetchPart(address);
    one.pace = paceOf(partsAt(address));
    if (status >= 200 && status < 300) {
      tell("");
      one.wait = one.pace;
    } else if (status === 0 || status >= 500 || status === 429) {
      tell(notice?.dataset.offline);
      one.wait = Math.min(one.wait * 2, longestOf(parts));
    } else { // no longer ours to see
      tell(notice?.dataset.refused);
      one.wait = Infinity;
    }
    one.asking = false;
    one.due = performance.now() + unsteady(one.wait);
    plan();
  }
  async function askNumbers(address, parts) {
    let numbers;
    try {
      const answer = await fetch(address, { credentials: "omit" });
      if (!answer.ok) return answer.status;
      numbers = await answer.json();
    } catch {
      return 0;
    }
    const now = performance.now();
    const isStale = (part) => part.dataset.follows.split(" ").map((name) => numbers[name] ?? 0).join(" ") !== part.dataset.seen;
    const lasts = (part) => Math.min(AT_LEAST_EVERY, 1000 * (Number(part.dataset.changesIn) || Infinity));
    const isOld = (part) => now - fetched.get(part.dataset.poll) > lasts(part);
    const stale = new Set(parts.filter((part) => (isStale(part) || isOld(part)) && !isTypedIn(part)).map((part) => part.dataset.poll));
    let worst = 200;
    for (const each of stale) {
      const status = await fetchPart(each);
      if (status < 200 || status >= 300) worst = status;
    }
    return worst;
  }
  async function fetchPart(address) { // returns the status; 0 without a network
    const parts = allParts().filter((part) => part.dataset.poll === address);
    const headers = { "HX-Request": "true" };
    if (parts.length && !parts[0].dataset.revisions) headers["X-Seen"] = parts[0].dataset.seen || "";
    try {
      const answer = await fetch(address, { headers, credentials: "same-origin" });
      if (answer.ok) fetched.set(address, performance.now());
      if (answer.status === 200) put(await answer.text(), parts);
      return answer.status;
    } catch {
      return 0;
    }
  }

  function put(text, parts) {
    const fresh = [...new DOMParser().parseFromString(text, "text/html").body.children];
    for (const part of fresh) {
      const old = document.getElementById(part.id) ?? (fresh.length === 1 && parts.length === 1 ? parts[0] : null);
      if (!old?.isConnected || isTypedIn(old)) continue; // the next answer brings it again
      const restoreFocus = keepFocus(old);
      const before = window.rommeHeed?.before(old);
      const counted = Number(old.dataset.grows);
      const { id } = part;
      window.htmx.swap(old, part.outerHTML, { swapStyle: "outerHTML" });
      const now = document.getElementById(id);
      if (before && now) window.rommeHeed.after(before, now);
      if (now && Number(now.dataset.grows) > counted) window.rommeHeed?.heed(now.parentElement);
      restoreFocus(now);
    }
  }

  // -- Where a part is replaced the focus stays on what it was on; where that is gone it goes to the part, not to the top of the page.
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
  const like = (one) => [one.tagName, one.id, one.getAttribute("href"), one.getAttribute("name"), one.form?.getAttribute("action")].join("|");
  function keepFocus(old) { // returns what restores the focus in the part that replaces this one
    const here = document.activeElement;
    if (!here || here === document.body || !old.contains(here)) return () => {};
    const sought = like(here);
    const alike = (part) => [...part.querySelectorAll(FOCUSABLE)].filter((one) => like(one) === sought);
    const at = Math.max(0, alike(old).indexOf(here));
    return (fresh) => {
      if (!fresh?.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
      const found = alike(fresh);
      const place = found[at] || found[0] || fresh;
      if (place === fresh && !fresh.matches(FOCUSABLE)) fresh.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
  }

  window.rommePolling = { put, keepFocus, tell, notice };
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  document.addEventListener("htmx:load", plan);
  document.addEventListener("DOMContentLoaded", plan);
})();
