import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Placement, Plan, Session } from '#domain/documents/session.ts';
import { placedBy } from '#domain/entries/placedBy.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { seatingOf } from '#domain/sessions/seating.ts';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';

const plan: Plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 1,
    tables: { t: { type: 'circle', number: 1, seats: 3, position: { x: 9, y: 9 }, rotation: 0, scale: 1 } },
  },
};
const [first, second] = [placementAt('t', 0), placementAt('t', 1)];

describe('seating', () => {
  let scene: Scene;
  let event: OpenEvent;
  let clientIds: string[];
  beforeAll(async () => {
    scene = await createScene();
    event = scene.event;
    await givePlan(scene);
    clientIds = event.store.session(scene.sessionId)?.clients.map(({ clientId }) => clientId) ?? [];
  });
  afterAll(() => scene.close());
  const id = (index: number): string => clientIds[index] ?? '';
  const at = (index: number, from = event) =>
    from.store.session(scene.sessionId)?.clients.find(({ clientId }) => clientId === id(index))?.placement ??
    null;
  const seat = (index: number, from: Placement | null, to: Placement | null, on = event) =>
    on.repository.seatClients(scene.sessionId, [{ clientId: id(index), from, to }]);

  it('places, refuses the occupied seat, swaps in one write, removes [PLAN-14, PLAN-16, PLAN-18, PLAN-19, PLAN-25]', async () => {
    expect((await seat(0, null, first)).ok).toBe(true);
    expect((await seat(1, null, second)).ok).toBe(true);
    expect(await seat(2, null, first)).toMatchObject({
      error: { code: 'occupied_seat_number', field: id(2) },
    });
    const swapped = await event.repository.seatClients(scene.sessionId, [
      { clientId: id(0), from: first, to: second },
      { clientId: id(1), from: second, to: first },
    ]);
    expect(swapped.ok).toBe(true);
    expect([at(0), at(1)]).toMatchObject([{ seatIndex: 1 }, { seatIndex: 0 }]);
    expect((await seat(1, first, null)).ok).toBe(true);
    expect(at(1)).toBeNull();
    expect(await seat(1, first, null)).toMatchObject({ error: { code: 'place_changed' } });
    expect(await event.repository.seatClients(scene.sessionId, [])).toMatchObject({
      error: { code: 'nothing_to_do' },
    });
  });

  it('the seat of a deleted client is free', async () => {
    const deletion = await event.repository.changeClients([id(0)], { kind: 'delete' });
    expect(deletion.ok).toBe(true);
    expect((await seat(2, null, second)).ok).toBe(true);
    if (deletion.ok) await event.repository.undoMany(deletion.value.undo);
    await seat(2, second, null);
  });

  it('a host may not [PLAN-15]', async () => {
    const door = scene.tab(scene.device());
    await scene.server.addUser('usher', 'host', [scene.eventId]);
    await door.login('usher');
    const seen = await door.open(scene.eventId);
    await until(seen.store, () => seen.store.session(scene.sessionId) !== null);
    // Until the phone has heard where the guest sits by now, that is what it says.
    await expect
      .poll(() => seat(2, null, first, seen))
      .toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });
});

describe('two devices without network', () => {
  it('one seat given twice: both stay, all devices see it and who did it, one choice ends it [PLAN-25]', async () => {
    const scene = await createScene();
    try {
      await givePlan(scene);
      const { sessionId } = scene;
      const tablet = scene.device();
      const tab = scene.tab(tablet);
      await tab.login('manager');
      const other = await tab.open(scene.eventId);
      await until(other.store, () => other.store.session(sessionId)?.plan != null);
      const ids = other.store.session(sessionId)?.clients.map(({ clientId }) => clientId) ?? [];
      const [a = '', b = ''] = ids;
      tablet.online(false);
      await other.repository.seatClients(sessionId, [{ clientId: a, from: null, to: first }]);
      await scene.event.repository.seatClients(sessionId, [{ clientId: b, from: null, to: first }]);
      tablet.online(true);
      const conflictsOf = (event: OpenEvent) => {
        const session = event.store.session(sessionId);
        return session === null ? [] : seatingOf(session).conflicts;
      };
      await until(other.store, () => conflictsOf(other).length === 1);
      await until(scene.event.store, () => conflictsOf(scene.event).length === 1);
      expect(conflictsOf(other)).toEqual(conflictsOf(scene.event));
      expect(new Set(conflictsOf(other)[0]?.clientIds)).toEqual(new Set([a, b]));
      // A device that logs in when the server has folded both can say who gave the seat, too.
      const atServer = async (): Promise<number> => {
        const stored = await scene.server.call('GET', `/db/event-${scene.eventId}/${sessionId}`);
        return seatingOf(stored as unknown as Session).conflicts.length;
      };
      await expect.poll(atServer, { timeout: 30_000 }).toBe(1);
      const later = scene.tab(scene.device());
      await later.login('manager');
      const fresh = await later.open(scene.eventId);
      await until(fresh.store, () => conflictsOf(fresh).length === 1);
      const givers = [a, b].map((id) => placedBy(fresh.store.entryChangesOf(sessionId, id), id, first));
      expect(givers.map((act) => act?.author.name)).toEqual(['manager', 'manager']);
      expect(new Set(givers.map((act) => act?.device.id)).size).toBe(2);
      await other.repository.seatClients(sessionId, [{ clientId: b, from: first, to: null }]);
      await until(scene.event.store, () => conflictsOf(scene.event).length === 0);
      const entries = scene.event.store.session(sessionId)?.clients ?? [];
      expect(entries.find(({ clientId }) => clientId === a)?.placement).toMatchObject(first);
    } finally {
      await scene.close();
    }
  });
});

/** As another device would have brought it. */
async function givePlan({ event, eventId, sessionId, server }: Scene): Promise<void> {
  const stored = event.store.documents('session').get(sessionId);
  await server.call('POST', `/db/event-${eventId}/_bulk_docs`, { docs: [{ ...stored, plan }] });
  await until(event.store, () => event.store.session(sessionId)?.plan != null);
}
