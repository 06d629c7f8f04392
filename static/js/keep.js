/* The service worker, where a browser allows one (https, localhost): an entry page opens again while the server is away. */
"use strict";
const CACHE = "romme-club-1", PATIENCE = 4000;
const LISTS = /^\/turnier\/[^/]+\/liste\/\d+\/\d+\//;
const PAGE = /^\/turnier\/[^/]+\/liste\/\d+\/\d+\/(spiel\/\d+\/)?$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && PAGE.test(url.pathname)) event.respondWith(page(request, url));
});

// Style, scripts, letters: the newest, else the one that was here last. A name with a fingerprint never changes.
async function file(request) {
  const cache = await caches.open(CACHE), kept = await cache.match(request);
  if (kept && /\.[0-9a-f]{12}\./.test(request.url)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return kept || Response.error();
  }
}

// A page of a list: from the server; without one the page as it was, or the last game's page, which goes on by itself.
async function page(request, url) {
  const cache = await caches.open(CACHE), list = url.pathname.match(LISTS)[0];
  const stop = new AbortController(), bell = setTimeout(() => stop.abort(), PATIENCE);
  let answer = null;
  try { answer = await fetch(request, { signal: stop.signal }); } catch { /* away */ } finally { clearTimeout(bell); }
  if (answer && answer.status < 500) {
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    if (answer.status === 403) await forget(cache, list); // no longer this phone's list
    return answer;
  }
  const kept = (await cache.match(request)) || (await lastGame(cache, list));
  return kept || answer || Response.error();
}
async function lastGame(cache, list) {
  const games = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith(`${list}spiel/`));
  games.sort((one, other) => Number(one.url.match(/spiel\/(\d+)/)[1]) - Number(other.url.match(/spiel\/(\d+)/)[1]));
  return games.length ? cache.match(games.at(-1)) : null;
}
async function forget(cache, list) {
  for (const one of await cache.keys()) if (new URL(one.url).pathname.startsWith(list)) await cache.delete(one);
}
