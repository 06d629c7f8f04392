/* How the director's board is walked and searched, without its page. board.js shows it; tests/js/ runs it in Node. */
"use strict";
(() => {
  /** @typedef {[number, number]} Point */
  /** @typedef {{ name: string, player?: string }} Chair a chair with its name; `player` is empty when nobody sits there */

  /** Which chair an arrow key reaches: the nearest in its direction, what lies aside counts threefold.
      @param {Point[]} middles @param {number} from @param {Point} way @returns {number} its index, -1 when there is none */
  function nearest(middles, from, [dx, dy]) {
    const [x, y] = middles[from];
    let best = -1;
    let least = Infinity;
    middles.forEach(([cx, cy], at) => {
      const along = (cx - x) * dx + (cy - y) * dy;
      if (at === from || along < 4) return;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along + 3 * aside < least) { least = along + 3 * aside; best = at; }
    });
    return best;
  }

  /** @param {string} text */
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  /** @param {string} typed @param {Chair} chair @returns {boolean} whether a start number, a name or the beginning of a word fits */
  function fits(typed, { name, player }) {
    const sought = plain(typed.trim());
    if (!sought) return false;
    const whole = plain(name);
    return player === sought || whole.startsWith(sought) || whole.split(/[\s-]+/).some((word) => word.startsWith(sought));
  }

  /** A chair is tapped. @template T @param {T | null} picked what is in the hand @param {T} chair @param {boolean} taken whether somebody sits there
      @returns {"pick" | "drop" | "ask" | "nothing"} */
  function tap(picked, chair, taken) {
    if (picked === null) return taken ? "pick" : "nothing";
    return picked === chair ? "drop" : "ask";
  }

  /** Near the edge of the window the page moves along with what is dragged.
      @param {number} y @param {number} height of the window @returns {number} pixels, negative upwards */
  function roll(y, height) {
    const edge = 90;
    return (y < edge ? y - edge : y > height - edge ? y - height + edge : 0) / 4;
  }

  const BoardState = { nearest, fits, tap, roll };
  Object.assign(globalThis, { BoardState });
  if (typeof module !== "undefined") module.exports = BoardState;
})();
