/* Cards that are tapped are written into the field of cards; a recorded game turns its pages by arrow keys. */
"use strict";
(() => {
  for (const picks of document.querySelectorAll("[data-picks]")) {
    const own = document.getElementById(picks.dataset.picks);
    if (!own) continue;
    const fields = own.form.matches("[data-cards]") ? own.form.querySelectorAll(".cards-typed") : [own];
    let field = own; // where a tap writes: on the page of one hand, whichever field of cards was touched last
    const tiles = [...picks.querySelectorAll(".pick")];

    const count = () => {
      // Other ways to write a card are known to the server only: its answer says which cards they are.
      const words = field.value.split(/[\s,;|]+/).filter(Boolean);
      const known = words.every((word) => tiles.some((tile) => tile.dataset.sign === word));
      const held = known ? words : field !== own ? [] : (document.getElementById("urteil")?.dataset.cards || "").split(" ");
      for (const tile of tiles) {
        const found = held.filter((word) => word === tile.dataset.sign).length;
        found ? (tile.dataset.count = found) : delete tile.dataset.count;
      }
    };
    const write = (text) => {
      field.value = text.replace(/^[ |]+/, "").replace(/[ ]{2,}/g, " ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const add = (sign) => {
      if ("cardsOne" in field.dataset) return write(sign); // a field of one card: the next tap replaces it
      const before = field.value.replace(/[ \t]+$/, ""); // a new line parts two melds: it stays
      write(`${before}${before && !before.endsWith("\n") ? " " : ""}${sign} `);
    };

    // What was ticked without scripts stands in the field from now on.
    const ticked = tiles.filter((tile) => tile.querySelector("input").checked);
    if (ticked.length) {
      const words = ticked.map((tile) => tile.dataset.sign).join(" ");
      const parted = picks.querySelector("[data-write=' | ']") ? " | " : " ";
      field.value = field.value.trim() ? `${field.value.trim()}${parted}${words} ` : `${words} `;
    }
    for (const tile of tiles) {
      const box = tile.querySelector("input");
      box.checked = false;
      box.addEventListener("change", (event) => event.stopPropagation());
      box.addEventListener("click", (event) => {
        event.preventDefault();
        add(tile.dataset.sign);
      });
    }
    picks.addEventListener("click", (event) => {
      const key = event.target.closest("[data-write]")?.dataset.write;
      if (key === "back") write(field.value.trimEnd().replace(/(^|\s)\S+$/, " "));
      else if (key === "clear") write("");
      else if (key && !("cardsOne" in field.dataset) && !/\|\s*$/.test(field.value)) write(`${field.value.trimEnd()} | `);
    });
    const choose = (one) => {
      field = one;
      for (const other of fields) other.classList.toggle("is-written", fields.length > 1 && other === field);
      count();
    };
    for (const one of fields) {
      one.addEventListener("input", count);
      one.addEventListener("focus", () => choose(one));
    }
    // Another question hides fields: what is tapped then belongs to the hand.
    own.form.addEventListener("change", () => field.offsetParent || choose(own));
    document.addEventListener("htmx:afterSwap", count);
    // What was typed before the scripts were there, or kept by the browser over a reload, is asked now.
    addEventListener("load", () => {
      const answered = document.getElementById("urteil")?.childElementCount;
      if (own.form.matches("[data-cards]") && own.value.trim() && !answered) own.dispatchEvent(new Event("input", { bubbles: true }));
    });
    count();
  }

  // First, previous, next, last: Home, arrows, End.
  const steps = document.querySelector("[data-steps]");
  if (steps) {
    const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.closest?.("input, textarea, select, [data-own-keys], dialog")) return;
      const link = keys[event.key] && steps.querySelector(`a[data-step="${keys[event.key]}"][href]`);
      if (!link) return;
      event.preventDefault();
      link.click();
    });
    const now = document.querySelector(".turn-list [aria-current]");
    const list = now?.closest(".turn-list"); // only the list scrolls: the page stays where the reader is
    if (list) list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  }
})();
