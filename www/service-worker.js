// Keeps the published page for use without a network. `make dist` puts in what
// the page consists of; any change of it makes another version.

/** Files with their hashes; the page itself has none, as some hosts write into it. */
/** @type {{version: string, files: [string, string][]}} */
const { version, files } = /** @type {any} */ (self).BUILD;
const PREFIX = `tiescope ${new URL("./", location.href).pathname} `;
const NAME = PREFIX + version;

/** A version is kept whole or not at all. */
async function keep() {
  const cache = await caches.open(NAME);
  // Past the browser's own cache, which may hold parts of another version, as
  // may a host while it is being updated.
  const requests = files.map(
    ([file, integrity]) => new Request(file, { cache: "reload", integrity }),
  );
  await cache.addAll(requests);
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const isPage =
    request.mode === "navigate" && request.url.split(/[?#]/)[0]?.endsWith("/index.html");
  const kept = await cache.match(isPage ? "./" : request, { ignoreSearch: true, ignoreVary: true });
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => /** @type {any} */ (event).waitUntil(keep()));
self.addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  if (request.method === "GET") /** @type {any} */ (event).respondWith(answer(request));
});
// A new version waits until the reader asks for it: the page says that it is there.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") /** @type {any} */ (self).skipWaiting();
});
