/** What the page has, or what came before and is in the browser's cache: names of parts change with what is in them. */
const fetched = new Set<string>();
/** Parts share files, and several are asked for at once. */
const coming = new Map<string, Promise<void>>();

/**
 * Fetches files of the app until the last byte, so that an import finds them in the browser's cache. Throws where one does not
 * come; may be tried again, as an import may not: a browser remembers one that failed.
 */
export async function fetchParts(urls: readonly string[]): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[href]')) fetched.add(link.href);
  for (const script of document.scripts) fetched.add(script.src);
  const missing = urls.map((path) => new URL(path, document.baseURI).href).filter((url) => !fetched.has(url));
  await Promise.all(missing.map(fetchOnce));
}

function fetchOnce(url: string): Promise<void> {
  const part = coming.get(url) ?? fetchPart(url).finally(() => coming.delete(url));
  coming.set(url, part);
  return part;
}

async function fetchPart(url: string): Promise<void> {
  if (await isKept(url)) return void fetched.add(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
  fetched.add(url);
}

/** The service worker has it: no network can be in the way of the import, and the file need not be read twice. */
async function isKept(url: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return false;
  return (await caches.match(url).catch(() => undefined)) !== undefined;
}
