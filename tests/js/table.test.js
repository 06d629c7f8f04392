"use strict";
const { test } = require("node:test");
const assert = require("node:assert/strict");
const S = require("../../static/js/table-state.js");

const GAME = { plays: [3, 1, 4], deals: 2 };
const WORDS = { faster: "schneller", notnow: "nicht dran", forbidden: "gesperrt", doubt: "nachzählen" };
/** @type {[number, number, string]} */ const OPENED = [0, 150, "viel"];
/** @type {[number, number, string]} */ const UNOPENED = [20, 180, "seltsam"];
/** @type {[number, string]} */ const MOST = [400, "zu viel"];
const LIMITS = { opened: OPENED, unopened: UNOPENED, most: MOST };
const always = () => true;
const never = () => false;
/** @param {number} number */
const waits = (number, more = {}) => ({ number, row: "", problem: null, ...more });

test("what is typed is sent without the frame and without what the winner left over", () => {
  assert.deepEqual(
    S.typed([["csrfmiddlewaretoken", "x"], ["seen_version", "3"], ["winner", "1"], ["augen_1", "12"], ["opened_1", "ja"], ["augen_3", "40"], ["finish", "H"]]),
    { winner: "1", augen_3: "40", finish: "H" },
  );
  assert.deepEqual(S.typed([["winner", "0"], ["finish", "R"]]), { winner: "0" }, "nobody went out: no way of going out");
});

test("those who hold cards at the end come in the order of their seats", () => {
  assert.deepEqual(S.losers(GAME, { winner: "3" }), [1, 4]);
  assert.deepEqual(S.losers(GAME, { winner: "0" }), [1, 3, 4]);
});

test("the next game is the first that neither stands on the list nor waits", () => {
  const games = { 1: {}, 2: {}, 3: {}, 4: {} };
  assert.equal(S.following(2, [], [], games), 2);
  assert.equal(S.following(2, [waits(2), waits(3)], [], games), 4);
  assert.equal(S.following(2, [waits(2)], [3], games), 4);
  assert.equal(S.following(4, [waits(4)], [], games), null, "that was the last");
  assert.equal(S.following(null, [], [], games), null);
});

test("games left count what waits once, and corrections not at all", () => {
  assert.equal(S.gamesLeft(5, [waits(3), waits(3), waits(4), waits(1, { row: 7 })]), 3);
  assert.equal(S.gamesLeft(1, [waits(3), waits(4)]), 0);
});

test("what is missing is named in the order of the page", () => {
  assert.deepEqual(S.lacking(GAME, {}, always), { what: "winner", seat: null });
  assert.deepEqual(S.lacking(GAME, { winner: "3" }, always), { what: "opened", seat: 1 });
  assert.deepEqual(S.lacking(GAME, { winner: "3" }, never), { what: "augen", seat: 1 });
  assert.deepEqual(S.lacking(GAME, { winner: "3", augen_1: "12", augen_4: "1x" }, never), { what: "augen", seat: 4 });
  assert.equal(S.lacking(GAME, { winner: "3", augen_1: " 12 ", augen_4: "0" }, never), null);
});

test("without the server the limits speak, and only of whole numbers", () => {
  const said = (/** @type {Record<string, string>} */ fields, asks = always) => S.limitsAlone(LIMITS, GAME, { winner: "3", ...fields }, asks).map((one) => [one.seat, one.text, Boolean(one.refused)]);
  assert.deepEqual(said({ augen_1: "151", opened_1: "ja" }), [[1, "viel", false]]);
  assert.deepEqual(said({ augen_1: "150", opened_1: "ja" }), []);
  assert.deepEqual(said({ augen_1: "19", opened_1: "nein" }), [[1, "seltsam", false]]);
  assert.deepEqual(said({ augen_1: "19" }), [], "opened or not is still open");
  assert.deepEqual(said({ augen_1: "401" }), [[1, "zu viel", true]], "nobody can hold that, opened or not");
  assert.deepEqual(said({ augen_1: "160" }, never), [[1, "viel", false]], "a sheet that does not ask takes the limits of who opened");
  assert.deepEqual(said({ augen_1: "" }), []);
});

test("a person may vouch on the phone for a whole game with a doubt, never for a refused one", () => {
  const doubt = [{ seat: 1, text: "viel" }], whole = { winner: "3", augen_1: "160", augen_4: "3" };
  assert.equal(S.mayVouch(GAME, whole, never, doubt), true);
  assert.equal(S.mayVouch(GAME, { winner: "3" }, never, doubt), false);
  assert.equal(S.mayVouch(GAME, whole, never, []), false);
  assert.equal(S.mayVouch(GAME, whole, never, [{ seat: 1, text: "zu viel", refused: true }]), false);
});

