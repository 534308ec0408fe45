import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { exportPlan } from '../pages/PlanExchange.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import type { MadeEvent, World } from '../support/world.ts';
import { writeDocs } from '../support/http.ts';

const table = (number: number, x: number) => ({
  ...{ type: 'circle' as const, number, seats: 5, position: { x, y: 50 }, rotation: 0, scale: 2 },
});
const plan: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 2, tables: { t1: table(1, 40), t2: table(2, 115) } },
};
const at = (tableId: string, seatIndex: number) => ({ tableId, seatIndex });

/** An event whose only session has the plan, and nobody on it but who is named. */
async function seated(world: World, placed: Record<number, [string, number]> = {}) {
  const event = await world.event({ clients: 8 });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const clients = stored.clients.map((entry, index) => {
    const place = placed[index];
    return { ...entry, checkInTime: null, placement: place === undefined ? null : placementAt(...place) };
  });
  const session: Session = { ...stored, plan, clients };
  await writeDocs(world.manager, event.dbName, [session]);
  return { event, session, name: (index: number) => nameOf(event, session, index) };
}
function nameOf(event: MadeEvent, session: Session, index: number): string {
  const client = event.clients.find(({ _id }) => _id === session.clients[index]?.clientId);
  return client === undefined ? '' : `${client.forename} ${client.surname}`;
}
const placeIn = async (world: World, event: MadeEvent, index: number, session: Session) => {
  const [stored] = await world.sessions(event);
  return (
    stored?.clients.find(({ clientId }) => clientId === session.clients[index]?.clientId)?.placement ?? null
  );
};

test('place, refuse, move by drag, swap, remove, undo; the server knows [PLAN-14, PLAN-16, PLAN-17, PLAN-18, PLAN-19, PLAN-23, PLAN-25, PLAN-27]', async ({
  device,
  world,
}) => {
  const { event, session, name } = await seated(world, { 0: ['t1', 0] });
  const own = await device({ as: world.manager, locale: FRENCH });
  const page = new PlanPage(own, plan);
  await page.open(event.id, session._id);
  await page.expectFilled(1, 10);

  await page.search.fill(name(1));
  await page.guest(name(1)).first().click();
  await page.expectPrompt('promptPlace', name(1));
  await page.tapSeat(at('t1', 0));
  await expect(own.page.getByText(own.t('errors.occupied_seat_number'))).toBeVisible();
  await page.tapSeat(at('t2', 3));
  await page.expectFilled(2, 10);
  await expect(page.card(2, 4)).toContainText(name(1));

  await page.dragSeat(at('t2', 3), at('t2', 0));
  await expect(page.card(2, 1)).toContainText(name(1));
  await page.act('move').click();
  await page.expectPrompt('promptMove', name(1));
  await page.tapSeat(at('t1', 2));
  await expect(page.card(1, 3)).toContainText(name(1));
  await page.act('swap').click();
  await page.expectPrompt('promptSwap', name(1));
  await page.tapSeat(at('t1', 0));
  await expect(page.card(1, 3)).toContainText(name(0));
  await expect
    .poll(() => placeIn(world, event, 1, session), { timeout: 60_000 })
    .toMatchObject({ tableId: 't1', seatIndex: 0 });

  // Dropped on each other's seat they are asked, and one undo takes it back.
  await page.dragSeat(at('t1', 2), at('t1', 0));
  await own.page
    .getByRole('button', { name: own.t('seating.swapBoth', { one: name(0), two: name(1) }) })
    .click();
  await expect(page.card(1, 3)).toContainText(name(1));
  await page.undo.click();
  await expect(page.card(1, 3)).toContainText(name(0));

  await page
    .card(1, 3)
    .getByRole('button', { name: own.t('seating.remove') })
    .click();
  await page.expectFilled(1, 10);
  await page.undo.click();
  await page.expectFilled(2, 10);
});

test('two tablets without network give one seat twice: both see it, one tap ends it, nobody is lost', async ({
  device,
  world,
}) => {
  const { event, session, name } = await seated(world);
  const [one, two] = [await device({ as: world.manager }), await device({ as: world.manager })];
  const desks = [new PlanPage(one, plan), new PlanPage(two, plan)] as const;
  for (const desk of desks) await desk.open(event.id, session._id);
  await one.offline();
  await two.offline();
  for (const [index, desk] of desks.entries()) {
    await desk.search.fill(name(index));
    await desk.guest(name(index)).first().click();
    await desk.tapSeat(at('t1', 1));
    await desk.expectFilled(1, 10);
  }
  await one.online();
  await two.online();
  for (const { page, t } of [one, two]) {
    await expect(page.getByRole('region', { name: t('seating.conflicts', { count: 1 }) })).toBeVisible();
  }
  // Who is on the way meanwhile covers nothing of what is to be decided.
  await desks[0].search.fill(name(2));
  await desks[0].guest(name(2)).first().click();
  await desks[0].expectPrompt('promptPlace', name(2));
  const strip = one.page.getByRole('region', { name: one.t('seating.conflicts', { count: 1 }) });
  const prompt = one.page.getByText(one.t('seating.promptPlace', { name: name(2) }));
  const [decided, told] = [await strip.boundingBox(), await prompt.boundingBox()];
  expect(told?.y).toBeGreaterThanOrEqual((decided?.y ?? 0) + (decided?.height ?? Infinity));
  await one.page
    .getByRole('button', { name: one.t('seating.keep', { name: name(1) }) })
    .first()
    .click();
  for (const { page, t } of [one, two]) {
    await expect(page.getByRole('region', { name: t('seating.conflicts', { count: 1 }) })).toBeHidden();
  }
  expect(await placeIn(world, event, 1, session)).toMatchObject({ seatIndex: 1 });
});

