/* A name written on the screen: finger, pen or mouse become lines in a box of 1000 by 360, whatever the screen. */
"use strict";
(() => {
  const WIDTH = 1000, HEIGHT = 360, STEP = 4, MOST = 1900;

  function ready(form) {
    const field = form.querySelector("canvas");
    const hidden = form.querySelector("[name=drawn]");
    const save = form.querySelector("[value=drawn]");
    const ink = field.getContext("2d");
    let strokes = [], pen = null;

    const count = () => strokes.reduce((sum, stroke) => sum + stroke.length, 0);
    const keep = () => {
      hidden.value = strokes.length ? JSON.stringify(strokes) : "";
      save.disabled = !strokes.length;
    };
    const draw = () => {
      ink.clearRect(0, 0, WIDTH, HEIGHT);
      ink.lineWidth = 9;
      ink.lineCap = ink.lineJoin = "round";
      ink.strokeStyle = "#1a2a5e";
      for (const stroke of strokes) {
        ink.beginPath();
        ink.moveTo(...stroke[0]);
        for (const point of stroke.slice(1)) ink.lineTo(...point);
        if (stroke.length === 1) ink.lineTo(stroke[0][0] + 1, stroke[0][1]);
        ink.stroke();
      }
    };
    const place = (event) => {
      const box = field.getBoundingClientRect();
      const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)));
      return [within(((event.clientX - box.left) / box.width) * WIDTH, WIDTH), within(((event.clientY - box.top) / box.height) * HEIGHT, HEIGHT)];
    };
    field.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || strokes.length >= 60) return;
      event.preventDefault();
      field.setPointerCapture(event.pointerId);
      pen = [place(event)];
      strokes.push(pen);
      draw();
    });
    field.addEventListener("pointermove", (event) => {
      if (!pen || !event.isPrimary) return;
      for (const one of event.getCoalescedEvents?.() || [event]) {
        const [x, y] = place(one), [lastX, lastY] = pen[pen.length - 1];
        if (Math.hypot(x - lastX, y - lastY) >= STEP && count() < MOST) pen.push([x, y]);
      }
      draw();
    });
    const up = () => { if (pen) { pen = null; keep(); } };
    field.addEventListener("pointerup", up);
    field.addEventListener("pointercancel", up);
    form.querySelector("[data-clear]").addEventListener("click", () => { strokes = []; draw(); keep(); });
    field.width = WIDTH;
    field.height = HEIGHT;
    form.querySelector("[data-draw]").hidden = false;
    keep();
  }
  document.addEventListener("DOMContentLoaded", () => { for (const form of document.querySelectorAll("form[data-sign]")) ready(form); });
})();
