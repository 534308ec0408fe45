/** What the page has, or what came before and is in the browser's cache: names of parts change with what is in them. */
const fetched = new Set<string>();

/**
 * Fetches files of the app until the last byte, so that an import finds them in the browser's cache. Throws where one does not
 * come; may be tried again, as an import may not: a browser remembers one that failed.
 */
export async function fetchParts(urls: readonly string[]): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[href]')) fetched.add(link.href);
  for (const script of document.scripts) fetched.add(script.src);
  await Promise.all(
    urls.map(async (path) => {
      const url = new URL(path, document.baseURI).href;
      if (fetched.has(url)) return;
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      await response.arrayBuffer();
      fetched.add(url);
    }),
  );
}
