import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { ALL_PARTS, comesLater, keptWhole } from './laterParts.ts';
import { keepReplaced, partReplaced } from './replacedParts.ts';

/*
 * The service worker: keeps the app on the device. What a door needs comes with the installation; the rest when a page asks
 * for it (decision 40), and from then on with each new version.
 */

// Not `lib="webworker"`: it would change the types of pages, which are checked together with this.
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface ServiceWorker {
  readonly __WB_MANIFEST: readonly (string | { url: string; revision: string | null })[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting & Event) => void): void;
  addEventListener(type: 'message', listener: (event: Lasting & MessageEvent<unknown>) => void): void;
}
declare const self: ServiceWorker;

const REST = `${cacheNames.prefix}-rest-${cacheNames.suffix}`;

/** Of the version before this one. */
const REPLACED = `${cacheNames.prefix}-replaced-${cacheNames.suffix}`;

const entries = self.__WB_MANIFEST;
const urlOf = (entry: (typeof entries)[number]): string => (typeof entry === 'string' ? entry : entry.url);

/** A portal or a proxy answers in the server's stead, with a page of its own and a good status: once kept it would be that part of the app for good. */
const isOurs = ({ ok, headers }: Response): boolean => ok && headers.has(SERVER_TIME_HEADER);
const onlyOurs = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (isOurs(response) ? response : null),
};

const start = new PrecacheController({ plugins: [onlyOurs] });
start.addToCacheList(entries.filter((entry) => !comesLater(urlOf(entry))));
const rest = new PrecacheController({
  cacheName: REST,
  // Whatever a screen asks for meanwhile goes first.
  plugins: [onlyOurs, { requestWillFetch: async ({ request }) => new Request(request, { priority: 'low' }) }],
});
rest.addToCacheList(entries.filter((entry) => comesLater(urlOf(entry))));

let coming: Promise<unknown> | null = null;
/** Goes on where an earlier call was cut; what is there already is not fetched. */
function bringRest(event: Lasting): Promise<unknown> {
  // The controller keeps what it fetches only at an installation; this one may come with a message.
  const installation = { type: 'install', waitUntil: (work: Promise<unknown>) => event.waitUntil(work) };
  coming ??= rest.install(installation as unknown as Parameters<typeof rest.install>[0]).finally(() => {
    coming = null;
  });
  event.waitUntil(coming);
  return coming;
}

/** Also true on a device of the version before this one, which kept everything in one cache. */
async function hasRest(): Promise<boolean> {
  if (await caches.has(REST)) return true;
  const before = await (await caches.open(cacheNames.precache)).keys();
  return keptWhole(before.map(({ url }) => url));
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const whole = await hasRest();
      await start.install(event);
      if (whole) await bringRest(event);
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await keepReplaced([cacheNames.precache, REST], REPLACED, entries.map(urlOf)).catch(() => undefined);
      await start.activate(event);
      // Opening a cache makes it, and its being there says that this device wants the rest.
      if (await caches.has(REST)) await rest.activate(event);
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type !== ALL_PARTS) return;
  const [port] = event.ports;
  bringRest(event).then(
    () => port?.postMessage(true),
    // A page asks again at its next start, and when the network is back.
    () => port?.postMessage(false),
  );
});

// The very first visit is offline-capable at once. So workbox-window's `controlling` also fires then.
clientsClaim();
cleanupOutdatedCaches();
registerRoute(new PrecacheRoute(start));
registerRoute(new PrecacheRoute(rest));
// The letters of China, Japan and Korea are kept once a document has needed them. The hash in a name says what it holds.
registerRoute(/\/assets\/(?:noto-sans-(?:sc|jp|kr)|browserCjk)-/, async ({ request }) => {
  const kept = await caches.open(`${cacheNames.prefix}-letters`);
  const known = await kept.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (isOurs(answer)) await kept.put(request, answer.clone());
  return answer;
});
registerRoute(/\/assets\//, ({ request }) => partReplaced(REPLACED, request));
registerRoute(
  new NavigationRoute(start.createHandlerBoundToURL('index.html'), { denylist: [/^\/(api|db|desk)\//] }),
);
