// Asks axe about the page as it stands, and no question twice; `judging.py` brings it into pages, beside axe.
//
// Rules of axe's category "colour" are asked where a text stands whose colours, with all that lies around and behind it,
// were not judged before. The others read `SHAPE` and boxes, and no colour: they are asked of each shape of a page once.
// `test_judging.py` looks over axe's shoulder: a property that it reads and that is not named here makes a test fail.
(() => {
  "use strict";
  const SHAPE = [
    "clip", "clip-path", "content-visibility", "direction", "display", "height", "opacity", "overflow", "overflow-x",
    "overflow-y", "pointer-events", "position", "text-indent", "visibility", "width",
  ];
  const BEHIND = ["background-color", "background-image", "filter", "mix-blend-mode", "z-index"];
  const OF_TEXT = [
    "color", "font-size", "font-weight", "font-family", "text-shadow", "-webkit-text-fill-color",
    "-webkit-text-stroke-width", "text-decoration", "text-decoration-line", "border-bottom-color", "border-bottom-style",
    "border-top-color", "border-top-style", "outline-color", "outline-style",
  ];
  const BOX = ["clientHeight", "clientWidth", "scrollHeight", "scrollLeft", "scrollTop", "scrollWidth"];
  const CONTROL = "input, select, textarea, button, option";
  const LINK = "a[href], [role=link]";
  const PICTURE = "img, svg, canvas, video, iframe, object, progress, meter";
  const DISABLED = ":disabled, [aria-disabled=true]";
  const asked = new Set(); // shapes of this page that were asked every rule that reads no colour
  let texts = [];

  const hash = (text) => { // 53 bits (cyrb53): a number is shorter to tell than what it stands for
    let one = 0xdeadbeef, other = 0x41c6ce57;
    for (let at = 0; at < text.length; at++) {
      const letter = text.charCodeAt(at);
      one = Math.imul(one ^ letter, 2654435761);
      other = Math.imul(other ^ letter, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
    other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return 4294967296 * (2097151 & other) + (one >>> 0);
  };

  const own = (node) => {
    let text = "";
    for (let one = node.firstChild; one; one = one.nextSibling) if (one.nodeType === 3) text += one.data;
    return text.trim();
  };
  // Every element as it is drawn: its place, its own colours, and whether it covers what is behind it or cuts what is in it.
  const elements = () => {
    const found = new Map();
    for (const node of document.querySelectorAll("*")) {
      const above = found.get(node.parentElement);
      const one = { node, above, x: 0, y: 0, right: 0, bottom: 0, box: [], seen: node.checkVisibility(), covers: false, text: false };
      found.set(node, one);
      if (!one.seen) continue;
      const style = getComputedStyle(node);
      ({ x: one.x, y: one.y, right: one.right, bottom: one.bottom } = node.getBoundingClientRect());
      one.box = BOX.map((name) => node[name]);
      one.picture = node.matches(PICTURE);
      one.covers = one.picture || style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none" || style.overflowX !== "visible";
      one.link = node.matches(LINK);
      one.text = one.link || node.matches(CONTROL) || own(node) !== "";
      one.shape = SHAPE.map((name) => style.getPropertyValue(name)).join("|");
      let paint = above ? above.behind : "";
      for (const name of BEHIND) paint += "|" + style.getPropertyValue(name);
      one.behind = hash(paint + style.opacity + style.visibility + style.position);
      if (one.text) one.paint = hash(one.behind + OF_TEXT.map((name) => style.getPropertyValue(name)).join("|"));
    }
    return [...found.values()];
  };
  const shapeOf = (found) => {
    const words = [document.documentElement.outerHTML, innerWidth, innerHeight];
    for (const one of found) {
      if (one.seen) words.push(one.x, one.y, one.right, one.bottom, one.node.value, one.node.checked, one.shape, ...one.box);
      else words.push("unseen");
    }
    return hash(words.join("\n"));
  };

  const within = (inner, outer) =>
    inner.x >= outer.x - 1 && inner.y >= outer.y - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const touch = (one, other) =>
    one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;
  const off = (one, from) => [one.x - from.x, one.y - from.y, one.right - from.x, one.bottom - from.y].map(Math.round).join(",");
  // What lies around, behind and over a text. Where something ends under it, the very place counts.
  const surroundings = (one, covering) => {
    const words = [one.paint];
    const ancestors = new Set([one]);
    for (let up = one.above; up; up = up.above) {
      ancestors.add(up);
      if (up.covers && up.above) words.push(within(one, up) ? "in" : off(one, up));
    }
    for (const other of covering) {
      if (ancestors.has(other) || !touch(one, other)) continue;
      const part = one.node.contains(other.node) && within(other, one);
      words.push(other.behind, other.picture ? "picture" : part ? "part" : within(one, other) ? "in" : off(one, other));
    }
    if (one.right <= 0 || one.bottom <= 0) words.push("out of sight");
    if (one.box[5] > one.box[1] + 1 || one.box[2] > one.box[0] + 8) words.push(...one.box, own(one.node)); // more than fits in
    return words.join(" ");
  };
  // Why axe would not say a word about a text whose colours it would judge elsewhere.
  const excuse = ({ node }) => {
    const text = own(node);
    const label = node.closest("label");
    const named = node.id && document.querySelector(`:is(${DISABLED})[aria-labelledby~="${CSS.escape(node.id)}"]`);
    return [
      node.localName, node.type, text.length === 1, /[^\p{L}\p{N}\p{P}\p{Z}\s]/u.test(text), node.closest(DISABLED) !== null,
      label?.control?.matches(DISABLED), Boolean(named), Boolean(node.value), node.getAttribute("role"),
    ].join(" ");
  };
  // A link among other words has to be told from them; by its line, or by its colour beside theirs.
  const among = ({ node }) => {
    let block = node.parentElement;
    while (block && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    if (!block) return "";
    const others = block.cloneNode(true);
    for (const link of others.querySelectorAll(LINK)) link.remove();
    if (!others.textContent.trim()) return "";
    const line = getComputedStyle(node).textDecorationLine.includes("underline");
    return line ? "line" : getComputedStyle(block).color + block.textContent;
  };

  // What is to be judged in this look: whether its shape was, and of each text the numbers under which it may be known.
  const look = () => {
    const found = elements();
    const shape = shapeOf(found);
    const drawn = found.filter((one) => one.right > one.x && one.bottom > one.y);
    const covering = drawn.filter((one) => one.covers);
    const kinds = new Map(); // of texts that are the same in all that axe could ask, one
    for (const one of drawn.filter((one) => one.text)) {
      const around = surroundings(one, covering) + (one.link ? " link " + among(one) : "");
      const keys = [hash("judged " + around), hash("excused " + around + " " + excuse(one))];
      if (!kinds.has(keys.join())) kinds.set(keys.join(), { node: one.node, keys });
    }
    texts = [...kinds.values()];
    return { shape, asked: asked.has(shape), texts: texts.map((one) => one.keys) };
  };

  const told = (one) => one.id + ": " + one.nodes.slice(0, 2).map((node) => node.target.join(" ")).join(" | ");
  // Every rule of axe's own choice, without these. Nothing is fetched for it (`preload`): none of them reads style sheets, and nothing plays a sound.
  const run = (of, without, more) =>
    axe.run(of, { preload: false, rules: Object.fromEntries(without.map((one) => [one.ruleId, { enabled: false }])), ...more });
  const ofColour = (one) => one.tags.includes("cat.color");
  const rest = () => run(document, axe.getRules().filter(ofColour), { resultTypes: ["violations"] });
  const colour = (nodes) =>
    run({ include: nodes }, axe.getRules().filter((one) => !ofColour(one)), { resultTypes: ["violations", "passes"], elementRef: true });

  // Asks what this look has that is new; tells what axe found, and the numbers of the texts that it has judged or excused.
  const ask = async ({ shape, ofRest, ofTexts }) => {
    const said = [], learnt = [];
    if (ofRest) {
      said.push(...(await rest()).violations.map(told));
      asked.add(shape);
    }
    if (ofTexts.length) {
      const asked = ofTexts.map((at) => texts[at]);
      const found = await colour(asked.map((one) => one.node));
      said.push(...found.violations.map(told));
      const passed = new Set();
      for (const rule of found.passes) {
        if (rule.id === "color-contrast") for (const one of rule.nodes) passed.add(one.element);
      }
      for (const { node, keys } of asked) learnt.push(passed.has(node) ? keys[0] : keys[1]);
    }
    return { said, learnt };
  };

  window.judging = { ask, colour, look, rest, SHAPE, BEHIND, OF_TEXT };
})();
