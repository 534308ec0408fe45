import type { Client } from '#domain/documents/client.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { ScanPage, typeAsScanner } from '../pages/ScanPage.ts';
import { deviceOf, FRENCH, openDevice, type Device, type DeviceOptions } from '../support/device.ts';
import { browserWithCamera, type CameraOptions } from '../support/fakeCamera.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { pathOf } from '../support/navigate.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { atTheDoor, type EventOptions, type MadeEvent, type World } from '../support/world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** A phone with a camera that shows what a test wants. */
const test = base.extend<{ phone(camera: CameraOptions, options?: DeviceOptions): Promise<Device> }>({
  phone: async ({ foyer }, use) => {
    const opened: { device: Device; close: () => Promise<void> }[] = [];
    await use(async (camera, options = {}) => {
      const browser = await browserWithCamera(camera);
      const device = await openDevice(browser, foyer.url, { ...PHONE, ...options });
      opened.push({ device, close: () => browser.close() });
      return device;
    });
    for (const { device, close } of opened) {
      expect.soft(device.errors, 'errors that nobody caught').toEqual([]);
      await close();
    }
  },
});

type Guest = { client: Client; name: string; number: string };

/** An event of a host's whose guests have tickets. */
async function scannable(world: World, options?: EventOptions) {
  const { host, event, session } = await atTheDoor(world, options);
  const expected = session.clients.flatMap(
    ({ clientId }) => event.clients.find(({ _id }) => _id === clientId) ?? [],
  );
  const guestOf = (index: number): Guest => {
    const client = expected[index];
    if (client?.number == null) throw new Error('no guest with a number');
    return { client, name: `${client.forename} ${client.surname}`, number: client.number };
  };
  const guests: [Guest, Guest] = [guestOf(0), guestOf(1)];
  return { host, event, sessionId: session._id, guests };
}

/** The scanner of a device, with the event's session open. */
async function openScanner(device: Device, event: MadeEvent, sessionId: string): Promise<ScanPage> {
  const scan = new ScanPage(device);
  await scan.open(event.id, sessionId);
  return scan;
}

test('[SCAN-01] [SCAN-03] [SCAN-04] [SCAN-07] a ticket lets its guest in once', async ({ phone, world }) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number, client } = guests[0];
  const device = await phone({ shows: [number] }, { as: host, locale: FRENCH });
  const scan = await openScanner(device, event, sessionId);
  await scan.expectVerdict('in', device.t('scan.in'), name);
  await device.page.waitForURL((url) =>
    url.pathname.endsWith(`/client/${client._id.replace('client_', '')}`),
  );
  await expect(device.page.getByRole('heading', { level: 1 })).toContainText(client.surname);

  await scan.open(event.id, sessionId);
  await scan.expectVerdict('already', device.t('scan.already'), name);
  // It looks again, and says so again.
  await expect(scan.verdict).toBeHidden();
  await scan.expectVerdict('already');
  await expect(scan.verdict).toBeHidden();
  await scan.close.click();
  await new CheckinPage(device).expectCounter(1, event.sessions[0]?.clients.length ?? 0);
  await expect.poll(async () => (await world.checkins(event)).map(({ method }) => method)).toEqual(['scan']);
});

test('[SCAN-08] a foreign code is not found; a guest of another session is told apart', async ({
  phone,
  world,
}) => {
  const { host, event, sessionId } = await scannable(world, { clients: 4, extra: [stranger] });
  const device = await phone({ shows: ['NOBODY-1', stranger.number], framesEach: 15 }, { as: host });
  const scan = await openScanner(device, event, sessionId);
  await scan.expectVerdict('unknown', device.t('scan.notFound'), 'NOBODY-1');
  await scan.expectVerdict('elsewhere', device.t('scan.elsewhere'), 'Otto Anders');
  expect(await world.checkins(event)).toEqual([]);
});
const stranger = {
  _id: 'client_otherwhere',
  type: 'client',
  forename: 'Otto',
  surname: 'Anders',
  number: 'ELSE-77',
};

test('[SCAN-09] a camera that nobody allows', async ({ phone, world }) => {
  const { host, event, sessionId } = await scannable(world);
  const device = await phone({ shows: [null], denied: true }, { as: host, locale: FRENCH });
  await openScanner(device, event, sessionId);
  await expect(
    device.page.getByRole('alert').filter({ hasText: device.t('scan.error_denied') }),
  ).toBeVisible();
});

test('a camera that is allowed after all opens by itself [SCAN-09]', async ({ phone, world }) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number } = guests[0];
  const device = await phone({ shows: [number], denied: true }, { as: host });
  const scan = await openScanner(device, event, sessionId);
  await expect(
    device.page.getByRole('alert').filter({ hasText: device.t('scan.error_denied') }),
  ).toBeVisible();
  await device.context.grantPermissions(['camera']);
  await scan.expectVerdict('in', name);
});

test('[SCAN-10] a device without a camera, where a scanner that types does all the same', async ({
  device,
  world,
}) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number } = guests[0];
  const desk = await device({ as: host });
  const scan = await openScanner(desk, event, sessionId);
  await expect(
    desk.page.getByRole('alert').filter({ hasText: desk.t('scan.error_unsupported') }),
  ).toBeVisible();
  await scan.stay.click();
  await scan.typeCode(number);
  await scan.expectVerdict('in', name);
  await expect(scan.verdict).toBeHidden();
  // The switch has the focus, and stays as it is.
  await expect(scan.stay).toBeChecked();
  await scan.typeCode(number);
  await scan.expectVerdict('already', name);
  expect(pathOf(desk.page)).toBe(ScanPage.address(event.id, sessionId));
});

