import { expect, it } from 'vitest';
import { failureReply } from '#api/schemas.ts';
import { makeEvent } from './sample/generate.ts';
import { createRandom } from './sample/random.ts';
import { serverProcesses } from './testing/process.ts';
import { driver, PASSWORD, type Login } from './testing/server.ts';
import { AIMS, wildRequest, type WildRequest } from './testing/wildRequests.ts';
import type { Known } from './testing/wildValues.ts';

const processes = serverProcesses();

/** Of each person. */
const REQUESTS = 600;
const AT_ONCE = 6;
/** No request and no look at the server's health takes longer, ms. Far more than they do: a busy machine is no fault. */
const PATIENCE = 20_000;
/** The one that is asked for most; one whose host they are not; one that may be deleted. */
const [GALA, OTHER, DOOMED] = ['gala000000000000', 'other00000000000', 'doomed0000000000'];

type Person = Login & { role: string };

/** Events, people of all roles and a document of each type. Ids are chosen: the same requests each time. */
async function scene(url: string): Promise<{ people: (Person | null)[]; known: Known }> {
  const { call, login, remote } = driver(url);
  const as = await login('chief');
  for (const eventId of [GALA, OTHER, DOOMED])
    await call('PUT', '/api/event', { as, body: { title: eventId, date: 1, eventId } });
  const person = async (username: string, role: string): Promise<Person> => {
    const id = username.padEnd(16, '0');
    await call('POST', '/api/user', { as, body: { username, password: PASSWORD, role, id } });
    await call('PUT', '/api/authorizations', { as, body: { userId: id, authorizations: [[GALA, true]] } });
    return { ...(await login(username)), role };
  };
  const sample = makeEvent({ clients: 20, consumers: 5, sessions: 2, entriesPerSession: 10, seed: 1 });
  const db = remote(`event-${GALA}`, as);
  await db.bulkDocs(sample.documents.filter(({ _id }) => _id !== 'event') as never);
  const types = new Map<string, Record<string, unknown>>();
  for (const { doc } of (await db.allDocs({ include_docs: true })).rows)
    if (doc !== undefined) types.set(doc._id.split('_')[0] ?? '', { ...doc });
  const databases = [...Array.from({ length: 6 }, () => `event-${GALA}`), `event-${OTHER}`];
  return {
    people: [
      ...[await person('boss', 'manager'), await person('member', 'member'), await person('door', 'host')],
      // Who may be disabled by what comes, and nobody at all.
      ...[await person('victim', 'host'), null],
    ],
    known: {
      databases: [...databases, 'central', 'users', 'services'],
      eventIds: [DOOMED ?? ''],
      userIds: ['victim'.padEnd(16, '0')],
      documents: [...types.values()],
    },
  };
}

/** What is wrong with the answer, or null; counts those that were not refused. */
async function ask(
  url: string,
  as: Person | null,
  wild: WildRequest,
  passed: () => void,
): Promise<string | null> {
  const { method, path, body } = wild;
  const headers = { ...wild.headers, ...(as === null ? {} : { authorization: `Bearer ${as.token}` }) };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { status, ...answer } = await fetch(url + path, { method, headers, body, signal }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
    );
    // Of calls that are still to come.
    if (status >= 500 && status !== 501) return `${status} ${answer.text.slice(0, 300)}`;
    if (status < 400) {
      passed();
      const judged = wild.reply?.safeParse(parsed(answer.text));
      if (judged?.success === false) return `an answer in another form: ${answer.text.slice(0, 300)}`;
    }
    if (status >= 400 && method !== 'HEAD' && !failureReply.safeParse(parsed(answer.text)).success)
      return `${status} in another form: ${answer.text.slice(0, 300)}`;
    return null;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

it('no request, whoever sends it and whatever it asks, ends the server, hangs or is answered with 5xx', async () => {
  const server = processes.start({ LOG_LEVEL: 'error' });
  const url = await server.url;
  const { people, known } = await scene(url);
  // Every second one has an aim, so that each person asks for everything that there is, with each of its parameters.
  expect(2 * AIMS.length).toBeLessThanOrEqual(REQUESTS);
  const problems: string[] = [];
  for (const [index, person] of people.entries()) {
    const random = createRandom(index + 1);
    let passed = 0;
    const send = async (request: WildRequest): Promise<void> => {
      const problem = await ask(url, person, request, () => passed++);
      if (problem !== null)
        problems.push(`${person?.username ?? 'nobody'} ${JSON.stringify(request)}: ${problem}`);
    };
    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
      const health = fetch(`${url}/api/health`, { signal: AbortSignal.timeout(PATIENCE) });
      const some = Array.from({ length: AT_ONCE }, (_, at) =>
        send(wildRequest(random, known, at % 2 === 0 ? AIMS[(sent + at) / 2] : undefined)),
      );
      expect((await health).status).toBe(200);
      await Promise.all(some);
    }
    // Or nothing of the server was reached. The victim may be disabled by then.
    const least = person === null || person.username === 'victim' ? -1 : REQUESTS / 8;
    expect(passed).toBeGreaterThan(least);
  }
  expect(problems).toEqual([]);
  // Neither an error that was survived, nor a warning of Node.
  expect(server.complaints()).toBe('');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}, 240_000);
