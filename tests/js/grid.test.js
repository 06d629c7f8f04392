"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const S = require("../../static/js/grid-state.js");
const signs = require("./signs.js");

/** @param {string} key @param {string} value @param {Partial<{ start: number, end: number, game: boolean, ctrlKey: boolean, altKey: boolean }>} more */
function pressed(key, value, { start = value.length, end = start, game = true, ...held } = {}) {
  const { deed, by, text } = S.move(signs, { key, ...held }, { value, start, end, game });
  return [deed, by ?? text].filter((one) => one !== undefined).join(" ");
}

test("both spellings of a sign are the same", () => {
  for (const [typed, list] of [["+", "R"], ["*", "h"], ["/", "HA"], ["a", "HA"], ["12-", "12-"], ...Object.entries(signs)]) assert.equal(S.written(signs, typed), S.written(signs, list));
  assert.notEqual(S.written(signs, "12"), S.written(signs, "12-"));
});

test("Enter and the arrows walk as the eye walks over the paper", () => {
  assert.equal(pressed("Enter", "12"), "step 1");
  assert.equal(pressed("ArrowDown", "12"), "vertical 1");
  assert.equal(pressed("ArrowUp", ""), "vertical -1");
  assert.equal(pressed("ArrowLeft", "12", { start: 1 }), "none", "inside a number the cursor moves");
  assert.equal(pressed("ArrowLeft", "12", { start: 0 }), "step -1");
  assert.equal(pressed("ArrowRight", "12"), "step 1");
  assert.equal(pressed("ArrowRight", "12", { start: 0 }), "none");
  assert.equal(pressed("ArrowRight", "12", { start: 0, end: 2 }), "step 1", "all is selected: the cell counts as one sign");
  assert.equal(pressed("Backspace", ""), "step -1");
  assert.equal(pressed("Backspace", "1"), "none");
});

test("signs are for games, a minus for a number", () => {
  assert.equal(pressed("+", ""), "type +");
  assert.equal(pressed("*", "", { game: false }), "none");
  assert.equal(pressed("-", "12"), "type 12-");
  assert.equal(pressed("-", "12", { game: false }), "none", "a sum of points may be negative");
  assert.equal(pressed("-", ""), "none");
  assert.equal(pressed("7", "1"), "none");
});

test("the browser keeps its own keys", () => {
  assert.equal(pressed("Enter", "12", { ctrlKey: true }), "save");
  assert.equal(pressed("ArrowDown", "12", { ctrlKey: true }), "none");
  assert.equal(pressed("ArrowLeft", "", { altKey: true }), "none");
  assert.deepEqual(S.move(signs, { key: "Enter", isComposing: true }, { value: "", start: 0, end: 0, game: true }), { deed: "none" });
});

test("behind three digits Enter says opened, a minus says what stands there, Backspace goes back", () => {
  assert.deepEqual(S.afterThree({ key: "Enter" }), { taken: true, opened: true, back: false });
  assert.deepEqual(S.afterThree({ key: "Tab" }), { taken: true, opened: true, back: false });
  assert.deepEqual(S.afterThree({ key: "Tab", shiftKey: true }), { taken: false, opened: false, back: false });
  assert.deepEqual(S.afterThree({ key: "-" }), { taken: true, opened: false, back: false });
  assert.deepEqual(S.afterThree({ key: "Backspace" }), { taken: true, opened: true, back: true });
  assert.equal(S.afterThree({ key: "7" }).taken, false, "the next number is typed at once");
});

test("the draft holds what is typed and not on the list", () => {
  const cells = [{ name: "a", value: "12", known: "12" }, { name: "b", value: "", known: "7" }, { name: "c", value: "R", known: "" }];
  assert.deepEqual(S.unsaved(cells), { b: "", c: "R" });
});

test("a draft brings back only what says something else", () => {
  assert.equal(S.bringsBack(signs, "12", ""), true);
  assert.equal(S.bringsBack(signs, "+", "R"), false);
  assert.equal(S.bringsBack(signs, "", "12"), false);
  assert.equal(S.bringsBack(signs, undefined, "12"), false);
  assert.equal(S.bringsBack(signs, "13", "12"), true);
});

test("somebody else's row comes in where nobody has typed", () => {
  const calm = [{ value: "", known: "" }, { value: "7", known: "7" }];
  assert.deepEqual(S.take(calm, ["R", "7"]), { cells: [{ value: "R", known: "R" }, { value: "7", known: "7" }], taken: true });
  const typed = [{ value: "H", known: "" }, { value: "", known: "" }];
  assert.deepEqual(S.take(typed, ["R", "7"]), { cells: [{ value: "H", known: "R" }, { value: "", known: "7" }], taken: false });
  assert.deepEqual(S.take([], []), { cells: [], taken: false });
});
