import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Api } from '../e2e/support/http.ts';
import { writeDocs } from '../e2e/support/http.ts';
import { now } from './door/device.ts';
import { runLoad, type LoadPlace } from './door/load.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const DOORS = 10;
const SECONDS = 60;
const A_SECOND = 100;
const P95_MS = 300;
const MOST_TIMES = 1.5;

/**
 * 100 people register a second for 60 seconds over HTTP, each from an address of their own, while 10 doors check in and
 * cancel in the same session of 5,000, twice a second each: ms from when somebody sent until the answer, what is missing
 * afterwards, and ms until a check-in is known at another door. Baseline of the doors, in the same run: the same doors
 * without anybody at the desk. Embedded storage; `-- --seconds=20` makes it short.
 */
export default async function deskLoad(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string' } }, allowPositionals: true });
  const seconds = Number(values.seconds ?? SECONDS);
  const options = { kind: 'app', devices: DOORS, seconds, crash: null } as const;
  const env = { TRUST_PROXY: 'loopback' };
  const alone = await runLoad({ ...options, env });
  let desk: Desk | null = null;
  const both = await runLoad({
    ...{ ...options, env },
    onStart: async (start, place) => void (desk = await register(start, seconds, place)),
  });
  const { times, missing } = desk as unknown as Desk;
  const one = { bench: 'desk-load', unit: 'ms', baselineName: 'nobody at the desk' } as const;
  const p95 = figure({
    ...one,
    measure: `p95 at ${A_SECOND} a second`,
    ours: percentile(times, 95),
    baseline: NaN,
  });
  emit({ ...p95, target: `at most ${P95_MS} ms`, reached: p95.ours <= P95_MS });
  const doors = figure({
    ...{ ...one, measure: 'p95 until another door knows' },
    ...{ ours: percentile(both.known, 95), baseline: percentile(alone.known, 95) },
  });
  const reached = doors.ours <= MOST_TIMES * doors.baseline;
  emit({ ...doors, target: `at most ${MOST_TIMES} times the baseline`, reached });
  // Where devices and server share few cores, this tells whose limit it was.
  emit(
    figure({
      ...{ ...one, unit: 's', measure: `server's processor time, ${seconds} s and until all know` },
      ...{ ours: both.server?.cpu ?? NaN, baseline: alone.server?.cpu ?? NaN },
    }),
  );
  emit(
    figure({
      ...{ ...one, unit: 's', measure: `processor time of ${DOORS} devices` },
      ...{ ours: both.devicesCpu, baseline: alone.devicesCpu },
    }),
  );
  const { lost, wrong, strange, acknowledged } = both.verdict;
  emit({
    ...figure({
      ...{
        ...one,
        unit: 'lost',
        measure: `lost of ${times.length} registrations, ${acknowledged} acts of doors`,
      },
      ...{ ours: missing + lost + wrong + strange, baseline: NaN },
    }),
    ...{ target: 'nothing lost', reached: missing + lost + wrong + strange === 0 },
  });
}

interface Desk {
  times: number[];
  /** Registrations that were answered with success and are not stored, or refused. */
  missing: number;
}

/** Whatever the answers take, the next ones come when it is their time. */
async function register(
  start: number,
  seconds: number,
  { url, api, dbName, sessionId }: LoadPlace,
): Promise<Desk> {
  const accessId = randomBytes(4).toString('hex');
  await writeDocs(api, dbName, [
    {
      ...{ _id: 'form_bench', type: 'form', accessId, name: 'All', language: 'en', currency: 'chf', vat: 0 },
      ...{ enabled: true, options: [{ id: 'seat', name: 'Seat', clientCount: 1 }] },
      amounts: { [sessionId]: { seat: { adult: { amount: 1000, enabled: true } } } },
      metadata: { author: { id: 'bench', name: 'bench' }, createdAt: 1, updatedAt: 1 },
    },
  ]);
  while ((await fetch(`${url}/api/desk/${accessId}`)).status !== 200) await delay(50);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  try {
    const begin = Math.max(start, now());
    const all: Promise<{ ms: number; consumerId: string | null }>[] = [];
    for (let index = 0; index < A_SECOND * seconds; index++) {
      const due = begin + (index * 1000) / A_SECOND;
      if (due > now()) await delay(due - now());
      const sent = post(`${url}/api/desk/${accessId}/registrations`, index, sessionId, agent);
      all.push(sent.then((consumerId) => ({ ms: now() - due, consumerId })));
    }
    const answers = await Promise.all(all);
    const stored = await consumersOf(api, dbName);
    const missing = answers.filter(({ consumerId }) => consumerId === null || !stored.has(consumerId)).length;
    return { times: answers.map(({ ms }) => ms), missing };
  } finally {
    agent.destroy();
  }
}

/** The id of what was registered; null where nobody was. */
async function post(url: string, index: number, sessionId: string, agent: Agent): Promise<string | null> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  };
  const sent = request(url, { method: 'POST', agent, headers });
  const name = { forename: 'Mary', surname: 'Shelley' };
  sent.end(
    JSON.stringify({
      ...{
        submissionId: `bench-load-${String(index).padStart(8, '0')}`,
        language: 'en',
        paymentType: 'none',
      },
      person: { ...name, email: `mary${index}@example.com` },
      clients: [{ ...name, sessions: [{ sessionId, optionId: 'seat', kind: 'adult' }] }],
    }),
  );
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const reply = (await json(response)) as { success?: boolean; consumerId?: string };
  return reply.success === true ? (reply.consumerId ?? null) : null;
}

async function consumersOf(api: Api, dbName: string): Promise<Set<string>> {
  const { body } = await api.call(
    'GET',
    `/db/${dbName}/_all_docs?startkey="consumer_"&endkey="consumer_\ufff0"`,
  );
  return new Set((body as { rows: { id: string }[] }).rows.map(({ id }) => id));
}
