import { expect, type Page } from '@playwright/test';
import { ALL_PARTS } from '../../src/app/pwa/laterParts.ts';
import { LOGIN_KEY } from '#data/login.ts';

/** Waits until the service worker has stored what this page's person needs of the app, and serves this page. */
export async function offlineReady(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
        }),
      { timeout: 60_000 },
    )
    .toBe(true);
  const preparesEvents = await page.evaluate(
    (key) => /"role":"(?:member|manager)"/.test(localStorage.getItem(key) ?? ''),
    LOGIN_KEY,
  );
  if (preparesEvents) expect(await allPartsHere(page)).toBe(true);
}

/** Has the service worker fetch the parts that come later; false when it could not. */
async function allPartsHere(page: Page): Promise<boolean> {
  return page.evaluate(
    (type) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }) => resolve(data === true));
        port1.start();
        void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type }, [port2]));
      }),
    ALL_PARTS,
  );
}

/** Paths of the parts that came later and are on the device. */
export async function laterPartsHere(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('-rest-'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
}
