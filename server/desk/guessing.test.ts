import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
let count = 0;

describe('whoever guesses what only others know', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      worker: true,
      config: { trustProxy: ['127.0.0.0/8'], publicUrl: 'https://foyer.example' },
    });
    const { dbName } = await server.event();
    const form = (id: string) => ({
      ...{
        _id: `form_${id}`,
        type: 'form',
        accessId: `guessng${id}`,
        name: id,
        language: 'en',
        currency: 'chf',
      },
      ...{ vat: 0, enabled: true, code: 'spring', metadata: META },
      options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
      amounts: { session_s: { menu: { adult: { amount: 0, enabled: true } } } },
    });
    const db = await server.storage.open(dbName);
    await db.bulkDocs([sessionDoc('s'), form('1'), form('2')] as never);
    await server.worker?.idle();
  });
  afterAll(() => server.close());

  const submission = (code: string, more: object = {}) => ({
    ...{ submissionId: `guessing-submission-${++count}`, language: 'en', paymentType: 'none', code },
    person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' },
    clients: [
      {
        ...{ forename: 'Ada', surname: 'Byron' },
        sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
      },
    ],
    ...more,
  });
  const send = (from: string, body: object, form = '1') =>
    server.call('POST', `/api/desk/guessng${form}/registrations`, {
      ...{ body, headers: { 'x-forwarded-for': from } },
    });

  /** What the server asks, worked out. */
  function found(asked: string | null): string {
    const { algorithm, challenge, maxnumber, salt, signature } = JSON.parse(asked ?? '') as Record<
      'algorithm' | 'challenge' | 'salt' | 'signature',
      string
    > & { maxnumber: number };
    for (let number = 0; number <= maxnumber; number++)
      if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
        return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString(
          'base64',
        );
    throw new Error('it cannot be worked out');
  }

  it('a form’s code is stopped; who knows it is let in from the same address for a proof, and at other forms at once', async () => {
    const from = '203.0.113.41';
    let wrong = 0;
    for (let round = 0; round < 12; round++) {
      const all = await Promise.all(Array.from({ length: 20 }, () => send(from, submission('winter'))));
      wrong += all.filter(({ status }) => status === 200).length;
    }
    // Some may have been given back by time.
    expect(wrong).toBeGreaterThanOrEqual(200);
    expect(wrong).toBeLessThan(210);
    expect((await send(from, submission('spring'), '2')).body['success']).toBe(true);
    const mine = submission('spring');
    const refused = await send(from, mine);
    expect(refused.status).toBe(429);
    const proof = found(refused.headers.get('proof-of-work'));
    expect((await send(from, { ...mine, proof })).body['success']).toBe(true);

    const theirs = submission('winter');
    const theirProof = found((await send(from, theirs)).headers.get('proof-of-work'));
    const tries = [];
    for (let index = 0; index < 8; index++)
      tries.push((await send(from, { ...theirs, code: `no${index}`, proof: theirProof })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  /** So many, one after the other in groups. */
  async function statuses(many: number, ask: (index: number) => Promise<Response>): Promise<Set<number>> {
    const seen = new Set<number>();
    for (let begin = 0; begin < many; begin += 50) {
      const group = Array.from({ length: Math.min(50, many - begin) }, (_, index) => ask(begin + index));
      for (const { status } of await Promise.all(group)) seen.add(status);
    }
    return seen;
  }
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  it.each(['GET', 'POST'])('a link out of the news is stopped: %s', async (method) => {
    const url = `${server.url}/api/opt-out/nobody?row=r&token=t`;
    const address = method === 'GET' ? '203.0.113.42' : '203.0.113.43';
    expect(await statuses(1000, () => fetch(url, { method, ...from(address) }))).toContain(429);
  });

  it('passwords that are asked for are counted by network: whoever has one address of IPv6 has 2^64', async () => {
    const ask = (index: number) =>
      fetch(`${server.url}/api/customer-password`, {
        method: 'POST',
        body: new URLSearchParams({ email: `guest${index}@example.org` }),
        ...from(`2001:db8::${(index + 1).toString(16)}`),
      });
    expect(await statuses(50, ask)).toEqual(new Set([200, 429]));
  });
});
