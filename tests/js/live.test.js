"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const S = require("../../static/js/live-state.js");

const half = () => 0.5;
/** @param {ReturnType<typeof S.fresh>} state @param {any[]} signs @param {number} [at] */
const after = (state, signs, at = 1000) => signs.reduce((/** @type {any} */ last, sign) => S.step(last.state, sign, at, half), { state });
/** @param {string} revision @returns {{ is: "news", revision: string }} */
const news = (revision) => ({ is: "news", revision });

test("a page polls until the stream has spoken, and then asks when the number moves", () => {
  assert.equal(S.fresh().live, false);
  const first = after(S.fresh(), [news("7")]);
  assert.deepEqual([first.state.live, first.ask, first.poll], [true, true, false]);
  assert.equal(S.step(first.state, news("7"), 1100, half).ask, false, "the same number again is nothing new");
  assert.equal(S.step(first.state, news("8"), 1100, half).ask, true);
});

test("a stream that comes back with the number that was heard last costs no question", () => {
  const before = after(S.fresh(), [news("7"), { is: "broken", closed: false }]);
  assert.equal(before.poll, true);
  const back = S.step(before.state, { is: "pulse" }, 3000, half);
  assert.deepEqual([back.state.live, back.ask], [true, false]);
  assert.equal(S.step(before.state, news("9"), 3000, half).ask, true, "what was missed meanwhile is asked for once");
});

test("without broker, at a farewell and with a broken line the page polls, and says so once", () => {
  for (const sign of [{ is: "away" }, { is: "later" }, { is: "broken", closed: false }]) {
    const step = after(S.fresh(), [news("7"), sign]);
    assert.deepEqual([step.state.live, step.poll, step.again, step.end], [false, true, -1, false]);
    assert.equal(S.step(step.state, { is: "broken", closed: false }, 2000, half).poll, false, "it polls already");
  }
});

test("everybody polls again within four seconds, spread over all of them", () => {
  assert.equal(S.dueAfterFall(1000, () => 0), 1000);
  assert.equal(S.dueAfterFall(1000, () => 1), 5000);
});

test("a stream that refuses is tried again, later each time and never in step", () => {
  let state = S.fresh();
  const pauses = Array.from({ length: 12 }, () => {
    const step = S.step(state, { is: "broken", closed: true }, 1000, half);
    state = step.state;
    return step.again;
  });
  assert.equal(pauses[0], 2000);
  assert.ok(pauses.every((pause, at) => !at || pause >= pauses[at - 1]));
  assert.equal(pauses.at(-1), 180000);
  assert.notEqual(S.step(S.fresh(), { is: "broken", closed: true }, 0, () => 0).again, S.step(S.fresh(), { is: "broken", closed: true }, 0, () => 1).again);
  assert.equal(S.step(state, news("1"), 1000, half).state.tries, 0, "once it speaks the count begins anew");
});

test("a line on which nothing comes for long is left", () => {
  const state = after(S.fresh(), [news("7")]).state;
  assert.equal(S.step(state, { is: "tick" }, 40000, half).poll, false);
  const silent = S.step(state, { is: "tick" }, 52000, half);
  assert.deepEqual([silent.poll, silent.state.live, silent.again > 0], [true, false, true]);
  const alive = S.step(state, { is: "pulse" }, 40000, half).state;
  assert.equal(S.step(alive, { is: "tick" }, 52000, half).poll, false);
});

test("a tournament that is taken away is left for good", () => {
  const step = after(S.fresh(), [news("7"), { is: "gone" }]);
  assert.deepEqual([step.end, step.poll, step.again], [true, true, -1]);
});

test("a part asks soon after news, not all in step, and no more often than without a stream", () => {
  const quiet = { now: 100000, asked: 0, pace: 10000 };
  assert.equal(S.dueAfterNews(quiet, () => 0), 100000);
  assert.equal(S.dueAfterNews(quiet, () => 1), 105000);
  assert.equal(S.dueAfterNews({ ...quiet, asked: 99000 }, () => 0), 109000);
  assert.equal(S.dueAfterNews({ ...quiet, asked: -Infinity }, () => 0), 100000);
});
