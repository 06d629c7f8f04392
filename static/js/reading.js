/* What was read from paper: the doubtful cells one after the other, chosen by 1, 2, 3; the paper follows the cell. */
"use strict";
(() => {
  const form = document.querySelector("form.paper-grid");
  const told = document.getElementById("read-places");
  if (!form || !told) return;
  const { strips: places, settles = {} } = JSON.parse(told.textContent);
  const pages = [...document.querySelectorAll(".read-page")];
  const asked = [...document.querySelectorAll(".read-list li")].map((item) => ({
    item,
    cell: form.elements[item.dataset.cell],
    ways: [...item.querySelectorAll("[data-way]")].map((way) => way.dataset.way),
    place: item.dataset.cell.slice(1).replace("_", "-"),
    typing: false, answered: false, settled: [],
  })).filter((one) => one.cell);
  for (const one of asked) one.cell.closest("td").classList.add("is-asked");
  const of = (cell) => asked.find((one) => one.cell === cell);
  const mark = (one, yes) => { for (const where of [one.item, one.cell.closest("td")]) where.classList.toggle("is-done", yes); };
  const fill = (one, text) => { one.cell.value = text; one.cell.dispatchEvent(new Event("input", { bubbles: true })); };
  const follows = (one, yes) => { mark(one, yes); one.item.querySelector(".read-follows").hidden = !yes; };

  // An answer may settle other questions of its row or column; another answer opens them again.
  const done = (one) => {
    one.answered = true; follows(one, true); one.item.querySelector(".read-follows").hidden = true;
    for (const [other, before] of one.settled) if (!other.answered) { fill(other, before); follows(other, false); }
    one.settled = [];
    for (const [place, text] of Object.entries(settles[one.place]?.[one.cell.value] ?? {})) {
      const other = asked.find((each) => each.place === place);
      if (!other || other.answered || other.item.classList.contains("is-done")) continue;
      one.settled.push([other, other.cell.value]);
      fill(other, text); follows(other, true);
    }
  };
  const save = () => form.querySelector(".actions .button--big");

  // The next question that nobody has answered; after the last one the button that takes everything over.
  const next = (one) => {
    const after = [...asked.slice(asked.indexOf(one) + 1), ...asked].find((other) => !other.item.classList.contains("is-done"));
    (after ? after.cell : save())?.focus();
  };
  form.addEventListener("keydown", (event) => {
    const one = of(event.target);
    if (!one || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const untouched = event.target.value !== "" && !one.typing;
    const way = untouched && one.ways[Number(event.key) - 1];
    if (way) {
      event.preventDefault(); event.stopImmediatePropagation();
      fill(one, way);
      done(one); next(one);
    } else if (event.key === "Enter" && event.target.value !== "") {
      event.preventDefault(); event.stopImmediatePropagation();
      done(one); next(one);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      one.typing = true;
    }
  }, true);

  // The paper beside it shows the cell that is looked at.
  const show = (cell) => {
    for (const one of asked) one.item.classList.toggle("is-here", one.cell === cell);
    const [, game, seat] = /^z(\d+)_(\d+)$/.exec(cell.name ?? "") ?? [];
    const box = places[`${game}-${seat}`];
    for (const page of pages) page.querySelector("i").hidden = true;
    if (!box) return;
    const [number, left, top, right, bottom] = box, page = pages[number], image = page?.querySelector("img");
    if (!image?.naturalWidth) return;
    const scale = image.clientWidth / image.naturalWidth, frame = page.querySelector("i");
    frame.hidden = false;
    Object.assign(frame.style, { left: `${left * scale}px`, top: `${top * scale}px`, width: `${(right - left) * scale}px`, height: `${(bottom - top) * scale}px` });
    page.scrollTo({ top: (top + bottom) / 2 * scale - page.clientHeight / 2, left: (left + right) / 2 * scale - page.clientWidth / 2 });
  };
  form.addEventListener("focusin", (event) => show(event.target));
  for (const page of pages) page.querySelector("img").addEventListener("load", () => show(document.activeElement));
  // What is only told (a foot that differs) does not take the first question's place.
  if (asked.length) {
    for (const one of document.querySelectorAll(".alert--warn[data-focus]")) one.removeAttribute("data-focus");
    asked[0].cell.focus();
  } else if (!document.querySelector("td.is-wrong")) save()?.focus();
})();
