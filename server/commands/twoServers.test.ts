import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sessionDoc } from '../testing/documents.ts';
import { serverProcesses, type ServerProcess } from '../testing/process.ts';
import { driver } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';

const PEOPLE = 60;
/** Each comes with another: so many of them find places. */
const PAIRS = 15;
/** ms between two who send. */
const PAUSE = 10;
/** So many have heard that they are registered when the server is killed that registers. */
const HEARD = 5;

interface Answer {
  success: boolean;
  reason?: string;
  consumerId?: string;
  token?: string;
  numbers?: string[];
}
interface Rows {
  rows: { id: string; doc?: { rows?: { clientId: string }[] } }[];
}

const { COUCHDB_URL } = process.env;
const processes = serverProcesses();

const form = {
  ...{ _id: 'form_f', type: 'form', accessId: 'bcdfcrgr', name: 'All', language: 'en', enabled: true },
  ...{ currency: 'chf', vat: 0, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
  amounts: { session_s: { menu: { adult: { amount: 2500, enabled: true } } } },
  metadata: { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 },
};
const submission = (index: number) => ({
  ...{ submissionId: `two-servers-${String(index).padStart(8, '0')}`, language: 'en', paymentType: 'none' },
  person: { forename: 'Ada', surname: 'Byron', email: `ada${index}@example.org` },
  clients: ['Ada', 'Grace'].map((forename) => ({
    ...{ forename, surname: 'Byron' },
    sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
  })),
});

/** What somebody hears; null where there is no answer, or another server registers. */
async function send(url: string, index: number): Promise<Answer | null> {
  const reply = await fetch(`${url}/api/desk/${form.accessId}/registrations`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(submission(index)),
  }).catch(() => null);
  if (reply === null) return null;
  if (reply.status === 503) return null;
  expect(reply.status).toBe(200);
  // The answer itself may be cut off.
  return (await reply.json().catch(() => null)) as Answer | null;
}

// On a CouchDB alone: until the other one may register takes half a minute, and without one `groups.test.ts` tries each moment.
it.runIf(COUCHDB_URL !== undefined)(
  'of two servers at one CouchDB the one that registers is killed in a burst: exact, and all hear the truth who ask again',
  async () => {
    const couchUrl = testCouchUrl(COUCHDB_URL ?? '');
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'foyer-two-'))));
    // One after the other: the databases are made by the first.
    const servers: { at: ServerProcess; url: string }[] = [];
    for (const DATA_DIR of folders) {
      const at = processes.start({ DATA_DIR, COUCHDB_URL: couchUrl, TOKEN_SECRET: 'x'.repeat(40) });
      servers.push({ at, url: await at.url });
    }
    const urls = servers.map(({ url }) => url);
    const calls = driver(urls[0] ?? '');
    const as = await calls.login('chief');
    const { dbName } = (
      await calls.call<{ dbName: string }>('PUT', '/api/event', {
        as,
        body: { title: 'Gala', date: Date.UTC(2027, 4, 1, 12) },
      })
    ).body;
    const docs = [sessionDoc('s', { capacity: 2 * PAIRS }), form];
    await calls.call('POST', `/db/${dbName}/_bulk_docs`, { as, body: { docs } });
    for (const url of urls)
      await expect
        .poll(async () => (await fetch(`${url}/api/desk/${form.accessId}`)).status, { timeout: 30_000 })
        .toBe(200);

    // Who of the two registers says the first registration.
    const [first, second] = await Promise.all(urls.map((url) => send(url, 0)));
    const own = first === null ? 1 : 0;
    expect(
      [first, second].filter((answer) => answer?.success === true),
      'one registers',
    ).toHaveLength(1);
    const registering = servers[own];
    const other = urls[1 - own] ?? '';

    const heard = new Map<number, Answer>();
    let kill: () => void = () => undefined;
    const killed = new Promise<void>((resolve) => (kill = resolve));
    const burst: Promise<void>[] = [];
    for (let index = 1; index < PEOPLE; index++) {
      burst.push(
        send(urls[index % 2] ?? '', index).then(async (answer) => {
          // As the page does: whom one server sends away asks again.
          const final = answer ?? (await send(registering?.url ?? '', index));
          if (final !== null) heard.set(index, final);
          if (heard.size >= HEARD) kill();
        }),
      );
      await delay(PAUSE);
      if (index === PEOPLE / 2) {
        await killed;
        registering?.at.child.kill('SIGKILL');
      }
    }
    await Promise.all(burst);
    await registering?.at.ended;
    expect(heard.size, 'it was killed in the middle').toBeLessThan(PEOPLE - 1);

    const answers: Answer[] = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, index) => {
        for (;;) {
          const answer = await send(other, index);
          if (answer !== null) return answer;
          await delay(300);
        }
      }),
    );
    const told = [...heard].filter(([, { success }]) => success);
    const toldAgain = told.map(([index]) => answers[index]);
    expect(toldAgain, 'who was told it stays registered').toEqual(told.map(([, before]) => before));
    const taken = answers.filter(({ success }) => success);
    expect(taken).toHaveLength(PAIRS);
    expect(answers.filter(({ reason }) => reason === 'full')).toHaveLength(PEOPLE - PAIRS);
    expect(new Set(taken.flatMap(({ numbers }) => numbers)).size).toBe(2 * PAIRS);

    // What is stored is that, and nothing by half.
    const next = driver(other);
    const member = await next.login('chief');
    const idsOf = async (type: string): Promise<Rows['rows']> =>
      (
        await next.call<Rows>(
          'GET',
          `/db/${dbName}/_all_docs?include_docs=true&startkey="${type}_"&endkey="${type}_\uFFF0"`,
          { as: member },
        )
      ).body.rows;
    expect((await idsOf('consumer')).map(({ id }) => id)).toEqual(
      taken.map(({ consumerId }) => String(consumerId)).sort(),
    );
    const clients = (await idsOf('client')).map(({ id }) => id);
    expect(clients).toHaveLength(2 * PAIRS);
    const entered = (await idsOf('entrychange')).flatMap(({ doc }) => doc?.rows ?? []);
    expect(entered.map(({ clientId }) => clientId).sort()).toEqual(clients);

    for (const { at } of servers) {
      at.child.kill('SIGKILL');
      await at.ended;
    }
    await emptyCouch(couchUrl);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  },
  120_000,
);
