import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { expect, test } from '../support/fixtures.ts';
import { damage, holdDatabase } from '../support/indexedDb.ts';

test('a damaged copy of an event says so, and is fetched anew', async ({ device, world }) => {
  const host = await world.person('host');
  const event = await world.event({ for: [host], clients: 5 });
  const own = await device({ as: host });
  await own.open(`/event/${event.id}`);
  await new EventPage(own).expectShown(event.title);
  await own.page.goto('/icon.svg');
  await damage(own.page, event.id);

  await own.page.goto(`/event/${event.id}`);
  await expect(own.page.getByRole('heading', { name: own.t('problem.eventTitle') })).toBeVisible();
  await expect(own.page.getByRole('main').getByText(own.t('errors.storage_broken'))).toBeVisible();
  await own.page.getByRole('button', { name: own.t('problem.rebuild') }).click();
  await new EventPage(own).expectShown(event.title);
  const checkin = new CheckinPage(own);
  await checkin.open(event.id, event.sessions[0]?._id ?? '');
  await checkin.expectCounter(0, 5);
});

test('a damaged list of events is replaced by the server’s', async ({ device, world }) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  const home = new HomePage(own);
  await home.open();
  await expect(home.event(event.title)).toBeVisible();
  await own.page.goto('/icon.svg');
  await damage(own.page, 'CENTRAL');
  await home.open();
  await expect(home.event(event.title)).toBeVisible();
});

test('a device whose storage was cleared under the open app goes on after a reload', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  await own.open(`/event/${event.id}`);
  await own.page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await own.page.reload();
  await new EventPage(own).expectShown(event.title);
  await new HomePage(own).open();
  await expect(new HomePage(own).event(event.title)).toBeVisible();
});

test('an event whose storage another page of the browser holds says so, and opens once it is let go', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const event = await world.event({ for: [host], clients: 2 });
  const own = await device({ as: host });
  const { page, t } = own;
  await own.open(`/event/${event.id}`);
  await new EventPage(own).expectShown(event.title);
  await page.goto('/icon.svg');
  const other = await own.context.newPage();
  await other.goto('/icon.svg');
  await holdDatabase(other, event.id);

  await page.clock.install();
  await page.goto(`/event/${event.id}`);
  await expect(page.getByRole('status', { name: t('common.loading') })).toBeVisible();
  const said = page.getByRole('heading', { level: 1, name: t('opening.late') });
  await page.clock.fastForward(15_000);
  await expect(said).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(said).toBeVisible();
  await expect(page.getByRole('banner').getByText(t('sync.attention'))).toBeVisible();
  await other.close();
  await new EventPage(own).expectShown(event.title);
  await expect(page.getByRole('banner').getByText(t('sync.attention'))).toBeHidden();
});

test('a browser that keeps nothing, as in a private window, says so; also one that never answers', async ({
  device,
  world,
}) => {
  for (const answer of ['none', 'refusal'] as const) {
    const own = await device({ as: world.manager });
    const { page, t } = own;
    await own.context.addInitScript((how) => {
      IDBFactory.prototype.open = () => {
        Object.assign(globalThis, { isAsked: true });
        const request = Object.assign(new EventTarget(), {
          error: new DOMException('no', 'UnknownError'),
          onerror: (_event: unknown): void => undefined,
        });
        if (how === 'refusal') setTimeout(() => request.onerror({ target: request, preventDefault() {} }), 1);
        return request as unknown as IDBOpenDBRequest;
      };
    }, answer);
    await page.clock.install();
    await page.goto('/');
    const said = page.getByRole('main').getByText(t('sync.why.storage_broken'));
    if (answer === 'none') {
      await expect(page.getByText(t('home.waitingFirst'))).toBeVisible();
      await page.waitForFunction(() => 'isAsked' in globalThis);
      await page.clock.fastForward(15_000);
      await expect(said).toBeHidden();
      await page.clock.fastForward(10_000);
    }
    await expect(said).toBeVisible();
    await expect(page.getByRole('banner').getByText(t('sync.attention'))).toBeVisible();
    await expect(page.getByText(t('home.waitingFirst'))).toBeHidden();
  }
});
