import type { Page } from '@playwright/test';
import { SyncPanel } from '../pages/SyncPanel.ts';
import { expect, test } from '../support/fixtures.ts';
import type { StoredDoc } from '../support/world.ts';

/* What the largest lists ask of a browser. */

const ROWS = 10_000;
const surname = (at: number): string => `Number${String(at).padStart(5, '0')}`;

function fileOf(rows: number) {
  const lines = Array.from({ length: rows }, (_, at) => {
    const category = at % 4 === 0 ? 'media' : 'individual';
    // Every fourth ordered with the one before.
    return `O${at - Number(at % 4 === 1)},Guest,${surname(at)},guest${at}@example.org,${category}`;
  });
  const text = ['Order code,First name,Last name,Email,Category', ...lines].join('\n');
  return { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/**
 * How long the page let a person wait who would have touched it at the worst moment, in ms, since it was last asked: told,
 * not judged, for it is the machine's as much as the page's.
 */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const told = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) told.longest = Math.max(told.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
    Object.assign(globalThis, { told });
  });
  return () =>
    page.evaluate(() => {
      const { told } = globalThis as unknown as { told: { longest: number } };
      const { longest } = told;
      told.longest = 0;
      return longest;
    });
}

test('10,000 guests: the page goes on while they come in, all of them are found in one list and changed at once', async ({
  device,
  world,
}, info) => {
  test.slow();
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0 });
  const [session] = event.sessions;
  const desk = await device({ as: member });
  const { page, t } = desk;
  const note = (what: string, ms: number) =>
    info.annotations.push({ type: 'longest task', description: `${what}: ${Math.round(ms)} ms` });
  // All documents of so many are much to read: not before the device says that the server has everything.
  const arrived = () => new SyncPanel(desk).expectSynced(120_000);
  const alive = async () => {
    const docs = await world.documents(event.dbName, 'client_');
    return docs.filter((doc) => doc['deletedAt'] == null);
  };
  await desk.open(`/event/${event.id}/session/${session?._id.replace('session_', '')}/client/import`);
  const longest = await watchTasks(page);
  await page.locator('input[type=file]').setInputFiles(fileOf(ROWS));
  const save = page.getByRole('button', { name: t('imports.save', { count: ROWS }), exact: true });
  await expect(save).toBeEnabled({ timeout: 60_000 });
  note('reading and checking', await longest());
  expect(
    await page
      .getByRole('table', { name: t('imports.table') })
      .getByRole('row')
      .count(),
  ).toBeLessThan(100);

  const bar = page.getByRole('progressbar', { name: t('imports.running') });
  const running = async () => Number(await bar.getAttribute('aria-valuenow'));
  await save.click();
  await expect.poll(running).toBeGreaterThan(0);
  await page.getByRole('button', { name: t('common.cancel') }).click();
  await expect(page.getByText(t('imports.canceled'))).toBeVisible({ timeout: 60_000 });
  note('canceled', await longest());
  await arrived();
  await expect.poll(async () => (await alive()).length, { timeout: 60_000 }).toBe(0);

  await expect(save).toBeEnabled();
  const steps = new Set<number>();
  await page.exposeFunction('step', (value: number) => steps.add(value));
  await page.evaluate(() => {
    const { step } = globalThis as unknown as { step: (value: number) => void };
    new MutationObserver(() => {
      const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      if (now != null) step(Math.floor(Number(now)));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await save.click();
  await expect(page.getByText(t('imports.doneTitle', { count: ROWS })).first()).toBeVisible({
    timeout: 120_000,
  });
  note('importing', await longest());
  // React draws each of these in a turn of its own: so often a touch could be answered meanwhile, on whatever machine.
  expect(steps.size).toBeGreaterThan(20);
  await arrived();
  let onServer: StoredDoc[] = [];
  await expect.poll(async () => (onServer = await alive()).length, { timeout: 60_000 }).toBe(ROWS);
  expect(new Set(onServer.map((doc) => doc['consumerId'])).size).toBe((ROWS * 3) / 4);

  await desk.open(`/event/${event.id}/clients`);
  const shown = (count: number) =>
    page.getByText(
      count === ROWS ? t('session.shown', { count }) : t('session.shownOf', { shown: count, total: ROWS }),
      { exact: true },
    );
  await expect(shown(ROWS)).toBeVisible({ timeout: 60_000 });
  const longestHere = await watchTasks(page);
  expect(await page.getByRole('table').getByRole('row').count()).toBeLessThan(100);
  const box = page.getByRole('searchbox', { name: t('session.searchClients') });
  await box.pressSequentially(surname(7));
  await expect(shown(1)).toBeVisible();
  note('typing', await longestHere());
  await box.fill('');

  const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
  await filter(t('client.category')).selectOption('media');
  await expect(shown(ROWS / 4)).toBeVisible();
  await page.getByLabel(t('bulk.selectAll')).check();
  const tools = page.getByRole('toolbar', { name: t('bulk.toolbar') });
  await tools.getByRole('button', { name: t('bulk.status'), exact: true }).click();
  const value = t('consumerStatuses.ticket_sent');
  await page.getByRole('menuitem', { name: value, exact: true }).click();
  const done = page.getByText(t('bulk.done.status', { count: ROWS / 4, value }));
  await expect(done).toBeVisible({ timeout: 60_000 });
  note('changing many', await longestHere());
  await filter(t('client.category')).selectOption('');
  await filter(t('event.status')).selectOption('ticket_sent');
  // Whoever ordered with one of them shares the status.
  await expect(shown(ROWS / 2)).toBeVisible();
  await filter(t('event.session')).selectOption('none');
  await expect(shown(0)).toBeVisible();
  await filter(t('event.session')).selectOption(session?._id ?? '');
  await filter(t('allClients.payment')).selectOption('open');
  await expect(shown(0)).toBeVisible();
  await filter(t('allClients.payment')).selectOption('free');
  await expect(shown(ROWS / 2)).toBeVisible();
  await page.getByRole('button', { name: t('bulk.undo'), exact: true }).click();
  await expect(shown(0)).toBeVisible({ timeout: 60_000 });
});
