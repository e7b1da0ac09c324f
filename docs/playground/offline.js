// Keeps the files of the playground, so that it works without a network.

// The build writes the files with their hashes, and a version that changes with them. A new version is used once no tab shows the previous one, so
// that a page never has files of two versions.
const FILES = {};
const VERSION = '';
const CACHE = `limpid-playground ${VERSION}`;

self.addEventListener('install', (event) => {
  const requests = Object.entries(FILES).map(([file, integrity]) => new Request(file, { integrity, cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('limpid-playground') && name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return;
  const file = pathname.slice(scope.pathname.length) || 'index.html';
  if (!Object.hasOwn(FILES, file)) return;
  event.respondWith(caches.open(CACHE).then(async (cache) => (await cache.match(file, { ignoreVary: true })) ?? fetch(request)));
});
