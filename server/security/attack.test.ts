import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../sample/random.ts';
import { hubCode } from '../testing/hub.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import type { AnyDoc } from '../storage/types.ts';
import { AIMS, wildRequest } from '../testing/wildRequests.ts';
import { wildScene } from '../testing/wildScene.ts';
import type { Known } from '../testing/wildValues.ts';

/* Stolen logins of a door and of a hub, with which everything is tried that the server can be asked for. */

const GALA = 'event-gala000000000000';
const OTHER = 'event-other00000000000';
const AT_ONCE = 8;
const ROUNDS = 3;
/** Stands in what neither of them may read. */
const SECRET = 'Nightingale';

let server: TestServer;
let known: Known;
let door: Login;
let hub: Login;
beforeAll(async () => {
  server = await startTestServer();
  ({ known } = await wildScene(server.url));
  const as = server.manager;
  const secret = { _id: 'client_secret', type: 'client', forename: SECRET, surname: SECRET };
  const written = { ...secret, language: 'en', category: 'indiv' };
  await server.call('PUT', `/db/${OTHER}/${secret._id}`, { as, body: written });
  door = await pairedDoor('North door');
  const joined = await server.call<{ user: { _id: string }; token: string }>('POST', '/api/hub/join', {
    body: { code: await hubCode(server, [GALA.slice('event-'.length)]) },
  });
  hub = { id: joined.body.user._id, token: joined.body.token, username: 'Hall 3' };
}, 60_000);
afterAll(() => server.close());

async function pairedDoor(name: string): Promise<Login> {
  const until = Date.now() + 3_600_000;
  const asked = { as: server.manager, body: { name, until } };
  const path = `/api/event/${GALA.slice('event-'.length)}/doors`;
  const { code } = (await server.call<{ code: string }>('POST', path, asked)).body;
  const paired = await server.call<{ user: { _id: string }; token: string }>('POST', '/api/pair', {
    body: { code },
  });
  return { id: paired.body.user._id, token: paired.body.token, username: name };
}

/** Revisions of all documents of all databases, by database and id; of a login all but when it was used last. */
async function everything(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const name of await server.storage.list()) {
    const { rows } = await (await server.storage.open(name)).allDocs({ include_docs: true });
    for (const { id, doc } of rows) {
      const isLogin = name === 'foyer-auth' && id.startsWith('login_');
      const rest = { ...doc, ...(isLogin ? { _rev: '', lastUse: 0 } : {}) };
      all.set(`${name}/${id}`, isLogin ? JSON.stringify(rest) : String(doc?._rev));
    }
  }
  return all;
}

/** What changed meanwhile, `database/id`, but the list of what was tried. */
async function changedBy(work: () => Promise<void>): Promise<string[]> {
  const before = await everything();
  await work();
  const after = await everything();
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((place) => before.get(place) !== after.get(place))
    .filter((place) => !place.startsWith('foyer-security/'));
}

interface Tried {
  /** Requests that were not refused, without their parameters. */
  passed: Set<string>;
  /** Answers that hold what they must not, and failures of the server. */
  wrong: string[];
}

