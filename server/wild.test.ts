import { expect, it } from 'vitest';
import { failureReply } from '#api/schemas.ts';
import { createRandom } from './sample/random.ts';
import { serverProcesses } from './testing/process.ts';
import { AIMS, wildRequest, type WildRequest } from './testing/wildRequests.ts';
import { SECRETS, wildScene, type WildPerson } from './testing/wildScene.ts';

const processes = serverProcesses();

/** Of each person. */
const REQUESTS = 600;
const AT_ONCE = 6;
/** No request and no look at the server's health takes longer, ms. Far more than they do: a busy machine is no fault. */
const PATIENCE = 20_000;
/** Says when a request kept the server from all others for a second. */
const WATCHED = `--import ${new URL('testing/blockedLoop.mjs', import.meta.url).href}`;

/** What is wrong with the answer, or null; counts those that were not refused. */
async function ask(
  url: string,
  as: WildPerson | null,
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
    const leaked = leak(answer.text, as);
    if (leaked !== null) return `${status} tells ${leaked}: ${answer.text.slice(0, 300)}`;
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

/** Places in the server's code, a key or password of a service, or what this person has no right to; null for nothing. */
function leak(text: string, as: WildPerson | null): string | null {
  if (/\bat \S+ \(?(?:file:|node:|\/)|node_modules|dist\/server/.test(text)) return 'where the server stands';
  if (text.includes(SECRETS.service) || text.includes('sealed:')) return 'a password';
  return as?.role !== 'manager' && text.includes(SECRETS.otherGuest) ? 'a guest of another event' : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

it('no request, whoever sends it and whatever it asks, ends the server, blocks it, leaks, hangs or is answered with 5xx', async () => {
  const server = processes.start({ LOG_LEVEL: 'error', NODE_OPTIONS: WATCHED });
  const url = await server.url;
  const { people, known } = await wildScene(url);
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
  // Neither an error that was survived, nor a warning of Node, nor that it was blocked.
  expect(server.complaints()).toBe('');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}, 240_000);