test('who stays on the scanner lets in one guest after the other', async ({ phone, world }) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const [first, second] = guests;
  const device = await phone(
    { shows: [null, first.number, null, second.number], framesEach: 12 },
    { as: host },
  );
  const scan = await openScanner(device, event, sessionId);
  await scan.stay.click();
  await scan.expectVerdict('in', first.name);
  await scan.expectVerdict('in', second.name);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(2);
});

test('a camera whose pictures the system keeps, as during a call, says so, and goes on by itself', async ({
  phone,
  world,
}) => {
  const { host, event, sessionId } = await scannable(world);
  const device = await phone({ shows: [null] }, { as: host, locale: FRENCH });
  await openScanner(device, event, sessionId);
  const { page, t } = device;
  await expect(page.getByText(t('scan.aim'))).toBeVisible();
  const tell = (what: 'mute' | 'unmute') =>
    page.locator('video').evaluate((video: HTMLVideoElement, type) => {
      const [track] = (video.srcObject as MediaStream).getVideoTracks();
      track?.dispatchEvent(new Event(type));
    }, what);
  await tell('mute');
  await expect(page.getByText(t('scan.paused'))).toBeVisible();
  await tell('unmute');
  await expect(page.getByText(t('scan.aim'))).toBeVisible();
});

test('a camera that another app has says so, and opens once that one is closed', async ({ phone, world }) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const device = await phone({ shows: [guests[0].number] }, { as: host, locale: FRENCH });
  const { page, t } = device;
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    // No fake camera can be in use elsewhere.
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = open;
      return Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
    };
  });
  const scan = await openScanner(device, event, sessionId);
  await expect(page.getByRole('alert').filter({ hasText: t('scan.error_busy') })).toBeVisible();
  await page.getByRole('button', { name: t('scan.retry') }).click();
  await scan.expectVerdict('in', guests[0].name);
});

for (const part of ['decoderWorker', 'zxing_reader'])
  test(`a scanner that cannot load its ${part} says so, and reads once it can`, async ({ phone, world }) => {
    const { host, event, sessionId, guests } = await scannable(world);
    const { name, number } = guests[0];
    const device = await phone({ shows: [number] }, { as: host, locale: FRENCH });
    const { context, page, t } = device;
    const lost = `**/${part}*`;
    await context.route(lost, (route) => route.abort());
    const scan = await openScanner(device, event, sessionId);
    await expect(page.getByRole('alert').filter({ hasText: t('scan.error_unread') })).toBeVisible();
    // What is typed goes on.
    await scan.typeCode('NOBODY-1');
    await scan.expectVerdict('unknown');
    await context.unroute(lost);
    await page.getByRole('button', { name: t('scan.retry') }).click();
    await scan.expectVerdict('in', name);
  });

test('[SCAN-01] a Code 128, as printed on badges and wristbands, is read as well', async ({
  phone,
  world,
}) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number } = guests[0];
  const device = await phone({ shows: [{ code128: number }] }, { as: host });
  const scan = await openScanner(device, event, sessionId);
  await scan.expectVerdict('in', name);
});

test('the scanner works from a cold start without network', async ({ phone, world }) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number } = guests[0];
  const before = await phone({ shows: [number] }, { as: host, serviceWorker: true });
  await before.open(`/event/${event.id}`);
  await offlineReady(before.page);
  const { context } = before;
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);

  const device = await deviceOf(context, await context.newPage(), 'en-US');
  const scan = await openScanner(device, event, sessionId);
  await scan.expectVerdict('in', name);
  expect(await world.checkins(event)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(async () => (await world.checkins(event)).length, { timeout: 60_000 }).toBe(1);
});

test('[CHECKIN-03] the way to the scanner is on phones only; a scanner that types works on every list', async ({
  device,
  phone,
  world,
}) => {
  const { host, event, sessionId, guests } = await scannable(world);
  const { name, number } = guests[0];
  const desk = await device({ as: host });
  const list = new CheckinPage(desk);
  await list.open(event.id, sessionId);
  await expect(desk.page.getByRole('link', { name: desk.t('checkin.scan'), exact: true })).toHaveCount(0);
  await list.search.pressSequentially('mul', { delay: 150 });
  // Who turns from the keyboard to the scanner takes longer than a scanner lags (src/domain/checkins/wedge.ts).
  const typed = await desk.page.evaluate(() => performance.now());
  await desk.page.waitForFunction((since) => performance.now() > since + 400, typed);
  await typeAsScanner(desk.page, number);
  await expect(list.verdict).toContainText(name);
  await expect(list.search).toHaveValue('mul');
  await typeAsScanner(desk.page, 'NOBODY-1');
  await expect(list.verdict).toContainText(desk.t('scan.notFound'));
  await expect.poll(async () => (await world.checkins(event)).map(({ method }) => method)).toEqual(['scan']);

  const mobile = await phone({ shows: [null] }, { as: host, mobile: true });
  await new CheckinPage(mobile).open(event.id, sessionId);
  await mobile.page.getByRole('link', { name: mobile.t('checkin.scan'), exact: true }).click();
  await expect(mobile.page.getByText(mobile.t('scan.aim'))).toBeVisible();
});
