/* Passkeys: asks the browser for a new key or for one that it has, and sends its answer with the form. Without scripts there is the code. */
"use strict";
(() => {
  const form = document.querySelector("form[data-passkey]");
  const said = document.getElementById("passkey-options");
  if (!(form instanceof HTMLFormElement) || !said || !window.PublicKeyCredential) return;

  const bytes = (/** @type {string} */ text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const text = (/** @type {ArrayBuffer} */ buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const key = (/** @type {any} */ one) => ({ ...one, id: bytes(one.id) });
  const answered = (/** @type {any} */ made) => JSON.stringify({
    id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {},
    response: made.response.attestationObject
      ? { clientDataJSON: text(made.response.clientDataJSON), attestationObject: text(made.response.attestationObject) }
      : {
        clientDataJSON: text(made.response.clientDataJSON), authenticatorData: text(made.response.authenticatorData),
        signature: text(made.response.signature),
      },
  });

  async function ask() {
    const asked = JSON.parse(said?.textContent || "{}").publicKey;
    asked.challenge = bytes(asked.challenge);
    if (form.dataset.passkey === "new") {
      asked.user.id = bytes(asked.user.id);
      asked.excludeCredentials = (asked.excludeCredentials || []).map(key);
      return answered(await navigator.credentials.create({ publicKey: asked }));
    }
    asked.allowCredentials = (asked.allowCredentials || []).map(key);
    return answered(await navigator.credentials.get({ publicKey: asked }));
  }

  form.addEventListener("submit", async (event) => {
    const field = form.elements.namedItem("passkey");
    if (!(field instanceof HTMLInputElement) || field.value) return;
    event.preventDefault();
    const trouble = form.querySelector("[data-trouble]");
    if (trouble instanceof HTMLElement) trouble.hidden = true;
    try {
      field.value = await ask();
      form.submit();
    } catch { // called off, no key here, or too late
      if (trouble instanceof HTMLElement) trouble.hidden = false;
    }
  });
  form.hidden = false;
})();
