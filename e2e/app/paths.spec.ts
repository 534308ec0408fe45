import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { ScanPage } from '../pages/ScanPage.ts';
import { deviceOf } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { Hand } from '../support/hand.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { Fingers } from '../support/touch.ts';
import { atTheDoor } from '../support/world.ts';

/* The measures of the main paths, in taps and keys, and in seconds by the keystroke-level model: no clock is read. */

const guest = (id: string, fields: object) => ({ ...fields, _id: `client_${id}`, type: 'client' });
const FAMILY = ['Quentin', 'Queenie', 'Quirin', 'Quinn'];
const SESSION = {
  ...{ _id: 'session_paths', type: 'session', status: 'ongoing', title: 'Paths', date: Date.now() },
  clients: FAMILY.map((name) => ({ clientId: `client_${name}`, checkInTime: null, updatedTime: 1 })),
};
const documents = [
  SESSION,
  ...FAMILY.map((forename, at) =>
    guest(forename, { forename, surname: 'Zyxford', number: `Q-0${at + 1}`, consumerId: 'consumer_family' }),
  ),
];

test('the door: three letters and a tap, one tap to undo, one for the whole party', async ({
  device,
  world,
}, info) => {
  const { host, event } = await atTheDoor(world, { clients: 30, extra: documents });
  const door = await device({ as: host, viewport: { width: 360, height: 740 }, hasTouch: true });
  const list = new CheckinPage(door);
  const { page, t } = door;

  // From wherever one is.
  await door.open(`/event/${event.id}`);
  const anywhere = new Hand();
  anywhere.look();
  await anywhere.tap(page.getByRole('button', { name: t('search.open') }));
  await anywhere.type(page.getByRole('dialog').getByRole('combobox', { name: t('search.open') }), 'que');
  await expect(page.getByRole('option', { name: /Quentin Zyxford/ })).toBeInViewport({ ratio: 1 });
  expect([anywhere.keys, anywhere.taps]).toEqual([3, 1]);

  await list.open(event.id, SESSION._id);
  const finding = new Hand();
  await finding.type(list.search, 'que');
  await expect(list.list).toHaveAttribute('aria-busy', 'false');
  finding.look();
  await finding.tap(list.outside('Quentin Zyxford'));
  await expect(list.verdict).toHaveAttribute('data-kind', 'in');
  expect([finding.keys, finding.taps]).toEqual([3, 1]);

  const party = new Hand();
  party.look();
  await party.tap(
    page.getByRole('button', { name: t('checkin.admitParty', { count: 3, name: 'Quentin Zyxford' }) }),
  );
  await expect(page.getByText(/Queenie Zyxford, Quirin Zyxford, Quinn Zyxford/).first()).toBeVisible();
  await expect.poll(async () => (await world.checkins(event)).length).toBe(4);
  expect(new Set((await world.checkins(event)).map(({ clientId }) => clientId)).size).toBe(4);

  const undo = new Hand();
  await undo.tap(list.undo);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(7);
  expect([party.taps, undo.taps]).toEqual([1, 1]);
  info.annotations.push(
    anywhere.told('find by three letters, from another screen'),
    finding.told('find by three letters and check in'),
    party.told('check in the whole party'),
    undo.told('undo'),
  );
});

test('the installed app, cold and without network: one tap to the door, and the next guest is in', async ({
  device,
  world,
}, info) => {
  const { host, event } = await atTheDoor(world, { clients: 600, extra: documents });
  const phone = await device({
    ...{ as: host, serviceWorker: true, viewport: { width: 360, height: 740 }, hasTouch: true },
  });
  await phone.open(`/event/${event.id}`);
  await new EventPage(phone).expectShown(event.title);
  await offlineReady(phone.page);
  const { context } = phone;
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);

  // Where the icon of the installed app leads (its manifest's start). How long that takes measures `npm run bench cold-open`.
  const door = await deviceOf(context, await context.newPage(), 'en-US');
  await new HomePage(door).open();
  const list = new CheckinPage(door);
  const opening = new Hand();
  opening.look();
  const name = door.t('common.labelled', { label: door.t('session.checkIn'), value: SESSION.title });
  await opening.tap(door.page.getByRole('link', { name, exact: true }));
  await expect(list.list).toBeVisible();
  expect([opening.taps, opening.keys]).toEqual([1, 0]);
  await opening.type(list.search, 'que');
  await expect(list.list).toHaveAttribute('aria-busy', 'false');
  opening.look();
  await opening.tap(list.outside('Quentin Zyxford'));
  await expect(list.verdict).toHaveAttribute('data-kind', 'in');
  await list.expectWaiting(1);
  expect([opening.taps, opening.keys]).toEqual([2, 3]);
  expect(opening.seconds).toBeLessThan(10);
  await context.setOffline(false);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(1);
  info.annotations.push(opening.told('cold start to the first guest'));
});

test('the scanner: a ticket needs no tap, a typed code its letters and one', async ({
  device,
  world,
}, info) => {
  const { host, event } = await atTheDoor(world, { clients: 1, extra: documents });
  const door = await device({ as: host, viewport: { width: 360, height: 740 }, hasTouch: true });
  const scanner = new ScanPage(door);
  await scanner.open(event.id, SESSION._id);
  await scanner.stay.click();
  await scanner.typeCode('Q-01');
  await scanner.expectVerdict('in', 'Quentin Zyxford');

  // Without network, as at most doors.
  await door.page.context().setOffline(true);
  const typed = new Hand();
  const field = door.page.getByRole('textbox', { name: door.t('scan.code') });
  await typed.tap(field);
  await typed.type(field, 'q-02');
  await typed.tap(door.page.getByRole('button', { name: door.t('scan.codeSend') }));
  await scanner.expectVerdict('in', 'Queenie Zyxford');
  const party = new Hand();
  await party.tap(
    door.page.getByRole('button', {
      name: door.t('checkin.admitParty', { count: 2, name: 'Queenie Zyxford' }),
    }),
  );
  await expect(door.page.getByText(/Quirin Zyxford, Quinn Zyxford/)).toBeVisible();
  await door.page.context().setOffline(false);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(4);
  expect([typed.keys, typed.taps, party.taps]).toEqual([4, 2, 1]);
  info.annotations.push(typed.told('check in a typed code'), party.told('check in the whole party'));
});

