import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { LOGIN_KEY } from '#data/login.ts';
import { localId } from '#domain/ids.ts';
import { chromiumArgs, requireChromium } from '../scripts/chromium.ts';
import { startFoyer } from '../e2e/support/foyer.ts';
import { offlineReady } from '../e2e/support/serviceWorker.ts';
import { createWorld } from '../e2e/support/world.ts';
import { atRest } from './support/atRest.ts';
import { figure, median, type Figure } from './support/report.ts';

const CLIENTS = 10_000;
const ROUNDS = 5;
/** A guest of the list. */
const ROW = 'li[aria-posinset]';
/** Notes when a row was there and painted. A text, because the bench's own compiler adds calls to functions. */
const NOTE_SHOWN = `
  const look = () => {
    if (document.querySelector('${ROW}') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.shownAt = performance.now())));
  };
  requestAnimationFrame(look);
`;
/** A phone-class processor (experience, "Measures of the main paths"). */
const SLOWER = 4;

/** What the app keeps to start quicker (src/data/store/snapshot.ts). */
const SNAPSHOT = '_local/snapshot';

/**
 * The app opened cold and without network, from the navigation to a check-in list that is painted, with a local copy
 * of 10,000 clients and a processor four times slower. Against the same start when PouchDB reads every document.
 * Median of 5 rounds each.
 */
export default async function coldOpen(emit: (figure: Figure) => void): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
  try {
    const world = await createWorld(foyer.url);
    const event = await world.event({ clients: CLIENTS });
    // What comes after a snapshot is read as well: the sample's invoices are issued before.
    await atRest(world.manager);
    const [session] = event.sessions;
    if (session === undefined) throw new Error('no session');
    const path = `/event/${event.id}/session/${localId(session._id)}/checkin`;
    const login = { name: LOGIN_KEY, value: JSON.stringify(world.manager.session) };
    const context = await browser.newContext({
      baseURL: foyer.url,
      storageState: { cookies: [], origins: [{ origin: foyer.url, localStorage: [login] }] },
    });
    const first = await context.newPage();
    await first.goto(path);
    await first.locator(ROW).first().waitFor({ timeout: 60_000 });
    await offlineReady(first);
    await expect.poll(() => snapshot(first, 'keep'), { timeout: 60_000 }).toBe(true);
    await context.setOffline(true);
    await first.goto('about:blank');
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round++) ours.push(await opened(context, path));
    await first.goto('/icon.svg');
    await snapshot(first, 'delete');
    const baseline: number[] = [];
    for (let round = 0; round < ROUNDS; round++) baseline.push(await opened(context, path));
    if (await snapshot(first, 'keep')) throw new Error('a snapshot helped the baseline');
    const parts = figure({
      bench: 'cold-open',
      measure: `${CLIENTS} clients, processor ${SLOWER}× slower`,
      ours: median(ours),
      baseline: median(baseline),
      unit: 'ms',
      baselineName: 'the same, every document read by PouchDB',
      target: 'at most 1500 ms',
    });
    emit({ ...parts, reached: parts.ours <= 1500 });
  } finally {
    await browser.close();
    await foyer.dispose();
  }
}

/** Whether a database has a snapshot; takes it out if told so. A text, for the same reason as above. */
const snapshot = (page: Page, then: 'keep' | 'delete'): Promise<boolean> =>
  page.evaluate<boolean>(`(async () => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    let found = false;
    for (const { name } of await indexedDB.databases()) {
      if (!name.startsWith('_pouch_foyer-')) continue;
      const database = await done(indexedDB.open(name));
      const store = database.transaction('local-store', 'readwrite').objectStore('local-store');
      if ((await done(store.count('${SNAPSHOT}'))) > 0) found = true;
      if (${String(then === 'delete')}) await done(store.delete('${SNAPSHOT}'));
      database.close();
    }
    return found;
  })()`);

/** ms from the navigation until a row of the list is painted. */
async function opened(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(NOTE_SHOWN);
  await page.goto(path);
  await page.waitForFunction(() => 'shownAt' in globalThis, undefined, { timeout: 60_000 });
  const ms = await page.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt);
  await page.close();
  return ms;
}
