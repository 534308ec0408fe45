import { client } from '#domain/documents/client.ts';
import { session, type Plan } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { Fingers } from '../support/touch.ts';
import type { World } from '../support/world.ts';

const table = (number: number, x: number) => ({
  ...{ type: 'circle' as const, number, seats: 5, position: { x, y: 50 }, rotation: 0, scale: 1.5 },
});
const PLAN: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 2, tables: { t1: table(1, 70), t2: table(2, 90) } },
};
const at = (tableId: string, seatIndex: number) => ({ tableId, seatIndex });

/** Three of one registration without a seat, Zoé and Max at table 1, and Otto. */
const PEOPLE = [
  ['Ada', 'Lovelace', 'Arpège'],
  ['Léo', 'Müller', 'Arpège'],
  ['Ines', 'Rochat', 'Arpège'],
  ['Zoé', 'Blanc', null, 0],
  ['Max', 'Weber', null, 1],
  ['Otto', 'Anders', null],
] as const;

async function dinner(world: World) {
  const guests = PEOPLE.map(([forename, surname, company], index) =>
    client.parse({
      ...{ _id: `client_way${index}`, type: 'client', forename, surname, company, number: `W-${index}` },
      consumerId: company === null ? null : 'consumer_ways',
    }),
  );
  const entries = PEOPLE.map(([, , , seat], index) => ({
    ...{ clientId: `client_way${index}`, updatedTime: 1 },
    placement: seat === undefined ? null : placementAt('t1', seat),
  }));
  const doc = session.parse({
    ...{ _id: 'session_ways', type: 'session', title: 'Dinner', titleFrench: 'Dîner', date: Date.now() },
    ...{ status: 'ongoing', plan: PLAN, clients: entries },
  });
  const member = await world.person('member');
  const event = await world.event({ sessions: [], clients: 0, for: [member], extra: [...guests, doc] });
  const placeOf = async (index: number) => {
    const [stored] = await world.sessions(event);
    return stored?.clients.find(({ clientId }) => clientId === `client_way${index}`)?.placement ?? null;
  };
  return { member, event, placeOf };
}

test('a party side by side, refused where there is no room; a table as a whole [PLAN-16, PLAN-20, PLAN-25, PLAN-27]', async ({
  device,
  world,
}) => {
  const { member, event, placeOf } = await dinner(world);
  const own = await device({ as: member, locale: FRENCH });
  const { page, t } = own;
  const plan = new PlanPage(own, PLAN);
  await plan.open(event.id, 'session_ways');
  await plan.expectFilled(2, 10);

  const pickParty = async () => {
    await plan.guest('Ada Lovelace').click();
    await page.getByRole('button', { name: t('seating.wholeParty', { count: 3 }) }).click();
    await expect(page.getByText(t('seating.promptParty', { name: 'Ada Lovelace', count: 3 }))).toBeVisible();
  };
  await pickParty();
  await plan.tapSeat(at('t1', 0));
  await expect(page.getByText(t('errors.occupied_seat_number'))).toBeVisible();
  // Three of table 1 are free, then two.
  await page.getByRole('button', { name: t('seating.cancel'), exact: true }).click();
  await plan.guest('Otto Anders').click();
  await plan.tapSeat(at('t1', 2));
  await plan.expectFilled(3, 10);
  await pickParty();
  await plan.tapSeat(at('t1', 3));
  await expect(
    page.getByText(t('seating.noRoom', { place: t('seating.tableTitle', { table: 1 }), free: 2, count: 3 })),
  ).toBeVisible();
  await plan.tapSeat(at('t2', 1));
  await plan.expectFilled(6, 10);
  await expect.poll(() => placeOf(0), { timeout: 60_000 }).toMatchObject({ tableId: 't2', seatIndex: 1 });
  const seats = await Promise.all([placeOf(0), placeOf(1), placeOf(2)]);
  expect(seats.map((place) => place?.tableId)).toEqual(['t2', 't2', 't2']);
  expect(new Set(seats.map((place) => place?.seatIndex)).size).toBe(3);
  await plan.undo.click();
  await plan.expectFilled(3, 10);

  // On the table itself they get its next free seats, as where they are dropped.
  await pickParty();
  await plan.tapTable('t2');
  await plan.expectFilled(6, 10);
  await expect.poll(async () => (await placeOf(2))?.tableId, { timeout: 60_000 }).toBe('t2');
  await plan.undo.click();
  await plan.expectFilled(3, 10);

  await plan.guest('Ada Lovelace').click();
  await plan.tapTable('t2');
  await plan
    .tableCard(2)
    .getByRole('button', { name: t('seating.putOnTable') })
    .click();
  await plan.expectFilled(4, 10);
  await expect(plan.tableCard(2)).toContainText('Ada Lovelace');
  await expect.poll(() => placeOf(0), { timeout: 60_000 }).toMatchObject({ tableId: 't2', onTable: true });
  await plan
    .tableCard(2)
    .getByRole('button', { name: t('seating.remove') })
    .click();
  await plan.expectFilled(3, 10);
});

