/* A game that is half typed survives a reload: kept on this phone for this list and this game, forgotten when it is on the list. */
"use strict";
(() => {
  const form = document.querySelector("form.entry[data-number]");
  const panel = document.getElementById("wartend");
  if (!form || !panel) return;
  const KEY = `romme-club-halb:${panel.dataset.list}`;
  const kept = (name) => !["csrfmiddlewaretoken", "seen_version", "submission", "confirmed"].includes(name);
  const fields = () => [...new FormData(form)].filter(([name, value]) => kept(name) && value);
  const store = (what) => { try { what ? sessionStorage.setItem(KEY, what) : sessionStorage.removeItem(KEY); } catch { /* a private window */ } };

  form.addEventListener("input", () => store(JSON.stringify({ number: form.dataset.number, row: form.dataset.row || "", fields: fields() })));
  document.addEventListener("waiting:saved", () => store(""));

  let half = null;
  try { half = JSON.parse(sessionStorage.getItem(KEY)); } catch { /* nothing of ours */ }
  if (!half || half.number !== form.dataset.number || half.row !== (form.dataset.row || "") || form.querySelector("[name=winner]:checked, .field-error")) return;
  for (const [name, value] of half.fields) {
    const field = form.elements[name];
    if (!field) continue;
    field.value = value; // a group of radio buttons takes the value as well
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  window.EntrySteps?.begin();
})();
