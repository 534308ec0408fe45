import type { Locator } from '@playwright/test';
import { checkinId } from '#domain/ids.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { ScanPage, typeAsScanner } from '../pages/ScanPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { atTheDoor } from '../support/world.ts';

const LONG = {
  ...{
    forename: 'Maximiliane-Elisabeth',
    surname: 'von der Schulenburg-Wolfsburg',
    number: 'G0032-0000-00001',
  },
  company: 'Fondation Internationale pour la Recherche',
};
const TABLE = { type: 'circle', number: 42, position: { x: 40, y: 50 }, rotation: 0, scale: 1, seats: 12 };
const guest = (id: string, fields: object) => ({ ...fields, _id: `client_${id}`, type: 'client' });
const entry = (id: string, seatIndex: number) => ({
  ...{ clientId: `client_${id}`, checkInTime: null, updatedTime: 1 },
  placement: { tableId: 't', seatIndex, onTable: false },
});
const SESSION = {
  ...{ _id: 'session_rows', type: 'session', status: 'ongoing', date: Date.now() },
  title: 'Réception de bienvenue',
  plan: { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: TABLE } } },
  clients: [entry('long', 0), entry('one', 8), entry('two', 9)],
};

/** What is there and not shown: cut at the side, or below the lines that there is room for. */
const cut = (root: Locator) =>
  root.evaluate((top) =>
    [top, ...top.querySelectorAll('*')]
      .filter((part) => {
        const { overflow, clipPath } = getComputedStyle(part);
        // What is only said is hidden as a whole.
        if (overflow === 'visible' || clipPath !== 'none') return false;
        return part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
      })
      .map((part) => part.textContent),
  );

test('at 360 px the door cuts no name, company or place, in rows and verdict, tells namesakes apart, and no row moves when somebody is let in', async ({
  device,
  world,
}) => {
  const namesake = { forename: 'Léa', surname: 'Favre' };
  const { host, event } = await atTheDoor(world, {
    clients: 1,
    extra: [
      SESSION,
      guest('long', LONG),
      guest('one', { ...namesake, company: 'Atelier Un', number: 'N-1' }),
      guest('two', { ...namesake, company: 'Atelier Deux', number: 'N-2' }),
    ],
  });
  const door = await device({ as: host, viewport: { width: 360, height: 740 }, hasTouch: true });
  const list = new CheckinPage(door);
  await list.open(event.id, SESSION._id);
  const { page } = door;
  const rows = list.list.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const told = ['Table 42, seat 9', 'Atelier Un', 'Table 42, seat 10', 'Atelier Deux'];
  for (const text of told) await expect(rows.getByText(text)).toBeVisible();
  const row = rows.filter({ hasText: LONG.surname });
  await expect(row).toContainText(LONG.forename);
  await expect(row).toContainText(LONG.company);
  expect(await cut(row)).toEqual([]);
  expect(await cut(page.getByRole('heading', { level: 1 }))).toEqual([]);
  const size = (text: string) =>
    rows.getByText(text).evaluate((part) => Number.parseFloat(getComputedStyle(part).fontSize));
  expect(await size('Table 42, seat 9')).toBeGreaterThanOrEqual(18);
  // A number stands on one line.
  const number = row.getByText(LONG.number, { exact: true });
  expect(await number.evaluate((part) => part.getClientRects().length)).toBe(1);

  const tall = async (): Promise<number | undefined> => (await row.boundingBox())?.height;
  const before = await tall();
  await row.getByRole('button').click();
  // It goes by itself: what is measured of it comes first.
  await expect(list.verdict).toContainText(`${LONG.forename} ${LONG.surname}`);
  expect(await cut(list.verdict)).toEqual([]);
  await expect(list.verdict).toContainText('Table 42, seat 1');
  // The next row stays under the finger.
  await expect(row.getByRole('button')).toHaveCount(2);
  expect(await tall()).toBe(before);

  // Enter lets in nobody of two namesakes.
  await list.search.fill('favre');
  await list.search.press('Enter');
  await expect(rows.first().getByRole('button')).toBeFocused();
  await list.search.fill('N-2');
  await list.search.press('Enter');
  await expect(list.verdict).toContainText('Table 42, seat 10');
  await expect
    .poll(async () => (await world.checkins(event)).map(({ clientId }) => clientId))
    .toEqual(['client_long', 'client_two']);
});

