/* What was typed and is not on the list yet: kept in the browser, sent in order, each once. No page, no words: table.js shows it. */
"use strict";
window.Waiting = (() => {
  const NAME = "romme-club", STORE = "waiting", FALLBACK = "romme-club-waiting";
  const PATIENCE = 8000, FIRST_PAUSE = 1500, LONGEST_PAUSE = 15000;

  // -- Keeping. IndexedDB is there on http and https; where a browser refuses it, localStorage must do.
  let opened = null;
  function database() {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () => reject(request.error);
    });
    return opened;
  }
  const small = {
    read: () => JSON.parse(localStorage.getItem(FALLBACK) || "[]"),
    write: (entries) => localStorage.setItem(FALLBACK, JSON.stringify(entries)),
  };
  async function within(mode, work) {
    let base;
    try { base = await database(); } catch { return null; }
    return new Promise((resolve, reject) => {
      const deed = base.transaction(STORE, mode, { durability: "strict" }); // on the disk before anybody says so
      const request = work(deed.objectStore(STORE));
      deed.oncomplete = () => resolve({ result: request.result });
      deed.onerror = deed.onabort = () => reject(deed.error);
    });
  }
  async function everything() {
    const kept = await within("readonly", (store) => store.getAll());
    return [...(kept ? kept.result : []), ...small.read()];
  }
  async function all(list) {
    return (await everything()).filter((entry) => entry.list === list).sort((one, other) => one.order - other.order);
  }
  async function elsewhere(list) { // games for another list that this phone had before
    return (await everything()).filter((entry) => entry.send && entry.list !== list);
  }
  async function put(entry) {
    if (await within("readwrite", (store) => store.put(entry))) return;
    small.write([...small.read().filter((other) => other.id !== entry.id), entry]);
  }
  async function drop(id) {
    await within("readwrite", (store) => store.delete(id));
    const rest = small.read().filter((entry) => entry.id !== id);
    if (rest.length !== small.read().length) small.write(rest);
  }
  async function add(entry) {
    const before = await all(entry.list);
    const whole = { ...entry, id: sign(), order: (before.at(-1)?.order ?? 0) + 1, problem: null };
    await put(whole);
    return whole;
  }
  function sign() { // crypto.randomUUID is for https only; random numbers are for everybody
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  // -- Sending: one after the other, the oldest first; what needs a person stops those behind it.
  const secret = () => document.cookie.match(/(?:^|; )rommeclub_csrf=([^;]+)/)?.[1] || document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";

  async function post(entry) {
    const body = new URLSearchParams({ ...entry.fields, submission: entry.id, seen_version: entry.seen, confirmed: entry.mark || "" });
    const stop = new AbortController();
    const bell = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(entry.send, {
        method: "POST", body, signal: stop.signal, credentials: "same-origin", redirect: "error",
        headers: { "X-CSRFToken": secret(), Accept: "application/json" },
      });
      const ours = (answer.headers.get("Content-Type") || "").startsWith("application/json");
      if (ours && [200, 409, 422].includes(answer.status)) return await answer.json();
      if (answer.status === 403) return { state: "forbidden" };
      if ([400, 404, 405, 413].includes(answer.status)) return { state: "refused", errors: [{ seat: null, text: `${answer.status}` }] };
      return null; // a server that starts, a proxy without its server, the login page of some Wi-Fi: later
    } catch {
      return null;
    } finally {
      clearTimeout(bell);
    }
  }

  // What the answer means for the entry: "saved", "ask" (a person), "again" (now, with what was learned), "later".
  async function settle(entry, answer) {
    if (!answer) return "later";
    if (answer.state === "saved" || answer.same) {
      await drop(entry.id);
      return "saved";
    }
    if (answer.state === "stale" && answer.writable && answer.row === entry.row) {
      await put({ ...entry, seen: answer.version }); // the list has moved, this game has not: nothing is overwritten
      return "again";
    }
    if (answer.state === "doubt" && answer.doubts.every((doubt) => doubt.seat && entry.checked.includes(doubt.seat))) {
      await put({ ...entry, mark: answer.mark }); // confirmed on the phone while nobody could be asked
      return "again";
    }
    await put({ ...entry, problem: answer });
    return "ask";
  }

  let busy = null, bell = 0, pause = FIRST_PAUSE;
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`waiting:${name}`, { detail }));

  function pump(list) {
    busy ??= run(list).finally(() => { busy = null; });
    return busy;
  }
  async function run(list) {
    clearTimeout(bell);
    for (let turns = 0; turns < 200; turns += 1) {
      const entry = (await all(list))[0];
      if (!entry || entry.problem) break;
      const answer = await post(entry);
      const now = (await all(list))[0]; // somebody may have taken it back meanwhile
      if (!now || now.id !== entry.id) continue;
      const outcome = await settle(entry, answer);
      if (outcome === "later") {
        bell = setTimeout(() => pump(list), pause);
        pause = Math.min(pause * 1.5, LONGEST_PAUSE);
        break;
      }
      pause = FIRST_PAUSE;
      if (outcome === "saved") tell("saved", { entry, answer });
      if (outcome === "ask") break;
    }
    tell("changed", {});
  }
  function hurry(list) { pause = FIRST_PAUSE; return pump(list); }

  return { all, elsewhere, add, put, drop, pump, hurry, sign, secret };
})();
