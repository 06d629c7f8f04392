"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const { webcrypto } = require("node:crypto");
const { run } = require("./scripts.js");

const LIST = "/turnier/probe/liste/1/2/";
const GAME = { list: LIST, number: 3, send: "/senden", row: "", seen: "4", fields: { winner: "1", augen_2: "12" }, mark: "", checked: [], said: [] };

/** A phone whose browser keeps nothing but localStorage, in front of a server that answers as told.
    @param {((entry: URLSearchParams) => any)[]} answers one for each request; none left means nobody is there */
function phone(answers) {
  const kept = /** @type {Record<string, string>} */ ({});
  const sent = /** @type {Record<string, string>[]} */ ([]);
  const told = /** @type {string[]} */ ([]);
  const bells = /** @type {(() => void)[]} */ ([]);
  const world = run("waiting.js", {
    window: {}, crypto: webcrypto, URLSearchParams, AbortController, Uint8Array,
    CustomEvent: class { constructor(/** @type {string} */ type, /** @type {any} */ more) { this.type = type; this.detail = more.detail; } },
    indexedDB: { open() { throw new Error("private window"); } },
    localStorage: { getItem: (/** @type {string} */ key) => kept[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => { kept[key] = value; } },
    document: { cookie: "a=b; rommeclub_csrf=geheim", querySelector: () => null, dispatchEvent: (/** @type {any} */ event) => told.push(event.type) },
    setTimeout: (/** @type {() => void} */ bell) => bells.push(bell), clearTimeout: () => {},
    fetch: async (/** @type {string} */ _url, /** @type {any} */ request) => {
      sent.push({ ...Object.fromEntries(request.body), token: request.headers["X-CSRFToken"] });
      const answer = answers.shift();
      if (!answer) throw new TypeError("no network");
      const { status = 200, type = "application/json", ...body } = answer(request.body);
      return { status, headers: new Map([["Content-Type", type]]), json: async () => body };
    },
  });
  return { W: world.window.Waiting, sent, told, bells };
}
const saved = () => ({ state: "saved" });
const all = async (/** @type {any} */ W) => /** @type {any[]} */ (Array.from(await W.all(LIST))); // of this world, so that it compares
const numbers = async (/** @type {any} */ W) => (await all(W)).map((entry) => entry.number);

test("a game is kept first, then sent with its own sign, and gone when the server has it", async () => {
  const { W, sent, told } = phone([saved]);
  const entry = await W.add(GAME);
  assert.match(entry.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await W.pump(LIST);
  assert.deepEqual(sent, [{ winner: "1", augen_2: "12", submission: entry.id, seen_version: "4", confirmed: "", token: "geheim" }]);
  assert.deepEqual(await numbers(W), []);
  assert.deepEqual(told, ["waiting:saved", "waiting:changed"]);
});

test("while the server is away everything waits, in its order, and is tried again", async () => {
  const answers = /** @type {any[]} */ ([]);
  const { W, bells } = phone(answers);
  await W.add(GAME);
  await W.add({ ...GAME, number: 4 });
  await W.pump(LIST);
  assert.deepEqual(await numbers(W), [3, 4]);
  answers.push(saved, saved);
  bells.at(-1)?.();
  await W.pump(LIST);
  assert.deepEqual(await numbers(W), []);
});

for (const [what, answer] of /** @type {[string, any][]} */ ([
  ["a proxy without its server", () => ({ status: 502, type: "text/html" })],
  ["the login page of some Wi-Fi", () => ({ status: 200, type: "text/html" })],
])) test(`${what} is no answer`, async () => {
  const { W } = phone([answer]);
  await W.add(GAME);
  await W.pump(LIST);
  assert.deepEqual((await all(W)).map((one) => one.problem), [null]);
});

for (const [state, answer] of /** @type {[string, any][]} */ ([
  ["forbidden", () => ({ status: 403 })],
  ["refused", () => ({ status: 404 })],
  ["refused", () => ({ status: 422, state: "refused", errors: [{ seat: 2, text: "So nicht." }] })],
  ["stale", () => ({ status: 409, state: "stale", row: 9, writable: true, version: 6 })],
  ["doubt", () => ({ status: 422, state: "doubt", doubts: [{ seat: 2, text: "viel" }], mark: "m" })],
])) test(`${state}: a person is asked, and nothing behind it is sent`, async () => {
  const { W, sent } = phone([answer, saved]);
  await W.add(GAME);
  await W.add({ ...GAME, number: 4 });
  await W.pump(LIST);
  await W.pump(LIST);
  assert.equal(sent.length, 1);
  assert.equal((await W.all(LIST))[0].problem.state, state);
  assert.deepEqual(await numbers(W), [3, 4]);
});

test("the list has moved but this game has not: it is sent again with the version that was learned", async () => {
  const { W, sent } = phone([() => ({ status: 409, state: "stale", row: "", writable: true, version: 6 }), saved]);
  await W.add(GAME);
  await W.pump(LIST);
  assert.deepEqual(sent.map((one) => one.seen_version), ["4", "6"]);
  assert.equal(sent[0].submission, sent[1].submission);
  assert.deepEqual(await numbers(W), []);
});

test("a doubt that the phone had asked about already is confirmed by itself, another is not", async () => {
  const doubt = (/** @type {number} */ seat) => () => ({ status: 422, state: "doubt", doubts: [{ seat, text: "viel" }], mark: "m" });
  const asked = phone([doubt(2), saved]);
  await asked.W.add({ ...GAME, checked: [2] });
  await asked.W.pump(LIST);
  assert.deepEqual(asked.sent.map((one) => one.confirmed), ["", "m"]);
  const other = phone([doubt(3)]);
  await other.W.add({ ...GAME, checked: [2] });
  await other.W.pump(LIST);
  assert.equal((await other.W.all(LIST))[0].problem.state, "doubt");
});

test("the same game from another device counts as arrived", async () => {
  const { W } = phone([() => ({ status: 409, state: "stale", row: 9, same: true })]);
  await W.add(GAME);
  await W.pump(LIST);
  assert.deepEqual(await numbers(W), []);
});

test("what was taken back while it was on its way is not asked about", async () => {
  const { W } = phone([() => { void W.drop(id); return { status: 422, state: "refused", errors: [] }; }]);
  const { id } = await W.add(GAME);
  await W.pump(LIST);
  assert.deepEqual(await numbers(W), []);
});

test("games for another list that the phone had before are told apart", async () => {
  const { W } = phone([]);
  await W.add({ ...GAME, list: "/turnier/probe/liste/1/9/" });
  assert.deepEqual(await numbers(W), []);
  assert.equal((await W.elsewhere(LIST)).length, 1);
});

test("a second pump while one runs sends nothing twice", async () => {
  const { W, sent } = phone([saved, saved]);
  await W.add(GAME);
  await Promise.all([W.pump(LIST), W.pump(LIST), W.hurry(LIST)]);
  assert.equal(sent.length, 1);
});
