// Keeps the files of the playground, so that it works without a network. The network has precedence, so that a new version is shown at once.

const CACHE = 'limpid-playground';

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      try {
        const response = await fetch(event.request);
        if (response.ok) await cache.put(event.request, response.clone());
        return response;
      } catch (error) {
        const kept = await cache.match(event.request, { ignoreSearch: true });
        if (kept) return kept;
        throw error;
      }
    })(),
  );
});

// The page sends the URLs of the files that it loaded before this script was installed.
self.addEventListener('message', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(event.data))));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('install', () => self.skipWaiting());
