/* What the keys of a list from paper mean, without its page. grid.js moves the cells; tests/js/ runs it in Node. */
"use strict";
(() => {
  /** @typedef {{ value: string, known: string }} Cell what stands in a cell, and what the list says there */
  /** @typedef {{ key: string, ctrlKey?: boolean, shiftKey?: boolean, altKey?: boolean, metaKey?: boolean, isComposing?: boolean }} Key */
  /** @typedef {{ value: string, start: number | null, end: number | null, game: boolean }} Place the cell with the cursor; `game`: a row of a game, not a sum */
  /** @typedef {{ deed: "none" | "save" | "step" | "vertical" | "type", by?: number, text?: string }} Move */

  /** @typedef {Record<string, string>} Signs how else a sign of the list can be typed; the page hands them over (scoring/shorthand.py) */

  /** Two spellings are the same sign: what came back from the list is not a change.
      @param {Signs} signs @param {string} text */
  function written(signs, text) {
    return signs[text.toUpperCase()] ?? text.toUpperCase();
  }

  /** @param {Signs} signs @param {Key} event @param {Place} cell @returns {Move} what a key does in a cell; "none" leaves it to the browser */
  function move(signs, { key, ctrlKey, altKey, metaKey, isComposing }, { value, start, end, game }) {
    const none = /** @type {Move} */ ({ deed: "none" });
    if (isComposing || altKey || metaKey) return none;
    if (ctrlKey) return key === "Enter" ? { deed: "save" } : none;
    const blank = value === "" || (start === 0 && end === value.length);
    switch (key) {
      case "Enter": return { deed: "step", by: 1 };
      case "ArrowDown": return { deed: "vertical", by: 1 };
      case "ArrowUp": return { deed: "vertical", by: -1 };
      case "ArrowLeft": return blank || end === 0 ? { deed: "step", by: -1 } : none;
      case "ArrowRight": return blank || start === value.length ? { deed: "step", by: 1 } : none;
      case "Backspace": return value === "" ? { deed: "step", by: -1 } : none;
      case "-": return game && /^\d+$/.test(value) ? { deed: "type", text: `${value}-` } : none;
      default: return game && key in signs && !/[a-z]/i.test(key) ? { deed: "type", text: key } : none;
    }
  }

  /** Three digits left their cell by themselves, as not opened. What the next key makes of it.
      @param {Key} event @returns {{ taken: boolean, opened: boolean, back: boolean }} taken: the key is used up */
  function afterThree({ key, ctrlKey, shiftKey }) {
    const onward = ["Enter", "Tab", "ArrowRight"].includes(key) && !shiftKey && !ctrlKey;
    const back = key === "Backspace";
    return { taken: onward || back || key === "-", opened: onward || back, back };
  }

  /** @param {{ name: string, value: string, known: string }[]} cells @returns {Record<string, string>} what is typed and not on the list */
  function unsaved(cells) {
    return Object.fromEntries(cells.filter((cell) => cell.value !== cell.known).map((cell) => [cell.name, cell.value]));
  }

  /** @param {Signs} signs @param {string | undefined} kept @param {string} there @returns {boolean} whether a kept draft brings something back into its cell */
  function bringsBack(signs, kept, there) {
    return kept !== undefined && kept !== "" && kept !== there && written(signs, kept) !== written(signs, there);
  }

  /** Somebody else wrote this row meanwhile. @param {Cell[]} cells @param {string[]} fresh
      @returns {{ cells: Cell[], taken: boolean }} it comes into rows that nobody touched here; elsewhere both stand there */
  function take(cells, fresh) {
    const untouched = cells.every((cell) => cell.value === cell.known);
    return {
      cells: cells.map((cell, at) => ({ value: untouched && fresh[at] ? fresh[at] : cell.value, known: fresh[at] })),
      taken: untouched && cells.length > 0,
    };
  }

  const GridState = { written, move, afterThree, unsaved, bringsBack, take };
  Object.assign(globalThis, { GridState });
  if (typeof module !== "undefined") module.exports = GridState;
})();