/** Two tables of eight; a party of eight registered together. */
const hall = {
  ratio: 1.6,
  state: {
    nextTableIndex: 2,
    tables: Object.fromEntries(
      [50, 110].map((x, at) => [
        `t${at + 1}`,
        {
          ...{ type: 'circle' as const, number: at + 1, seats: 8, rotation: 0, scale: 3 },
          position: { x, y: 50 },
        },
      ]),
    ),
  },
};
const PARTY = Array.from({ length: 8 }, (_, at) => `Friend${at + 1}`);

test('the plan: a party of eight is seated in two taps, or with one drag, by finger and by mouse', async ({
  device,
  world,
}, info) => {
  const member = await world.person('member');
  const dinner = { ...SESSION, _id: 'session_dinner', plan: hall };
  const clients = PARTY.map((name) => ({ clientId: `client_${name}`, checkInTime: null, updatedTime: 1 }));
  const guests = PARTY.map((forename, at) =>
    guest(forename, { forename, surname: 'Yule', number: `Y-${at}`, consumerId: 'consumer_party' }),
  );
  const event = await world.event({
    ...{ for: [member], clients: 0, sessions: [] },
    extra: [...guests, { ...dinner, clients }],
  });
  const seated = async () => {
    const [stored] = await world.sessions(event);
    const places = stored?.clients.map(({ placement }) => placement ?? null) ?? [];
    const tables = new Set(places.map((place) => place?.tableId ?? null));
    return { tables: [...tables], seats: new Set(places.map((place) => place?.seatIndex ?? null)).size };
  };
  const all = (tableId: string) => ({ tables: [tableId], seats: 8 });

  const tablet = await device({ as: member, viewport: { width: 820, height: 1180 }, hasTouch: true });
  const plan = new PlanPage(tablet, hall);
  await plan.open(event.id, dinner._id);
  const name = tablet.t('seating.pickParty', { name: 'Friend1 Yule', count: 8 });
  const party = tablet.page.getByRole('button', { name });

  const tapping = new Hand();
  tapping.look();
  await tapping.tap(party);
  tapping.look();
  tapping.taps += 1;
  await plan.tapSeat({ tableId: 't1', seatIndex: 0 });
  await expect.poll(seated, { timeout: 60_000 }).toEqual(all('t1'));
  expect(tapping.taps).toBeLessThanOrEqual(9);
  expect(tapping.taps).toBe(2);

  const dragging = new Hand();
  await dragging.tap(plan.undo);
  await expect.poll(seated, { timeout: 60_000 }).toEqual({ tables: [null], seats: 1 });
  const badge = await party.boundingBox();
  const middle = {
    x: (badge?.x ?? 0) + (badge?.width ?? 0) / 2,
    y: (badge?.y ?? 0) + (badge?.height ?? 0) / 2,
  };
  dragging.look();
  await new Fingers(tablet.page).drag(middle, await plan.inWindow({ tableId: 't2', seatIndex: 3 }));
  await expect.poll(seated, { timeout: 60_000 }).toEqual(all('t2'));
  await plan.undo.click();
  await expect(party).toBeVisible();

  // With a mouse, and onto the table as a whole.
  const desk = await device({ as: member });
  const wide = new PlanPage(desk, hall);
  await wide.open(event.id, dinner._id);
  await desk.page.getByRole('button', { name }).hover();
  await desk.page.mouse.down();
  await wide.moveTo('t1');
  await desk.page.mouse.up();
  await expect.poll(seated, { timeout: 60_000 }).toEqual(all('t1'));
  info.annotations.push(tapping.told('seat a party of 8, tapping'));
});

test('an import of 1,000 attendees takes a person less than two minutes', async ({ device, world }, info) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  const session = event.sessions[0]?._id.replace('session_', '') ?? '';
  await desk.open(`/event/${event.id}/session/${session}/client/import`);
  const rows = Array.from({ length: 1000 }, (_, at) => `Guest,Number ${at},guest${at}@example.org,paid`);
  const text = ['First Name,Last Name,Email,Order Status', ...rows, 'Gone,Guest,,canceled'].join('\n');

  const hand = new Hand();
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await hand.chooseFile(page.locator('input[type=file]'), file);
  hand.look();
  // Who is cancelled is left out from the start, and it is said.
  await expect(page.getByRole('checkbox', { name: /^canceled/ })).not.toBeChecked();
  // The columns and the first rows are looked at before the button.
  for (let column = 0; column < 4; column++) hand.look();
  await hand.tap(page.getByRole('button', { name: t('imports.save', { count: 1000 }), exact: true }));
  const begun = performance.now();
  await expect(page.getByText(t('imports.doneTitle', { count: 1000 })).first()).toBeVisible({
    timeout: 60_000,
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  // Whom it created is no reason to leave a row of the file out.
  await expect(page.getByText(t('imports.doneSkipped', { count: 1, rows: 1001 }))).toBeVisible();
  expect(hand.taps).toBe(4);
  expect(hand.seconds).toBeLessThan(120);
  // The machine's is told, not judged.
  info.annotations.push(hand.told('import 1,000 attendees'), {
    type: 'the machine',
    description: `${seconds} s`,
  });
});