test('with letters twice as large the door cuts off none of its buttons, and none lies on another', async ({
  device,
  world,
}) => {
  const { host, event } = await atTheDoor(world, { clients: 1, extra: [SESSION, guest('long', LONG)] });
  const door = await device({
    ...{ as: host, viewport: { width: 360, height: 740 }, hasTouch: true, mobile: true },
    locale: FRENCH,
  });
  const list = new CheckinPage(door);
  await list.open(event.id, SESSION._id);
  const { page, t } = door;
  await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (found === null) throw new Error('not in sight');
    return found;
  };
  const isWithin = async (part: Locator) => {
    const { x, width } = await box(part);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  };
  for (const name of ['session.filterAll', 'session.filterExpected', 'session.filterArrived'] as const)
    await isWithin(page.getByRole('button', { name: t(name), exact: true }));
  await isWithin(page.getByRole('link', { name: t('screens.tables') }));
  const scan = page.getByRole('link', { name: t('checkin.scan') });
  await isWithin(scan);
  await list.outside(`${LONG.forename} ${LONG.surname}`).tap();
  // Nothing of the name is cut, or stands outside of the verdict's colour.
  await expect(list.verdict).toContainText(LONG.surname);
  expect(await cut(list.verdict)).toEqual([]);
  const outside = await list.verdict.evaluate((panel) => {
    const edge = panel.getBoundingClientRect();
    return [...panel.querySelectorAll('*')]
      .filter((part) => {
        const { top, right, bottom, left } = part.getBoundingClientRect();
        return top < edge.top || bottom > edge.bottom || left < edge.left || right > edge.right;
      })
      .map((part) => part.textContent);
  });
  expect(outside).toEqual([]);
  const undo = await box(page.getByRole('button', { name: t('common.undo'), exact: true }).locator('..'));
  await expect.poll(async () => (await box(scan)).y + (await box(scan)).height).toBeLessThanOrEqual(undo.y);
});

test('on a phone on its side the scanner has nothing on its buttons, and says the seat of a guest with a long name', async ({
  device,
  world,
}) => {
  const { host, event } = await atTheDoor(world, { clients: 1, extra: [SESSION, guest('long', LONG)] });
  const view = { width: 740, height: 360 };
  const door = await device({ as: host, viewport: view, hasTouch: true, mobile: true, locale: FRENCH });
  const scan = new ScanPage(door);
  await scan.open(event.id, SESSION._id);
  const { page, t } = door;
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (found === null) throw new Error('not in sight');
    return { ...found, foot: found.y + found.height };
  };
  const message = page.getByText(t('scan.error_unsupported'));
  await expect(message).toBeVisible();
  expect((await box(message)).y).toBeGreaterThanOrEqual((await box(scan.close)).foot);
  const field = await box(page.getByRole('textbox', { name: t('scan.code') }));
  for (const way of [page.getByRole('link', { name: t('scan.toList') }), page.getByText(t('scan.retry'))])
    expect((await box(way)).foot).toBeLessThanOrEqual(field.y);
  /** Of the verdict, for as long as it stands there: where its words begin and end. */
  const seen = page.waitForFunction((seat) => {
    const words = [...document.querySelectorAll('[data-testid="scan-verdict"] p')];
    if (!words.some(({ textContent }) => textContent === seat)) return null;
    const boxes = words.map((word) => word.getBoundingClientRect());
    return {
      top: Math.min(...boxes.map(({ top }) => top)),
      foot: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }, 'Table 42, place 1');
  await typeAsScanner(page, LONG.number);
  const said = await (await seen).jsonValue();
  expect(said?.top).toBeGreaterThanOrEqual(0);
  expect(said?.foot).toBeLessThanOrEqual(view.height);
});

