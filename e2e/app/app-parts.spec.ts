import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { deviceOf, type Device } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { visit } from '../support/navigate.ts';
import { builtScreens } from '../support/screens.ts';
import { laterPartsHere, offlineReady } from '../support/serviceWorker.ts';
import type { MadeEvent, Person, World } from '../support/world.ts';

/* What a device keeps of the app (decision 40). */

const DOOR = new Set([
  ...['Home', 'event', 'session', 'table list', 'seating plan', 'scanner without a camera'],
  ...['guest', 'check-in', 'own account'],
]);
const DESK = new Set(['plan editor', 'import', 'statistics', 'message editor', 'form editor']);

/** An event with a seating plan. */
async function planned(world: World, person: Person): Promise<MadeEvent> {
  const event = await world.event({ for: [person] });
  for (const session of await world.sessions(event))
    await writeDocs(world.manager, event.dbName, [{ ...session, plan: defaultPlan() }]);
  return event;
}

/** The same browser without a network, started anew: only what it keeps is there. */
async function withoutNetwork(before: Device): Promise<Device> {
  const { context } = before;
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);
  return deviceOf(context, await context.newPage(), 'en-US');
}

test('a host keeps what a door needs, and every screen of a host opens without network [PWA-01]', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const event = await planned(world, host);
  const before = await device({ as: host, serviceWorker: true });
  await before.open(`/event/${event.id}`);
  await offlineReady(before.page);
  const door = await withoutNetwork(before);
  for (const { name, address, ready } of builtScreens(event)) {
    if (!DOOR.has(name)) continue;
    await test.step(name, async () => {
      await visit(door.page, address);
      await ready(door);
    });
  }
  expect(await laterPartsHere(door.page)).toEqual([]);
  expect(door.errors).toEqual([]);
});

test('a member keeps the other parts too: what prepares an event opens without network', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await planned(world, member);
  const before = await device({ as: member, serviceWorker: true });
  await before.open(`/event/${event.id}`);
  await offlineReady(before.page);
  expect((await laterPartsHere(before.page)).some((path) => path.includes('/pdf.worker'))).toBe(true);
  const desk = await withoutNetwork(before);
  await desk.open(`/event/${event.id}/invitations/new`);
  for (const { name, address, ready } of builtScreens(event)) {
    if (!DESK.has(name)) continue;
    await test.step(name, async () => {
      await visit(desk.page, address);
      await ready(desk);
    });
  }
  expect(desk.errors).toEqual([]);
});