test("a game that waits says what is the matter", () => {
  assert.deepEqual(S.problemSaid(null, WORDS), []);
  assert.deepEqual(S.problemSaid({ state: "stale", row: 4 }, WORDS), ["schneller"]);
  assert.deepEqual(S.problemSaid({ state: "stale" }, WORDS), ["nicht dran"]);
  assert.deepEqual(S.problemSaid({ state: "forbidden" }, WORDS), ["gesperrt"]);
  assert.deepEqual(S.problemSaid({ state: "doubt", doubts: [{ seat: 1, text: "viel" }] }, WORDS), ["viel", "nachzählen"]);
  assert.deepEqual(S.problemSaid({ state: "refused", errors: [{ seat: null, text: "So nicht." }] }, WORDS), ["So nicht."]);
  assert.deepEqual(S.problemSaid({ state: "something new" }, WORDS), []);
});

test("what can be done with a game that waits, in every state", () => {
  const names = (/** @type {Parameters<typeof S.deeds>[0]} */ entry, typesHere = true) => Object.entries(S.deeds(entry, typesHere)).filter(([, on]) => on).map(([name]) => name);
  assert.deepEqual(names(waits(3)), ["change"]);
  assert.deepEqual(names(waits(3), false), []);
  assert.deepEqual(names(waits(3, { row: 8 })), [], "a correction waits: nothing is changed behind it");
  assert.deepEqual(names(waits(3, { problem: { state: "doubt" } })), ["confirm", "change"]);
  assert.deepEqual(names(waits(3, { problem: { state: "refused" } })), ["change", "drop"]);
  assert.deepEqual(names(waits(3, { problem: { state: "forbidden" } })), ["drop"]);
  assert.deepEqual(names(waits(3, { problem: { state: "stale", row: 4, writable: true } })), ["theirs", "mine"]);
  assert.deepEqual(names(waits(3, { problem: { state: "stale", row: 4, writable: false } })), ["theirs"]);
  assert.deepEqual(names(waits(3, { problem: { state: "stale", row: null } })), ["drop"]);
});

test("every state of a problem leaves a way out", () => {
  for (const problem of [{ state: "doubt" }, { state: "refused" }, { state: "forbidden" }, { state: "stale" }, { state: "stale", row: 1 }]) {
    assert.ok(Object.values(S.deeds(waits(1, { problem }), false)).some(Boolean), JSON.stringify(problem));
  }
});

test("news while a game is typed", () => {
  const now = { sameTable: true, correcting: false, staged: false, here: "", mine: "", waiting: [], next: 5, number: 5, pristine: true };
  assert.equal(S.news(now), "stay");
  assert.equal(S.news({ ...now, next: 6 }), "next", "somebody else wrote this game, nothing is typed here");
  assert.equal(S.news({ ...now, next: 6, pristine: false }), "overtaken");
  assert.equal(S.news({ ...now, next: 6, pristine: false, waiting: [waits(5)] }), "stay", "what is typed is on its way");
  assert.equal(S.news({ ...now, next: 6, waiting: [waits(5, { problem: { state: "doubt" } })] }), "stay", "a person is asked first");
  assert.equal(S.news({ ...now, sameTable: false }), "reload");
  assert.equal(S.news({ ...now, sameTable: false, pristine: false }), "reseated", "what is typed is not thrown away");
  assert.equal(S.news({ ...now, correcting: true, here: "9", mine: "9" }), "calm");
  assert.equal(S.news({ ...now, correcting: true, here: "10", mine: "9" }), "overtaken");
  assert.equal(S.news({ ...now, correcting: true, staged: true, here: "10", mine: "" }), "calm");
});

/* Every game that a thumb can enter, reckoned: how many taps each finish takes with every hand from 1 to 197 Augen, opened or not.
   tests/browser/test_counts.py taps some of these games on the glass. */
/** @typedef {[number, string]} Hand Augen, and "ja", "nein" or "" where nobody is asked */
/** @type {{ opened: [number, number, string], unopened: [number, number, string], most: [number, string] }} */
const TOURNAMENT = { opened: [2, 153, "?"], unopened: [31, 197, "?"], most: [880, "!"] };
/** @type {typeof TOURNAMENT} */
const BASIC = { opened: [1, 60, "?"], unopened: [8, 60, "?"], most: [340, "!"] };

