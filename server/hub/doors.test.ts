import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DoorEntry } from '#api/accountSchemas.ts';
import { CENTRAL_DOC_ID, type CentralEvents } from '#domain/documents/event.ts';
import { idFromBytes } from '#domain/ids.ts';
import { tokenHashOf } from '../auth/logins.ts';
import { setAuthorizations } from '../events/authorizations.ts';
import { checkinDoc } from '../testing/documents.ts';
import { HALL_PATIENCE, startHall, type Asked, type Hall } from '../testing/hall.ts';
import { hubCode } from '../testing/hub.ts';
import type { Login } from '../testing/server.ts';

const HOUR = 3_600_000;

const credential = (userId: string, hash: string | null) => ({
  ...{ _id: `cred_${userId}`, type: 'credential', userId, hash, tokensValidFrom: 0, lastLogin: null },
});

describe('phones that are paired on a hub', () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = await startHall();
  });
  afterEach(() => hall.close());

  const offer = async (server: Asked, as: Login, name = 'North door'): Promise<string> => {
    const body = { name, until: Date.now() + 8 * HOUR };
    const path = `/api/event/${hall.eventId}/doors`;
    return (await server.call<{ code: string }>('POST', path, { as, body })).body.code;
  };
  const pair = async (server: Asked, code: string): Promise<Login | null> => {
    type Paired = { success: boolean; token: string; user: { _id: string; username: string } };
    const { body } = await server.call<Paired>('POST', '/api/pair', { body: { code } });
    if (!body.success) return null;
    return { id: body.user._id, token: body.token, username: body.user.username };
  };
  const paired = async (server: Asked, as: Login, name?: string): Promise<Login> => {
    const door = await pair(server, await offer(server, as, name));
    if (door === null) throw new Error('not paired');
    return door;
  };
  const doors = async (server: Asked, as: Login): Promise<DoorEntry[]> =>
    (await server.call<{ doors: DoorEntry[] }>('GET', `/api/event/${hall.eventId}/doors`, { as })).body.doors;
  const status = async (server: Asked, as: Login): Promise<number> =>
    (await server.call('GET', `/db/${hall.dbName}/client_a`, { as })).status;
  const end = (server: Asked, as: Login, { id }: Login) =>
    server.call('DELETE', `/api/event/${hall.eventId}/door/${id}`, { as });

  it('while it is alone, by a member: the door works there, is known at the central server when the two meet, and is named in the history', async () => {
    const { central, hub, line, ada } = hall;
    const bob = await central.person('Bob', 'host', hall.eventId);
    await hub.link?.look();
    line.cut();
    expect((await hub.call('GET', `/api/event/${hall.eventId}/doors`, { as: bob })).status).toBe(403);
    const code = await offer(hub, ada);
    const door = await pair(hub, code);
    if (door === null) throw new Error('not paired');
    expect(await pair(hub, code), 'once').toBeNull();
    const let_in = checkinDoc(door);
    expect((await hall.write(hub, door, [let_in])).body).toMatchObject([{ ok: true }]);
    expect(await status(central, door), 'nobody knows it there yet').toBe(401);
    expect(await doors(hub, ada)).toMatchObject([{ id: door.id, name: 'North door', ended: false }]);

    line.restore();
    await vi.waitFor(async () => expect(await hall.ids(central)).toContain(let_in._id), HALL_PATIENCE);
    expect(await status(central, door)).toBe(200);
    await hub.link?.look();
    expect(await status(hub, door), 'what the central server says leaves it its right').toBe(200);
    expect(await doors(central, central.manager)).toMatchObject([{ id: door.id, ended: false }]);
    await vi.waitFor(async () => {
      const path = `/api/historyEvents/${hall.eventId}`;
      const told = await central.call<{ historyEvents: { author: { name: string } }[] }>('GET', path, {
        as: ada,
      });
      const names = told.body.historyEvents.map(({ author }) => author.name);
      expect(names).toContain('North door');
      expect(names).not.toContain('Hall 3');
    }, HALL_PATIENCE);

    expect((await end(central, central.manager, door)).status).toBe(200);
    await hub.link?.look();
    expect(await status(hub, door), 'its phone hears the end, wherever it is').toBe(401);
    expect(await status(central, door)).toBe(401);
    expect(await doors(hub, ada)).toMatchObject([{ id: door.id, ended: true }]);
  });

  it('a code is worth nothing once whoever asked for it may not see the event any more', async () => {
    const { central, hub, ada, eventId } = hall;
    const as = central.manager;
    const other = await central.event();
    const [joined] = (await central.call<{ hubs: { id: string }[] }>('GET', '/api/hubs', { as })).body.hubs;
    // They stay a member on the hub, of another event.
    for (const id of [joined?.id ?? '', ada.id])
      await setAuthorizations(central.storage, id, [[other.eventId, true]]);
    await hub.link?.look();
    const code = await offer(hub, ada);
    await setAuthorizations(central.storage, ada.id, [[eventId, false]]);
    await hub.link?.look();
    expect(await status(hub, ada), 'known, and kept out').toBe(403);
    expect(await pair(hub, code)).toBeNull();
  });

  it('what is ended on the hub while it is alone ends at the central server, whoever paired it', async () => {
    const { central, hub, line, ada } = hall;
    const there = await paired(central, central.manager, 'South door');
    await hub.link?.look();
    expect(await status(hub, there)).toBe(200);
    line.cut();
    const here = await paired(hub, ada);
    for (const door of [there, here]) {
      expect((await end(hub, ada, door)).status).toBe(200);
      expect(await status(hub, door)).toBe(401);
    }
    expect(await status(central, there), 'until the two meet').toBe(200);
    line.restore();
    await hub.link?.look();
    await vi.waitFor(async () => expect(await status(central, there)).toBe(401), HALL_PATIENCE);
    expect(await status(central, here)).toBe(401);
    for (const door of [there, here]) expect(await status(hub, door)).toBe(401);
  });

  it('a door that cannot be told just now keeps nobody’s right alive, and is told later', async () => {
    const { central, hub, line, ada, eventId } = hall;
    line.cut();
    const door = await paired(hub, ada);
    line.breakAt('/hub/made');
    await central.call('PUT', '/api/authorizations', {
      as: central.manager,
      body: { userId: ada.id, authorizations: [[eventId, false]] },
    });
    line.restore();
    await hub.link?.look();
    expect(await status(hub, ada)).not.toBe(200);
    expect(await status(hub, door)).toBe(200);
    expect(await status(central, door)).toBe(401);
    // Of a door that it began to know, it is still told.
    const { _rev, ...user } = await (await hub.storage.open('users')).get(door.id);
    const begun = {
      ...user,
      door: { ...(user as { door?: object }).door, hub: hub.link?.userId, untold: false },
    };
    await (await central.storage.open('users')).put(begun);
    await (await central.storage.open('foyer-auth')).put(credential(door.id, null));
    await setAuthorizations(central.storage, door.id, [[eventId, true]]);
    await hub.link?.look();
    expect(await status(hub, door)).toBe(200);
    line.breakAt(null);
    await hub.link?.look();
    for (const server of [central, hub]) expect(await status(server, door)).toBe(200);
  });

  it('a code of the central server may be brought to the hub, and a hub that starts again forgets no door', async () => {
    const { central, ada, line } = hall;
    const door = await pair(hall.hub, await offer(central, central.manager, 'East door'));
    if (door === null) throw new Error('not paired');
    for (const server of [central, hall.hub]) expect(await status(server, door)).toBe(200);
    expect(await pair(hall.hub, 'ABCD EFGH')).toBeNull();
    line.cut();
    const alone = await paired(hall.hub, ada);
    await hall.restart();
    expect(await status(hall.hub, alone)).toBe(200);
    line.restore();
    await vi.waitFor(async () => expect(await status(central, alone)).toBe(200), HALL_PATIENCE);
    expect(await status(hall.hub, alone)).toBe(200);
  });

  it('a phone that was paired after the disk image to which a hub was put back hears that it is unknown, until the central server names it', async () => {
    const { central, ada, line } = hall;
    const image = await mkdtemp(join(tmpdir(), 'foyer-image-'));
    const { dataDir } = hall.hub.place;
    await hall.restart({ between: () => cp(dataDir, image, { recursive: true }) });
    const known = await paired(hall.hub, ada, 'North door');
    await vi.waitFor(async () => expect(await status(central, known)).toBe(200), HALL_PATIENCE);
    line.cut();
    const lost = await paired(hall.hub, ada, 'South door');
    await hall.restart({
      async between() {
        await rm(dataDir, { recursive: true });
        await cp(image, dataDir, { recursive: true });
      },
    });
    const heard = async (as: Login) => {
      const reply = await hall.hub.call('GET', `/db/${hall.dbName}`, { as });
      return [reply.status, reply.body['error']];
    };
    for (const door of [known, lost]) expect(await heard(door)).toEqual([503, 'hub_unknown']);
    line.restore();
    await vi.waitFor(async () => expect(await status(hall.hub, known)).toBe(200), HALL_PATIENCE);
    expect(await heard(lost), 'nobody knows it').toEqual([503, 'hub_unknown']);
    await rm(image, { recursive: true });
  });

  it('at the central server managers alone pair, and a hub makes doors of its own events alone, which end with it', async () => {
    const { central, ada, eventId } = hall;
    for (const [method, path] of [
      ['POST', `/api/event/${eventId}/doors`],
      ['GET', `/api/event/${eventId}/doors`],
      ['DELETE', `/api/event/${eventId}/door/${ada.id}`],
    ] as const) {
      const body = method === 'POST' ? { name: 'X', until: Date.now() + HOUR } : undefined;
      const reply = await central.call(method, path, { as: ada, ...(body === undefined ? {} : { body }) });
      expect(reply.status).toBe(403);
    }
    const other = await central.event('Secret');
    const code = await hubCode(central, [eventId], 'Liar');
    const joined = await central.call<{ token: string; user: { _id: string } }>('POST', '/api/hub/join', {
      body: { code },
    });
    const liar: Login = { id: joined.body.user._id, token: joined.body.token, username: 'Liar' };
    const token = `x.${Buffer.from('{}').toString('base64url')}.y`;
    const id = (): string => idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
    const made = (more: object = {}) => ({
      ...{ id: id(), eventId, name: 'Gate', until: Date.now() + 90 * 24 * HOUR, by: central.manager.id },
      login: {
        ...{ loginId: id(), tokenHash: 'h'.repeat(43), issuedAt: Math.floor(Date.now() / 1000) },
        ...{ since: Date.now(), device: 'Phone' },
      },
      ...more,
    });
    const tell = async (list: object[], as = liar) =>
      central.call<{ refused: string[] }>('POST', '/api/hub/made', { as, body: { doors: list } });
    const [good, elsewhere, stolen] = [made(), made({ eventId: other.eventId }), made({ id: ada.id })];
    const reply = await tell([good, elsewhere, stolen]);
    expect(reply.body.refused).toEqual([elsewhere.id, ada.id]);
    expect((await tell([good])).body.refused, 'told twice').toEqual([]);
    expect((await tell([good], ada)).status).toBe(403);
    const [listed, ...more] = await doors(central, central.manager);
    expect(more).toEqual([]);
    // What a crash in the middle left is gone on with, and nobody's credential is written over.
    const auth = await central.storage.open('foyer-auth');
    const [halfway, person] = [made(), made()];
    await auth.put(credential(halfway.id, null));
    await auth.put(credential(person.id, 'hash of a password'));
    expect((await tell([halfway, person])).body.refused).toEqual([person.id]);
    expect(await auth.get(`cred_${person.id}`)).toMatchObject({ hash: 'hash of a password' });
    const authorized = async (): Promise<boolean> => {
      const listed = await (await central.storage.open('central')).get(CENTRAL_DOC_ID);
      const { events } = listed as unknown as CentralEvents;
      return events.some((event) => event.id === eventId && event.authorized.includes(halfway.id));
    };
    await setAuthorizations(central.storage, halfway.id, [[eventId, false]]);
    expect(await authorized()).toBe(false);
    expect((await tell([halfway])).body.refused).toEqual([]);
    expect(await authorized()).toBe(true);
    const done = { ...halfway, token: '', username: '' };
    expect((await end(central, central.manager, done)).status).toBe(200);
    expect((await tell([halfway])).body.refused, 'it stays ended').toEqual([halfway.id]);
    expect(await authorized()).toBe(false);
    expect(listed).toMatchObject({ id: good.id, ended: false });
    const { body } = await central.call<{ hubs: { id: string; until: number }[] }>('GET', '/api/hubs', {
      as: central.manager,
    });
    const until = body.hubs.find(({ id: hub }) => hub === liar.id)?.until;
    expect(listed?.until, 'no longer than the hub').toBe(until);
    expect(await status(central, { id: good.id, token, username: '' })).toBe(401);
    expect((await central.call('DELETE', `/api/hubs/${liar.id}`, { as: central.manager })).status).toBe(200);
    expect(await doors(central, central.manager)).toMatchObject([{ id: good.id, ended: true }]);
  });

  /** Another hub, whose program is an attacker's. */
  async function liarOf({ central, eventId }: Hall): Promise<Login> {
    const code = await hubCode(central, [eventId], 'Liar');
    const { body } = await central.call<{ user: { _id: string }; token: string }>('POST', '/api/hub/join', {
      body: { code },
    });
    return { id: body.user._id, token: body.token, username: 'Liar' };
  }
  /** A door with a token that the hub made up, and what it tells of it. */
  function madeUp({ eventId }: Hall, id: string, loginId: string, issuedAt: number) {
    const payload = Buffer.from(JSON.stringify({ sub: id, jti: loginId })).toString('base64url');
    const token = `x.${payload}.${loginId}`;
    const at = Date.now();
    const login = { loginId, tokenHash: tokenHashOf(token), issuedAt, since: at, device: 'x' };
    const door: Login = { id, token, username: 'Gate' };
    return { door, told: { id, eventId, name: 'Gate', until: at + HOUR, by: '', login } };
  }
  const endHub = async ({ central }: Hall, { id }: Login): Promise<void> =>
    expect((await central.call('DELETE', `/api/hubs/${id}`, { as: central.manager })).status).toBe(200);

  it('no door that a hub made outlives it, whatever it says of its token, and none gets a second one', async () => {
    const { central } = hall;
    const liar = await liarOf(hall);
    const now = Math.floor(Date.now() / 1000);
    const made = async (...[id, loginId, issuedAt]: [string, string, number]): Promise<Login> => {
      const { door, told } = madeUp(hall, id, loginId, issuedAt);
      const asked = { as: liar, body: { doors: [told] } };
      expect((await central.call('POST', '/api/hub/made', asked)).status).toBe(200);
      return door;
    };
    const lying = [
      await made('d'.repeat(16), 'a'.repeat(16), now + 86_400),
      await made('e'.repeat(16), 'b'.repeat(16), 1e15),
    ];
    for (const door of lying) expect(await status(central, door)).toBe(200);
    const second = await made('e'.repeat(16), 'c'.repeat(16), now);
    expect(await status(central, second), 'one phone, one login').toBe(401);
    await endHub(hall, liar);
    for (const door of [liar, ...lying]) expect(await status(central, door)).toBe(401);
    const shown = await doors(central, central.manager);
    expect(shown.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('nor one that it was making when it was ended', async () => {
    const { central } = hall;
    const liar = await liarOf(hall);
    const id = (index: number): string => String(index).padStart(16, '0');
    const many = Array.from({ length: 150 }, (_, index) =>
      madeUp(hall, id(index), id(index), Math.floor(Date.now() / 1000)),
    );
    const telling = central.call('POST', '/api/hub/made', {
      ...{ as: liar, body: { doors: many.map(({ told }) => told) } },
    });
    await vi.waitUntil(async () => (await doors(central, central.manager)).length > 0, HALL_PATIENCE);
    await endHub(hall, liar);
    const before = (await doors(central, central.manager)).length;
    await telling;
    const after = await doors(central, central.manager);
    expect(after.length, 'it went on after the end').toBeGreaterThan(before);
    for (const { door } of many) expect(await status(central, door)).toBe(401);
    expect(after.filter(({ ended }) => !ended)).toEqual([]);
  });
});
