/* A screen in the hall: pages take turns by the server's clock, news are asked for, and without a network it goes on with
   what it knows and says so. Written for the browsers of old televisions. tournaments/screens/views/turns.py reckons the same. */
"use strict";
(function () {
  var PACE = 1500;
  var PATIENCE = 5000; // so long an answer may take
  var ahead = 0; // the server's clock minus this device's
  var heard = 0; // when the server last answered, by its clock
  var root = document.documentElement;
  root.classList.add("has-js");

  function screen() { return document.getElementById("screen"); }
  function list(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
  function now() { return Date.now() + ahead; }
  function two(number) { return (number < 10 ? "0" : "") + number; }
  function write(element, text) { if (element && element.textContent !== text) element.textContent = text; }

  // The hour in the hall, whatever zone the television thinks it is in.
  function hour(moment) {
    var there = new Date(moment + 1000 * Number(screen().dataset.zone || 0));
    return two(there.getUTCHours()) + ":" + two(there.getUTCMinutes());
  }

  // Whose turn it is: by the hour, or the page that somebody holds.
  var held = -1;
  function turn(slots, moment) {
    if (held >= 0) return slots[held % slots.length];
    var playing = slots.filter(function (slot) { return !slot.dataset.until || moment < Number(slot.dataset.until); });
    var urgent = playing.filter(function (slot) { return slot.dataset.urgent && moment < Number(slot.dataset.urgent); })[0];
    if (urgent) return urgent;
    var cycle = playing.reduce(function (sum, slot) { return sum + 1000 * Number(slot.dataset.seconds); }, 0);
    var at = cycle ? (moment + 1000 * Number(screen().dataset.ahead)) % cycle : 0;
    for (var n = 0; n < playing.length; n += 1) {
      at -= 1000 * Number(playing[n].dataset.seconds);
      if (at < 0) return playing[n];
    }
    return playing[0] || slots[0];
  }

  function clocks(moment) {
    list("[data-ends]").forEach(function (box) {
      var left = Math.max(0, Math.ceil((Number(box.dataset.ends) - moment) / 1000));
      var minutes = Math.ceil(left / 60);
      box.classList.toggle("is-over", left === 0);
      box.classList.toggle("is-soon", left > 0 && 1000 * left <= Number(box.dataset.soon));
      write(box.querySelector("[data-left]"), Math.floor(left / 3600) + ":" + two(Math.floor(left / 60) % 60) + ":" + two(left % 60));
      var words = box.querySelector("[data-minutes]");
      if (words) write(words, minutes === 1 ? words.dataset.one : words.dataset.text.replace("{minutes}", minutes));
    });
  }

  // Names and messages keep their size; where they cannot all be whole in it the page's become smaller, all alike. Nothing is cut.
  var STEPS = [1, .92, .84, .76, .68, .6, .52, .44, .36, .3];
  function wide(box) { return box.scrollWidth <= box.clientWidth + 1; }
  function high(box) { // lines of names stand close: the empty space above and below the letters may reach over the edge
    var close = box.querySelector(".name");
    return box.scrollHeight <= box.clientHeight + 1 + (close ? parseFloat(getComputedStyle(close).fontSize) * .2 : 0);
  }
  function fit(slot) {
    if (slot.fitted === innerWidth) return;
    slot.fitted = innerWidth;
    var names = Array.prototype.slice.call(slot.querySelectorAll(".name, .message"));
    var boxes = Array.prototype.slice.call(slot.querySelectorAll(".rows > li, .table-card ol, .message"));
    STEPS.some(function (step) {
      slot.style.setProperty("--fit", step);
      return names.every(wide) && boxes.every(high);
    });
  }

  // Letters that arrive late are of another width, and a lost connection takes a line: everything is measured anew.
  function forget() { list(".slot").forEach(function (slot) { slot.fitted = 0; }); }

  function tick() {
    var moment = now();
    var slots = list(".slot");
    var shown = turn(slots, moment);
    slots.forEach(function (slot) {
      slot.classList.toggle("is-shown", slot === shown);
      slot.classList.toggle("is-urgent", slot === shown && Number(slot.dataset.urgent || 0) > moment);
    });
    fit(shown);
    clocks(moment);
  }

  function said(answered) {
    var box = document.getElementById("lost");
    if (answered) heard = now();
    write(box.querySelector("span"), box.querySelector("span").dataset.text.replace("{time}", hour(heard)));
    box.hidden = answered;
    if (root.classList.contains("is-lost") === answered) {
      root.classList.toggle("is-lost", !answered);
      forget();
    }
    if (answered) write(document.querySelector("[data-stand]"), hour(heard));
  }

  function asked() {
    var before = Date.now();
    var answer = fetch(location.pathname + location.search, { headers: { "HX-Request": "true", "X-Seen": screen().dataset.state }, credentials: "same-origin", cache: "no-store" });
    var tooLong = new Promise(function (_yes, no) { setTimeout(function () { no(new Error("no answer")); }, PATIENCE); });
    return Promise.race([answer, tooLong]).then(function (got) {
      if (!got.ok) throw new Error(String(got.status));
      var after = Date.now();
      ahead = Number(got.headers.get("X-Now")) - (before + after) / 2;
      if (got.status === 204) return said(true);
      return got.text().then(function (text) {
        var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("screen");
        if (!fresh) throw new Error("not a screen");
        screen().parentNode.replaceChild(document.importNode(fresh, true), screen());
        tick();
        said(true);
      });
    });
  }

  function look() {
    asked().catch(function () { said(false); }).then(function () { setTimeout(look, PACE); });
  }

  // A remote control's OK, or a tap: the whole picture without the browser around it.
  function whole() { if (root.requestFullscreen && !document.fullscreenElement) root.requestFullscreen().catch(function () {}); }
  document.addEventListener("click", whole);
  // Space holds this page and lets it go on, arrows leaf: keys of the remote control or of the laptop behind it; no button lies on the picture.
  function leaf(by) {
    var slots = list(".slot");
    held = (slots.indexOf(document.querySelector(".slot.is-shown")) + by + slots.length) % slots.length;
    tick();
  }
  document.addEventListener("keydown", function (event) {
    if (event.key === "Enter") whole();
    if (event.key === "ArrowRight" || event.key === "PageDown") leaf(1);
    if (event.key === "ArrowLeft" || event.key === "PageUp") leaf(-1);
    if (event.key === " ") { if (held < 0) leaf(0); else { held = -1; tick(); } }
  });

  ahead = Number(screen().dataset.now) - Date.now();
  heard = now();
  tick();
  if (document.fonts && document.fonts.addEventListener) document.fonts.addEventListener("loadingdone", function () { forget(); tick(); });
  setInterval(tick, 250);
  setTimeout(look, PACE);
})();