/** Everything that there is to ask, several times, with each of its parameters. */
async function tryAll(as: Login | null, seed: number): Promise<Tried> {
  const random = createRandom(seed);
  const tried: Tried = { passed: new Set(), wrong: [] };
  const aims = Array.from({ length: ROUNDS }, () => AIMS).flat();
  const one = async (): Promise<void> => {
    for (let aim = aims.pop(); aim !== undefined; aim = aims.pop()) {
      const { method, path, body, headers } = wildRequest(random, known, aim);
      const reply = await fetch(server.url + path, {
        ...{ method, body },
        headers: {
          ...headers,
          'x-foyer-device': `device-${aims.length}`,
          ...(as === null ? {} : { authorization: `Bearer ${as.token}` }),
        },
      });
      const text = await reply.text();
      if (text.includes(SECRET) || (reply.status >= 500 && reply.status !== 501))
        tried.wrong.push(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
      if (reply.status < 400) tried.passed.add(`${method} ${path.split('?')[0]}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return tried;
}

describe('with the login of a paired door', () => {
  it('nothing can be written but check-ins of its event, and nothing of another event read', async () => {
    const users = await server.storage.open('users');
    const before = await users.get<AnyDoc>(door.id);
    let tried: Tried | undefined;
    const changed = await changedBy(async () => void (tried = await tryAll(door, 1)));
    expect(tried?.wrong).toEqual([]);
    // Of its own account the phone's language and appearance alone.
    const own = [`${GALA}/checkin_`, `users/${door.id}`];
    expect(changed.filter((place) => !own.some((start) => place.startsWith(start)))).toEqual([]);
    const { username, role, door: pairing } = await users.get<AnyDoc>(door.id);
    expect({ username, role, door: pairing }).toEqual({
      ...{ username: before['username'], role: 'host', door: before['door'] },
    });
    // It was let in.
    expect([...(tried?.passed ?? [])]).toContain(`GET /db/${GALA}/_changes`);
    expect([...(tried?.passed ?? [])].filter((asked) => asked.includes(OTHER))).toEqual([]);
  }, 120_000);

  it('nothing at all can be done once it has ended', async () => {
    const ended = await pairedDoor('Gone door');
    const path = `/api/event/${GALA.slice('event-'.length)}/door/${ended.id}`;
    expect((await server.call('DELETE', path, { as: server.manager })).status).toBe(200);
    let tried: Tried | undefined;
    const changed = await changedBy(async () => void (tried = await tryAll(ended, 2)));
    expect(tried?.wrong).toEqual([]);
    expect(changed).toEqual([]);
    // What anybody may ask: pages of the desk, attempts to log in, to pair, to join, which tell that they failed.
    const open = /^\S+ \/api\/(desk|login|logout|pair|hub\/join|health|openapi\.json)(\/|$)/;
    expect([...(tried?.passed ?? [])].filter((asked) => !open.test(asked))).toEqual([]);
  }, 120_000);
});

describe('with the login of a hub', () => {
  it('nothing can be changed outside of its events, no right of anybody, and nothing of another event read', async () => {
    let tried: Tried | undefined;
    const changed = await changedBy(async () => void (tried = await tryAll(hub, 3)));
    expect(tried?.wrong).toEqual([]);
    // And who wrote it, for the history.
    const own = [
      `${GALA}/`,
      `foyer-history-${GALA.slice('event-'.length)}/`,
      `foyer-auth/hubrefused_${hub.id}`,
    ];
    expect(changed.filter((place) => !own.some((start) => place.startsWith(start)))).toEqual([]);
    // It was let in. What chance has it write is another thing with each call that there is.
    expect([...(tried?.passed ?? [])]).toContain(`GET /db/${GALA}/_changes`);
    expect([...(tried?.passed ?? [])].filter((asked) => asked.includes(OTHER))).toEqual([]);
  }, 120_000);

  it('nobody is spoken for who may not do that, and no other hub or person taken over', async () => {
    const at = Date.now();
    const login = {
      ...{ loginId: 'a'.repeat(16), tokenHash: 'h'.repeat(43), issuedAt: Math.floor(at / 1000) },
      ...{ since: at, device: 'x' },
    };
    const made = (id: string, eventId = GALA.slice('event-'.length), until = at + 60_000) =>
      server.call<{ refused: string[] }>('POST', '/api/hub/made', {
        as: hub,
        body: { doors: [{ id, eventId, name: 'Mine', until, by: server.manager.id, login }] },
      });
    const refused: string[] = [];
    const changed = await changedBy(async () => {
      // A door of another's, a person, and one at an event that the hub has not.
      for (const id of [door.id, 'victim0000000000', 'boss000000000000'])
        refused.push(...(await made(id)).body.refused);
      refused.push(...(await made('n'.repeat(16), OTHER.slice('event-'.length))).body.refused);
    });
    expect(refused).toEqual([door.id, 'victim0000000000', 'boss000000000000', 'n'.repeat(16)]);
    expect(changed).toEqual([]);
    for (const [method, path] of [
      ['PUT', `/api/users/${hub.id}`],
      ['PUT', '/api/authorizations'],
      ['POST', '/api/hubs'],
      ['GET', '/api/hubs'],
      ['DELETE', `/api/hubs/${hub.id}`],
    ] as const) {
      const { status } = await server.call(method, path, {
        as: hub,
        body: method === 'GET' ? undefined : {},
      });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});
