/* How a page that hears of news goes on: when it asks, when it polls again, when it listens anew. No page, no clock of its own:
   live.js and site.js bring both; tests/js/live.test.js runs it in Node. */
"use strict";
(() => {
  const SILENCE = 50000; // without a sign of life for so long nobody speaks any more; the stream sends one every twenty seconds
  const FALL = 4000; // within so long everybody polls again, not all at once
  const SHORTEST = 2000, LONGEST = 180000; // until a stream that was refused is tried again
  /** @typedef {{ live: boolean, heard: string, at: number, tries: number }} State `live`: what moves is told, so nobody has to ask */
  /** @typedef {{ is: "news", revision: string } | { is: "pulse" | "away" | "later" | "gone" | "tick" } | { is: "broken", closed: boolean }} Sign */
  /** @typedef {{ state: State, ask: boolean, poll: boolean, again: number, end: boolean }} Step `again`: milliseconds until the stream is opened anew, -1 for leaving it */

  /** @returns {State} */
  const fresh = () => ({ live: false, heard: "", at: 0, tries: 0 });

  /** @param {State} state @param {Sign} sign @param {number} now @param {() => number} chance @returns {Step} */
  function step(state, sign, now, chance) {
    /** @type {Step} */
    const calm = { state: { ...state, at: now }, ask: false, poll: false, again: -1, end: false };
    const deaf = { ...calm, state: { ...calm.state, live: false }, poll: state.live };
    switch (sign.is) {
      case "news":
        return { ...calm, state: { live: true, heard: sign.revision, at: now, tries: 0 }, ask: sign.revision !== state.heard };
      case "pulse":
        return { ...calm, state: { ...calm.state, live: true, tries: 0 } };
      case "away": // the stream is there, but nobody tells it anything
      case "later": // its process ends; the browser comes again by itself
        return deaf;
      case "gone":
        return { ...deaf, end: true };
      case "broken": // a line that broke the browser opens again by itself, one that was refused it leaves
        if (!sign.closed) return deaf;
        return { ...deaf, state: { ...deaf.state, tries: state.tries + 1 }, again: pause(state.tries, chance) };
      default:
        if (!state.live || now - state.at < SILENCE) return { ...calm, state };
        return { ...deaf, again: pause(state.tries, chance) };
    }
  }

  /** @param {number} tries @param {() => number} chance @returns {number} longer each time, and never in step */
  const pause = (tries, chance) => Math.min(LONGEST, SHORTEST * 2 ** Math.min(tries, 10)) * (0.5 + chance());

  /** When a part asks that has heard of news: soon, never all at once, and no more often than it would without a stream.
      @param {{ now: number, asked: number, pace: number }} part @param {() => number} chance @returns {number} */
  const dueAfterNews = ({ now, asked, pace }, chance) => Math.max(now + (pace / 2) * chance(), asked + pace);

  /** @param {number} now @param {() => number} chance @returns {number} when a part polls again at the latest that has been told for long */
  const dueAfterFall = (now, chance) => now + FALL * chance();

  const LiveState = { fresh, step, dueAfterNews, dueAfterFall };
  Object.assign(globalThis, { LiveState });
  if (typeof module !== "undefined") module.exports = LiveState;
})();