test('in half of a phone, above a keyboard or beside another app, nothing of the scanner is outside', async ({
  device,
  world,
}) => {
  const { host, event, session } = await atTheDoor(world, { clients: 1 });
  const view = { width: 360, height: 340 };
  const door = await device({ as: host, viewport: view, hasTouch: true, mobile: true, locale: FRENCH });
  const scan = new ScanPage(door);
  await scan.open(event.id, session._id);
  const { page, t } = door;
  const message = page.getByText(t('scan.error_unsupported'));
  const field = page.getByRole('textbox', { name: t('scan.code') });
  const send = page.getByRole('button', { name: t('scan.codeSend') });
  const inside = async (parts: readonly Locator[]): Promise<void> => {
    for (const part of parts) {
      await expect(part).toBeVisible();
      const { x = NaN, y = NaN, width = NaN, height = NaN } = (await part.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(view.width);
      expect(y + height).toBeLessThanOrEqual(view.height);
    }
  };
  await inside([message, scan.close, field, send, page.getByRole('switch', { name: t('scan.stay') })]);
  await field.focus();
  await inside([message, field, send, page.getByText(t('scan.retry'))]);
});

test('the news that two doors have let in the same guest moves no row from under the finger', async ({
  device,
  world,
}) => {
  const { host, event, session } = await atTheDoor(world, { clients: 40 });
  const door = await device({ as: host, viewport: { width: 360, height: 740 }, hasTouch: true });
  const list = new CheckinPage(door);
  await list.open(event.id, session._id);
  const row = list.list.getByRole('listitem').nth(2);
  const top = async (): Promise<number> => (await row.boundingBox())?.y ?? NaN;
  await expect(row).toBeVisible();
  const before = await top();
  const admission = (other: string, minutesAgo: number) => {
    const time = Date.now() - minutesAgo * 60_000;
    return {
      ...{ _id: checkinId(session._id, time, other), type: 'checkin', action: 'in', method: 'list', time },
      ...{ sessionId: session._id, clientId: session.clients.at(-1)?.clientId },
      device: { id: other, name: `Door ${other}` },
      author: { id: world.manager.userId, name: world.manager.username },
    };
  };
  await writeDocs(world.manager, event.dbName, [admission('north', 5), admission('south', 4)]);
  await expect(
    door.page.getByRole('button', { name: door.t('checkin.doubles', { count: 1 }) }),
  ).toBeVisible();
  expect(await top()).toBeCloseTo(before, 0);
});

test('on a tablet the figures of a session with places and a plan keep off each other', async ({
  device,
  world,
}) => {
  const { host, event } = await atTheDoor(world, {
    clients: 1,
    extra: [{ ...SESSION, capacity: 520_000 }],
  });
  const tablet = await device({ as: host, viewport: { width: 820, height: 1180 }, locale: FRENCH });
  const { page, t } = tablet;
  await tablet.open(`/event/${event.id}/session/rows`);
  const places = page.getByText(t('session.ofPlaces', { count: 520_000 }));
  const end = await places.boundingBox();
  const next = await page.getByText(t('session.missing'), { exact: true }).first().boundingBox();
  expect((end?.x ?? 0) + (end?.width ?? 0) + 16).toBeLessThanOrEqual(next?.x ?? 0);
});

test('on a tablet and a phone the list of a session tells two of a family apart', async ({
  device,
  world,
}) => {
  const family = { surname: 'Aebischer-Lambert', company: 'Imprimerie Centrale' };
  const { host, event } = await atTheDoor(world, {
    clients: 1,
    extra: [
      { ...SESSION, clients: SESSION.clients.map((one) => ({ ...one, checkInTime: Date.now() - 60_000 })) },
      guest('long', LONG),
      guest('one', { ...family, forename: 'Luca', number: 'N-1' }),
      guest('two', { ...family, forename: 'Marco', number: 'N-2' }),
    ],
  });
  const tablet = await device({ as: host, viewport: { width: 820, height: 1180 }, hasTouch: true });
  const { page } = tablet;
  await tablet.open(`/event/${event.id}/session/rows`);
  for (const width of [820, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const forename of ['Luca', 'Marco']) {
      const name = page.getByRole('cell', { name: `Aebischer-Lambert ${forename}`, exact: true });
      await expect(name).toBeVisible();
      expect(await cut(name)).toEqual([]);
    }
  }
});

test('at 360 px those who came along are offered below what the scanner says of a guest, not over it', async ({
  device,
  world,
}) => {
  const party = { consumerId: 'consumer_many' };
  const { host, event } = await atTheDoor(world, {
    clients: 1,
    event: { doorShows: ['diet', 'notes'] },
    extra: [
      SESSION,
      guest('long', {
        ...LONG,
        ...party,
        diet: 'végane',
        notes: 'Fauteuil roulant, par l’entrée de la cour',
      }),
      guest('one', { ...party, forename: 'Léa', surname: 'Favre', number: 'N-1' }),
      guest('two', { ...party, forename: 'Marie-Antoinette', surname: 'Favre', number: 'N-2' }),
    ],
  });
  const phone = await device({ as: host, viewport: { width: 360, height: 740 }, hasTouch: true });
  const { page, t } = phone;
  const scan = new ScanPage(phone);
  await scan.open(event.id, SESSION._id);
  await scan.stay.click();
  /** Of the verdict with its offer, for as long as it stands there: where its words end, and where the offer begins. */
  const seen = page.waitForFunction((label) => {
    const words = [...document.querySelectorAll('[data-testid="scan-verdict"] p')];
    const offer = document.querySelector(`section[aria-label="${label}"]`);
    if (words.length === 0 || offer === null) return null;
    const boxes = words.map((word) => word.getBoundingClientRect());
    const [top, foot] = [
      Math.min(...boxes.map((box) => box.top)),
      Math.max(...boxes.map((box) => box.bottom)),
    ];
    return { count: words.length, top, foot, offer: offer.getBoundingClientRect().top };
  }, t('checkin.party'));
  await typeAsScanner(page, LONG.number);
  const { count, top, foot, offer } = (await (await seen).jsonValue()) ?? {
    count: 0,
    top: 0,
    foot: 0,
    offer: 0,
  };
  expect(count).toBeGreaterThanOrEqual(4);
  expect(top).toBeGreaterThan(0);
  expect(foot).toBeLessThanOrEqual(offer);
  // What is said where there is no camera, afterwards, is not covered either.
  await expect(scan.verdict).toBeHidden();
  const again = await page.getByRole('button', { name: t('scan.retry') }).boundingBox();
  const below = await page.getByRole('region', { name: t('checkin.party') }).boundingBox();
  expect((again?.y ?? 0) + (again?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});