test('a host sees who sits where and who comes in, and gives no seats [PLAN-15, PLAN-24]', async ({
  device,
  world,
}) => {
  const { event, session, name } = await seated(world, { 0: ['t1', 0] });
  const host = await world.person('host');
  await world.authorize(host, event);
  const own = await device({ as: host });
  const page = new PlanPage(own, plan);
  await page.open(event.id, session._id);
  await page.tapSeat(at('t1', 0));
  await expect(page.card(1, 1)).toContainText(name(0));
  await expect(page.act('move')).toHaveCount(0);
  await expect(page.undo).toHaveCount(0);
  const before = await lookOf(page, at('t1', 0));
  const door = await device({ as: host });
  const id = session._id.replace('session_', '');
  await door.open(`/event/${event.id}/session/${id}/checkin`);
  await door.page
    .getByRole('button', { name: door.t('checkin.in', { name: name(0) }), exact: true })
    .first()
    .click();
  await expect(page.card(1, 1)).toContainText(/\d\d:\d\d/);
  await expect.poll(() => lookOf(page, at('t1', 0))).not.toBe(before);
});

/** How a seat looks on the screen. */
async function lookOf(page: PlanPage, seat: { tableId: string; seatIndex: number }): Promise<string> {
  const [box, { x, y }] = [await page.canvas.boundingBox(), await page.at(seat)];
  const [left, top] = [(box?.x ?? 0) + x, (box?.y ?? 0) + y];
  const clip = { x: Math.round(left - 5), y: Math.round(top - 5), width: 10, height: 10 };
  return (await page.canvas.page().screenshot({ clip })).toString('base64');
}

test('the plan is saved as a picture, and read without pointer or eyes', async ({ device, world }) => {
  const { event, session, name } = await seated(world, { 0: ['t1', 0] });
  const own = await device({ as: world.manager });
  const page = new PlanPage(own, plan);
  await page.open(event.id, session._id);
  expect((await exportPlan(own, 'viewer', 'png')).name).toMatch(/\.png$/);

  // By keyboard alone: the list, a client, a seat.
  await own.page.getByRole('radio', { name: own.t('seating.viewList') }).focus();
  await own.page.keyboard.press('Space');
  await page.search.fill(name(1));
  await page.guest(name(1)).first().focus();
  await own.page.keyboard.press('Enter');
  const seat = own.t('seating.seatButton', { seat: 2, who: own.t('seating.free') });
  await own.page.getByRole('button', { name: seat }).first().focus();
  await own.page.keyboard.press('Enter');
  await page.expectFilled(2, 10);
});

test('on paper the plan is as wide as the sheet and on white, with its session and without what is pressed', async ({
  device,
  world,
}) => {
  const { event, session } = await seated(world, { 0: ['t1', 0] });
  const { page, t, ...own } = await device({ as: world.manager, colorScheme: 'dark' });
  const shown = new PlanPage({ page, t, ...own }, plan);
  await shown.open(event.id, session._id);
  const title = page.locator('strong').filter({ hasText: session.title });
  await expect(shown.search).toBeVisible();
  await expect(title).toBeHidden();
  // The browser takes the page as it stands when all who listen have heard that it is printed.
  const drawing = shown.canvas.locator('canvas').first();
  const [onScreen, onPaper] = await drawing.evaluate((canvas) => {
    const brightness = (): number => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
      // Beside the plan there is nothing.
      const drawn = Array.from(pixels ?? []).filter((_, at, all) => at % 4 === 1 && all[at + 2] === 255);
      return drawn.reduce((sum, green) => sum + green, 0) / drawn.length;
    };
    const before = brightness();
    window.dispatchEvent(new Event('beforeprint'));
    const after = brightness();
    window.dispatchEvent(new Event('afterprint'));
    return [before, after];
  });
  expect(onScreen).toBeLessThan(128);
  expect(onPaper).toBeGreaterThan(192);
  const { pages } = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })));
  const [words = []] = pages.map(({ texts }) => texts.map(({ text }) => text).join(' '));
  expect(pages).toHaveLength(1);
  expect(words).toContain(session.title);
  // From the drawing itself.
  expect(words).toContain('4/5');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.setViewportSize({ width: 680, height: 960 });
  await expect(title).toBeVisible();
  await expect(shown.search).toBeHidden();
  await expect(page.getByRole('button', { name: t('seating.zoomIn') })).toBeHidden();
  const [box, sheet] = [await drawing.boundingBox(), await shown.canvas.boundingBox()];
  expect(Math.abs((box?.width ?? 0) - (sheet?.width ?? 9))).toBeLessThan(4);
  expect(box?.height).toBeLessThan(box?.width ?? 0);
});

test('on a phone the first tap on small seats comes closer, the next one picks', async ({
  device,
  world,
}) => {
  const { event, session, name } = await seated(world, { 0: ['t1', 0] });
  const own = await device({ as: world.manager, hasTouch: true, viewport: { width: 360, height: 780 } });
  const page = new PlanPage(own, plan);
  await page.open(event.id, session._id);
  await page.canvas.scrollIntoViewIfNeeded();
  const box = await page.canvas.boundingBox();
  const { x, y } = await page.at(at('t1', 0));
  await own.page.touchscreen.tap((box?.x ?? 0) + x, (box?.y ?? 0) + y);
  await expect(page.card(1, 1)).toHaveCount(0);
  // What was tapped is in the middle now.
  const { page: tab } = own;
  await tab.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(page.card(1, 1)).toContainText(name(0));
});
