import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { writeDocs, type Api } from '../../e2e/support/http.ts';
import { now } from '../door/device.ts';
import type { LoadPlace } from '../door/load.ts';

export const A_SECOND = 100;

export interface Desk {
  times: number[];
  /** Registrations that were answered with success and are not stored, or refused. */
  missing: number;
}

/** Whatever the answers take, the next ones come when it is their time. */
export async function register(
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
