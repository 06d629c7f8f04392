"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const S = require("../../static/js/board-state.js");

const LEFT = /** @type {[number, number]} */ ([-1, 0]), RIGHT = /** @type {[number, number]} */ ([1, 0]), DOWN = /** @type {[number, number]} */ ([0, 1]);
// two tables of three: seats 0 1 2 on the left, 3 4 5 on the right
const MIDDLES = /** @type {[number, number][]} */ ([[50, 0], [0, 60], [100, 60], [350, 0], [300, 60], [400, 60]]);

test("an arrow reaches the nearest chair in its direction, straight before aside", () => {
  assert.equal(S.nearest(MIDDLES, 1, RIGHT), 2);
  assert.equal(S.nearest(MIDDLES, 2, RIGHT), 4, "over to the next table, in the same row");
  assert.equal(S.nearest(MIDDLES, 0, DOWN), 1);
  assert.equal(S.nearest(MIDDLES, 1, LEFT), -1, "nothing is there: one stays");
});

test("each chair can be left again the way it was reached, or by another arrow", () => {
  const ways = /** @type {[number, number][]} */ ([[-1, 0], [1, 0], [0, -1], [0, 1]]);
  MIDDLES.forEach((_, at) => { assert.ok(ways.some((way) => S.nearest(MIDDLES, at, way) >= 0)); });
});

test("a chair is found by start number, by each beginning of a word, and without its accents", () => {
  const chair = { name: "Muster-Probe, Änne", player: "17" };
  for (const typed of ["17", "muster", "pro", "anne", "ÄN", " Muster-Probe, ä"]) assert.equal(S.fits(typed, chair), true, typed);
  for (const typed of ["", "  ", "1", "7", "uster", "x"]) assert.equal(S.fits(typed, chair), false, typed);
});

test("a tap picks up, puts down, or asks what the exchange costs", () => {
  assert.equal(S.tap(null, "a", true), "pick");
  assert.equal(S.tap(null, "free", false), "nothing");
  assert.equal(S.tap("a", "a", true), "drop");
  assert.equal(S.tap("a", "b", true), "ask");
  assert.equal(S.tap("a", "free", false), "ask");
});

test("near an edge of the window the page rolls, faster the nearer", () => {
  assert.equal(S.roll(300, 600), 0);
  assert.equal(S.roll(90, 600), 0);
  assert.ok(S.roll(10, 600) < S.roll(50, 600) && S.roll(50, 600) < 0);
  assert.ok(S.roll(590, 600) > S.roll(550, 600) && S.roll(550, 600) > 0);
});