test('on a phone with fingers: pinch, place, move, take away [PLAN-14, PLAN-16, PLAN-17, PLAN-19, PLAN-23]', async ({
  device,
  world,
}) => {
  const { member, event, placeOf } = await dinner(world);
  const own = await device({
    as: member,
    locale: FRENCH,
    hasTouch: true,
    viewport: { width: 360, height: 780 },
  });
  const { page, t } = own;
  const plan = new PlanPage(own, PLAN);
  const fingers = new Fingers(page);
  await plan.open(event.id, 'session_ways');
  await plan.canvas.scrollIntoViewIfNeeded();
  const box = await plan.canvas.boundingBox();
  if (box === null) throw new Error('no canvas');
  await fingers.pinch({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 30, 120);
  const close = (x: number, y: number) => ({ x, y, zoom: 4 });

  // The guests are in a sheet above the room, which goes with the choice.
  await page.getByRole('button', { name: t('seating.guestSheet') }).tap();
  await plan.guest('Otto Anders').tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await plan.expectPrompt('promptPlace', 'Otto Anders');
  await expect(plan.canvas).toBeInViewport({ ratio: 0.8 });
  await fingers.tap(await plan.inWindow(at('t2', 3), close(80, 50)));
  await plan.expectFilled(3, 10);
  await expect(plan.card(2, 4)).toContainText('Otto Anders');

  await plan.act('move').tap();
  await plan.expectPrompt('promptMove', 'Otto Anders');
  await expect(plan.canvas).toBeInViewport({ ratio: 0.8 });
  // What was seen when it was picked has stayed where it was.
  await fingers.tap(await plan.inWindow(at('t2', 0), close(80, 50)));
  await expect(plan.card(2, 1)).toContainText('Otto Anders');
  await expect.poll(() => placeOf(5), { timeout: 60_000 }).toMatchObject({ tableId: 't2', seatIndex: 0 });
  await plan
    .card(2, 1)
    .getByRole('button', { name: t('common.labelled', { label: t('seating.remove'), value: 'Otto Anders' }) })
    .tap();
  await plan.expectFilled(2, 10);

  // In the list too what was picked is in sight, and the list stays where it is.
  await page.getByText(t('seating.viewList'), { exact: true }).tap();
  const seat = page.getByRole('button', {
    name: t('seating.seatButton', { seat: 2, who: 'Max Weber' }),
    exact: true,
  });
  await seat.tap();
  await expect(plan.card(1, 2)).toBeInViewport({ ratio: 1 });
  await plan.act('move').tap();
  await plan.expectPrompt('promptMove', 'Max Weber');
  await expect(seat).toBeInViewport();
});

test('with the keyboard in the list: place, move, swap, take away, undo [PLAN-16, PLAN-17, PLAN-18, PLAN-19]', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world);
  const own = await device({ as: member, locale: FRENCH });
  const { page, t } = own;
  const { keyboard } = page;
  const plan = new PlanPage(own, PLAN);
  await plan.open(event.id, 'session_ways');
  await page.getByRole('radio', { name: t('seating.viewList') }).focus();
  await keyboard.press('Space');
  const press = async (locator: ReturnType<PlanPage['guest']>) => {
    await locator.focus();
    await expect(locator).toBeFocused();
    await keyboard.press('Enter');
  };
  const tables = page.getByRole('list', { name: t('seating.tables') }).locator(':scope > li');
  const seat = (number: 1 | 2, place: number, who: string) =>
    tables
      .nth(number - 1)
      .getByRole('button', { name: t('seating.seatButton', { seat: place, who }), exact: true });
  const free = t('seating.free');

  await press(plan.guest('Otto Anders'));
  await press(seat(2, 4, free));
  await expect(seat(2, 4, 'Otto Anders')).toBeVisible();
  await press(seat(1, 1, 'Zoé Blanc'));
  await press(plan.card(1, 1).getByRole('button', { name: t('seating.move'), exact: true }));
  await plan.expectPrompt('promptMove', 'Zoé Blanc');
  await press(seat(2, 1, free));
  await expect(seat(2, 1, 'Zoé Blanc')).toBeVisible();
  await press(plan.act('swap'));
  await plan.expectPrompt('promptSwap', 'Zoé Blanc');
  await press(seat(1, 2, 'Max Weber'));
  await expect(seat(1, 2, 'Zoé Blanc')).toBeVisible();
  await expect(seat(2, 1, 'Max Weber')).toBeVisible();
  await press(
    page.getByRole('button', {
      name: t('common.labelled', { label: t('seating.remove'), value: 'Max Weber' }),
    }),
  );
  await plan.expectFilled(2, 10);
  await keyboard.press('Control+z');
  await expect(seat(2, 1, 'Max Weber')).toBeVisible();
  await plan.expectFilled(3, 10);
});

test('whoever has just seated somebody is told when another tablet moves them, and nothing of others', async ({
  device,
  world,
}) => {
  const { member, event, placeOf } = await dinner(world);
  const [mine, other] = [await device({ as: member }), await device({ as: member, locale: FRENCH })];
  const plans = [new PlanPage(mine, PLAN), new PlanPage(other, PLAN)] as const;
  for (const plan of plans) await plan.open(event.id, 'session_ways');
  const [plan, elsewhere] = plans;
  await plan.guest('Otto Anders').click();
  await plan.tapSeat(at('t2', 0));
  await expect.poll(() => placeOf(5)).toMatchObject(at('t2', 0));
  await elsewhere.open(event.id, 'session_ways');
  // Somebody whom this one has not touched.
  await elsewhere.tapSeat(at('t1', 1));
  await elsewhere.act('move').click();
  await elsewhere.tapSeat(at('t1', 3));
  await expect.poll(() => placeOf(4)).toMatchObject(at('t1', 3));
  await elsewhere.tapSeat(at('t2', 0));
  await elsewhere.act('move').click();
  await elsewhere.tapSeat(at('t1', 2));
  const news = mine.page.getByText(/^Otto Anders was moved since then, to Table 1, seat 3 \(/);
  await expect(news).toBeVisible();
  await expect(news).toContainText(member.username);
  await expect(mine.page.getByText(/^Max Weber was moved/)).toHaveCount(0);
  // Whoever moved them knows.
  await expect(other.page.getByText(/a changé de place entre-temps/)).toHaveCount(0);
});
