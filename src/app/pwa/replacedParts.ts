/*
 * A door, or a page where somebody types, is not loaded anew when a new version takes over. It may still open parts of its own
 * version, which the server has no more: without these it would ask for one for two minutes.
 */

/** Keeps in `into` what the caches `from` hold and the new version, whose parts are `urls`, has no more. What was kept of an older one goes. */
export async function keepReplaced(
  from: readonly string[],
  into: string,
  urls: readonly string[],
): Promise<void> {
  const ours = new Set(urls.map((url) => new URL(url, location.href).pathname));
  await caches.delete(into);
  for (const name of from) {
    // Opening a cache makes it.
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/assets/') || ours.has(pathname)) continue;
      const part = await cache.match(request);
      if (part !== undefined) await (await caches.open(into)).put(request, part);
    }
  }
}

/** A part of the version before, or else what the server has. */
export const partReplaced = async (into: string, request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: into, ignoreVary: true })) ?? fetch(request);
