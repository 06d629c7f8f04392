/* What the entry page decides, without its page: which game comes next, what is missing, what an answer asks of a person.
   table.js draws it; tests/js/ runs it in Node. */
"use strict";
(() => {
  /** @typedef {Record<string, string>} Fields what is typed, by the name of its field */
  /** @typedef {{ plays: number[], deals?: number }} Game who plays a game, and who deals it */
  /** @typedef {{ seat: number | null, text: string, refused?: boolean }} Remark */
  /** @typedef {[number, number, string]} Limit least and greatest Augen, and what is said beyond them */
  /** @typedef {{ opened: Limit, unopened: Limit, most: [number, string] }} Limits */
  /** @typedef {{ state: string, row?: number | string | null, writable?: boolean, errors?: Remark[], doubts?: Remark[] }} Problem */
  /** @typedef {{ number: number, row: number | string, problem: Problem | null }} Entry a game that waits */
  /** @typedef {{ faster: string, notnow: string, forbidden: string, doubt: string }} Words */

  const NUMBER = /^\d+$/;
  const DIGITS = 3; // no hand counts a thousand
  const FRAME = new Set(["csrfmiddlewaretoken", "seen_version", "submission", "confirmed"]);

  /** @param {Iterable<[string, string]>} entries @returns {Fields} what is typed of the game, without what its winner has left over from before */
  function typed(entries) {
    const fields = Object.fromEntries([...entries].filter(([name]) => !FRAME.has(name)));
    delete fields[`opened_${fields.winner}`];
    delete fields[`augen_${fields.winner}`];
    if (fields.winner === "0") delete fields.finish;
    return fields;
  }

  /** @param {Game} game @param {Fields} fields @returns {number[]} the seats that hold cards at the end, in their order */
  function losers(game, fields) {
    return game.plays.filter((seat) => String(seat) !== fields.winner).sort((one, other) => one - other);
  }

  /** @param {number | null} next @param {Entry[]} waiting @param {Iterable<number>} settled @param {Record<number, unknown>} games
      @returns {number | null} the first game that neither stands on the list nor waits; null when all are there */
  function following(next, waiting, settled, games) {
    const there = new Set([...waiting.map((entry) => entry.number), ...settled]);
    while (next !== null && there.has(next)) next += 1;
    return next !== null && games[next] ? next : null;
  }

  /** @param {number} left @param {Entry[]} waiting @returns {number} games that are still to be played when what waits has arrived */
  function gamesLeft(left, waiting) {
    return Math.max(0, left - new Set(waiting.filter((entry) => !entry.row).map((entry) => entry.number)).size);
  }

  /** @param {Game} game @param {Fields} fields @param {(seat: number) => boolean} asks whether "opened?" is asked of the seat
      @returns {{ what: "winner" | "opened" | "augen", seat: number | null } | null} the first thing that is missing, in the order of the page */
  function lacking(game, fields, asks) {
    if (!fields.winner) return { what: "winner", seat: null };
    for (const seat of losers(game, fields)) {
      if (asks(seat) && !fields[`opened_${seat}`]) return { what: "opened", seat };
      if (!NUMBER.test((fields[`augen_${seat}`] || "").trim())) return { what: "augen", seat };
    }
    return null;
  }

  /** @param {Limits} limits @param {boolean} asked whether "opened?" is asked @returns {number} the most that one hand can count */
  function most(limits, asked) {
    return asked ? Math.max(limits.opened[1], limits.unopened[1]) : limits.opened[1];
  }

  /** @param {string} text @param {number} greatest @returns {boolean} whether no further digit can follow */
  function ended(text, greatest) {
    return NUMBER.test(text) && text !== "0" && (text.length >= DIGITS || Number(text) * 10 > greatest);
  }

  /** @param {Limits} limits @param {number} augen @returns {"ja" | "nein" | ""} what the Augen alone say of "opened?" */
  function decided({ opened, unopened }, augen) {
    if (augen >= opened[0] && augen < unopened[0]) return "ja";
    return augen > opened[1] && augen <= unopened[1] ? "nein" : "";
  }

  /** @param {Game} game @param {Fields} fields @param {(seat: number) => boolean} asks @param {number} seat
      @returns {number | null} the next hand after this one of which something is missing; this one comes never, the first after the last */
  function after(game, fields, asks, seat) {
    const all = losers(game, fields), from = all.indexOf(seat) + 1;
    const others = [...all.slice(from), ...all.slice(0, from)].filter((one) => one !== seat);
    return others.find((one) => !NUMBER.test((fields[`augen_${one}`] || "").trim()) || (asks(one) && !fields[`opened_${one}`])) ?? null;
  }

  /** A thumb has touched something of a hand: what follows from it. A hand about which the limits speak is never left by itself.
      Where nobody is finished, three digits say "not opened", as on the grid for lists on paper, and the last of them saves.
      @param {{ limits: Limits, game: Game, fields: Fields, asks: (seat: number) => boolean, seat: number, by: "digit" | "opened" | "next" }} touch
      @returns {{ opened: string, what: "stay" | "ask" | "save" | "go", to: number | null, lacks?: "opened" | "augen" }} */
  function touched({ limits, game, fields, asks, seat, by }) {
    const text = (fields[`augen_${seat}`] || "").trim(), asked = asks(seat);
    let opened = fields[`opened_${seat}`] || "";
    const stay = /** @type {const} */ ({ opened: "", what: "stay", to: null });
    if (!NUMBER.test(text)) return by === "next" ? { opened: "", what: "ask", to: null, lacks: "augen" } : stay;
    const guessed = by === "digit" && fields.winner === "0" && text.length >= DIGITS;
    if (by === "digit" && !ended(text, most(limits, asked))) return stay;
    if (asked && !opened && guessed) opened = "nein";
    if (asked && !opened && by === "next") opened = decided(limits, Number(text));
    if (asked && !opened) return by === "next" ? { opened: "", what: "ask", to: null, lacks: "opened" } : stay;
    const known = asked ? { ...fields, [`opened_${seat}`]: opened } : fields;
    if (by !== "next" && limitsAlone(limits, game, known, asks).some((remark) => remark.seat === seat)) return stay;
    const to = after(game, known, asks, seat);
    if (to !== null) return { opened, what: "go", to };
    return { opened, what: by === "digit" && !(guessed && asked) ? "stay" : "save", to: null };
  }

  /** What the phone can say by itself while the server is away.
      @param {Limits} limits @param {Game} game @param {Fields} fields @param {(seat: number) => boolean} asks @returns {Remark[]} */
  function limitsAlone({ opened, unopened, most }, game, fields, asks) {
    return losers(game, fields).flatMap((seat) => {
      const augen = fields[`augen_${seat}`] || "", answer = fields[`opened_${seat}`];
      if (!NUMBER.test(augen)) return [];
      if (Number(augen) > most[0]) return [{ seat, text: most[1], refused: true }];
      if (asks(seat) && !answer) return [];
      const [least, greatest, text] = asks(seat) && answer === "nein" ? unopened : opened;
      return Number(augen) < least || Number(augen) > greatest ? [{ seat, text }] : [];
    });
  }

  /** @param {Game} game @param {Fields} fields @param {(seat: number) => boolean} asks @param {Remark[]} remarks
      @returns {boolean} whether a person may vouch for the whole game on the phone alone */
  function mayVouch(game, fields, asks, remarks) {
    return !lacking(game, fields, asks) && remarks.length > 0 && !remarks.some((remark) => remark.refused);
  }

  /** @param {Problem | null} problem @param {Words} words @returns {string[]} what a waiting game says of itself */
  function problemSaid(problem, words) {
    switch (problem?.state) {
      case "stale": return [problem.row ? words.faster : words.notnow];
      case "forbidden": return [words.forbidden];
      case "doubt": return [...(problem.doubts ?? []).map((doubt) => doubt.text), words.doubt];
      case "refused": return (problem.errors ?? []).map((error) => error.text);
      default: return [];
    }
  }

  /** @param {Entry} entry @param {boolean} typesHere whether the page has the form that a change needs
      @returns {Record<"confirm" | "theirs" | "mine" | "change" | "drop", boolean>} what can be done with a waiting game */
  function deeds({ row, problem }, typesHere) {
    const state = problem?.state ?? "", other = state === "stale" && Boolean(problem?.row);
    return {
      confirm: state === "doubt",
      theirs: other,
      mine: other && Boolean(problem?.writable),
      change: typesHere && !row && ["", "doubt", "refused"].includes(state),
      drop: state === "refused" || state === "forbidden" || (state === "stale" && !other),
    };
  }

  /** The list has news while a game is typed: what happens to the form.
      @param {{ sameTable: boolean, correcting: boolean, staged: boolean, here: string, mine: string, waiting: Entry[], next: number | null, number: number, pristine: boolean }} now
        `here` is the row that stands on the list for this game, `mine` the one that this form corrects
      @returns {"stay" | "calm" | "reload" | "reseated" | "overtaken" | "next"} */
  function news({ sameTable, correcting, staged, here, mine, waiting, next, number, pristine }) {
    if (!sameTable) return pristine ? "reload" : "reseated"; // somebody left or came
    if (correcting) return here !== mine && !waiting.length && !staged ? "overtaken" : "calm";
    if (next === number) return "stay";
    if (pristine && !waiting.some((entry) => entry.problem)) return "next";
    return waiting.length ? "stay" : "overtaken";
  }

  const TableState = { typed, losers, following, gamesLeft, lacking, most, ended, decided, after, touched, limitsAlone, mayVouch, problemSaid, deeds, news };
  Object.assign(globalThis, { TableState });
  if (typeof module !== "undefined") module.exports = TableState;
})();
