"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const { run } = require("./scripts.js");

const SITE = "http://halle.test";
const PAGE = `${SITE}/turnier/probe/liste/1/2/spiel/3/`;

/** The service worker in a browser without a page. @param {(url: string) => any} server its answer; an error means it is away */
function worker(server) {
  const kept = /** @type {Map<string, any>} */ (new Map());
  const caches = new Set(["romme-club-0"]);
  const listens = /** @type {Record<string, (event: any) => void>} */ ({});
  const cache = {
    match: async (/** @type {any} */ request) => kept.get(request.url),
    put: async (/** @type {any} */ request, /** @type {any} */ answer) => void kept.set(request.url, answer),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (/** @type {any} */ request) => kept.delete(request.url),
  };
  run("keep.js", {
    self: { addEventListener: (/** @type {string} */ name, /** @type {any} */ deed) => { listens[name] = deed; }, skipWaiting() {}, clients: { claim: async () => {} } },
    caches: { open: async () => cache, keys: async () => [...caches], delete: async (/** @type {string} */ name) => caches.delete(name) },
    location: { origin: SITE }, URL, Response: { error: () => ({ status: 0 }) }, AbortController, setTimeout: () => 0, clearTimeout() {},
    fetch: async (/** @type {any} */ request) => {
      const { status = 200, redirected = false } = server(request.url) ?? {};
      const answer = { status, redirected, ok: status < 300, from: "server", clone: () => ({ status, from: "kept" }) };
      return answer;
    },
  });
  /** @param {string} url @param {Record<string, unknown>} more */
  async function get(url, more = {}) {
    let given = /** @type {any} */ (null);
    listens.fetch({ request: { url, method: "GET", mode: "navigate", ...more }, respondWith: (/** @type {any} */ answer) => { given = answer; } });
    return given === null ? "the browser's own way" : await given;
  }
  return { get, kept, caches, listens };
}
const away = () => { throw new TypeError("away"); };

test("an entry page opens again while the server is away, as it was", async () => {
  let here = true;
  const { get } = worker(() => (here ? {} : away()));
  assert.equal((await get(PAGE)).from, "server");
  here = false;
  assert.equal((await get(PAGE)).from, "kept");
});

test("a page that was never here opens as the last game's page", async () => {
  const { get, kept } = worker(away);
  for (const number of [9, 10]) kept.set(`${SITE}/turnier/probe/liste/1/2/spiel/${number}/`, { game: number });
  assert.equal((await get(`${SITE}/turnier/probe/liste/1/2/`)).game, 10);
  assert.equal((await get(`${SITE}/turnier/probe/liste/1/3/`)).status, 0, "another table's page is nobody's business");
});

test("a server that breaks is as good as away, one that refuses is not", async () => {
  let status = 200;
  const { get, kept } = worker(() => ({ status }));
  await get(PAGE);
  status = 503;
  assert.equal((await get(PAGE)).from, "kept");
  status = 404;
  assert.equal((await get(PAGE)).status, 404);
  assert.equal(kept.size, 1);
});

test("a phone that was locked out forgets the list", async () => {
  let status = 200;
  const { get, kept } = worker(() => ({ status }));
  await get(PAGE);
  await get(`${SITE}/turnier/probe/liste/1/9/`);
  status = 403;
  assert.equal((await get(PAGE)).status, 403);
  assert.deepEqual([...kept.keys()], [`${SITE}/turnier/probe/liste/1/9/`]);
});

test("the way to a login page is not kept as the list", async () => {
  const { get, kept } = worker(() => ({ redirected: true }));
  await get(PAGE);
  assert.equal(kept.size, 0);
});

test("a file with a fingerprint is asked for once, one without each time", async () => {
  const asked = /** @type {string[]} */ ([]);
  const { get } = worker((url) => void asked.push(url));
  const fingerprint = `${SITE}/static/js/table.0123456789ab.js`, plain = `${SITE}/static/js/table.js`;
  for (const url of [fingerprint, fingerprint, plain, plain]) await get(url, { mode: "no-cors" });
  assert.deepEqual(asked, [fingerprint, plain, plain]);
});

test("deeds, other pages and other sites go their own way", async () => {
  const { get } = worker(away);
  for (const [url, more] of /** @type {[string, {}][]} */ ([[PAGE, { method: "POST" }], [`${SITE}/turnier/probe/`, {}], ["http://anderswo.test/static/a.js", {}], [PAGE, { mode: "cors" }]])) {
    assert.equal(await get(url, more), "the browser's own way", url);
  }
});

test("a new worker throws away what an old one kept", async () => {
  const { listens, caches } = worker(away);
  let done = Promise.resolve();
  listens.activate({ waitUntil: (/** @type {Promise<void>} */ promise) => { done = promise; } });
  await done;
  assert.deepEqual([...caches], []);
});