/** What it takes from "Wer ist fertig?" until the game is sent, and what is sent.
    @param {typeof TOURNAMENT} limits @param {string} finish @param {Hand[]} hands */
function game(limits, finish, hands) {
  const nobody = finish === "–", seats = hands.map((_hand, index) => index + 2);
  const plan = { plays: nobody ? seats : [1, ...seats] };
  /** @type {Record<string, string>} */
  const fields = { winner: nobody ? "0" : "1" };
  let taps = finish === "R" || nobody ? 1 : 2, at = 2;
  const asks = () => hands[0][1] !== "";
  /** @param {"digit" | "opened" | "next"} by */
  const touch = (by) => {
    taps += 1;
    const next = S.touched({ limits, game: plan, fields, asks, seat: at, by });
    if (next.opened) fields[`opened_${at}`] = next.opened;
    if (next.to !== null) at = next.to;
    return next.what;
  };
  for (const [augen, opened] of hands) {
    const seat = at, wanted = seat;
    let what = "";
    if (nobody && augen >= 100 && opened === "ja") {
      fields[`opened_${seat}`] = opened;
      touch("opened");
    }
    for (const digit of String(augen)) {
      assert.equal(at, wanted, `${augen} leaves its hand too soon`);
      fields[`augen_${seat}`] = (fields[`augen_${seat}`] || "") + digit;
      what = touch("digit");
    }
    if (what === "stay" && at === seat && opened && !fields[`opened_${seat}`]) {
      fields[`opened_${seat}`] = opened;
      what = touch("opened");
    } else if (what === "stay") what = touch("next");
    if (what === "save") return { taps, fields, whole: S.lacking(plan, fields, asks) === null };
  }
  return { taps, fields, whole: false };
}

/** @param {number} least @param {number} greatest @param {string} opened @returns {Hand[]} */
const every = (least, greatest, opened) => Array.from({ length: greatest - least + 1 }, (_none, index) => [least + index, opened]);
const HANDS = [...every(2, 153, "ja"), ...every(31, 197, "nein")];

/** @param {typeof TOURNAMENT} limits @param {string} finish @param {Hand[]} hands @returns {number} */
function taps(limits, finish, hands) {
  const { taps, fields, whole } = game(limits, finish, hands);
  assert.ok(whole, `${finish} ${hands} is not whole`);
  hands.forEach(([augen, opened], index) => {
    assert.equal(fields[`augen_${index + 2}`], String(augen));
    assert.equal(fields[`opened_${index + 2}`] ?? "", opened);
  });
  return taps;
}

const SOME = HANDS.filter(([augen]) => [2, 9, 10, 19, 20, 30, 31, 45, 88, 99, 100, 101, 130, 153, 154, 197].includes(augen));

test("Rommé: never more than 9 taps, whatever two hands are left", () => {
  let greatest = 0;
  for (const one of HANDS) for (const other of HANDS) greatest = Math.max(greatest, taps(TOURNAMENT, "R", [one, other]));
  assert.equal(greatest, 9);
});

for (const finish of ["H", "HA", "S"]) {
  test(`${finish}: one tap more than Rommé, which no hand is asked about`, () => {
    for (const one of SOME) for (const other of SOME) {
      assert.equal(taps(TOURNAMENT, finish, [one, other]), taps(TOURNAMENT, "R", [one, other]) + 1);
    }
  });
}

test("a usual game, Rommé and two hands below a hundred, takes seven taps at most", () => {
  const below = HANDS.filter(([augen]) => augen < 100);
  assert.equal(Math.max(...below.flatMap((one) => below.map((other) => taps(TOURNAMENT, "R", [one, other])))), 7);
});

test("an empty stock: ten taps at most; an opened hand of a hundred and more takes one more", () => {
  for (const one of SOME) for (const other of SOME) for (const third of SOME) {
    const hands = [one, other, third], more = hands.filter(([augen, opened]) => augen >= 100 && opened === "ja").length;
    assert.ok(taps(TOURNAMENT, "–", hands) <= 10 + more, String(hands));
  }
});

test("the basic rules: ten taps at most for five players, whatever four hands are left", () => {
  const all = every(1, 60, ""), some = all.filter(([augen]) => [1, 6, 7, 9, 10, 25, 60].includes(augen));
  for (const one of all) for (const other of some) for (const third of some) for (const fourth of some) {
    assert.ok(taps(BASIC, "R", [one, other, third, fourth]) <= 10);
  }
});
