import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import type { Submission } from '#domain/desk/submission.ts';
import type { HttpError } from '../base/errors.ts';
import type { DeskAddresses } from './addresses.ts';
import { Desk } from './desk.ts';
import type { DeskParts } from './deskCalls.ts';
import { Proofs } from './proof.ts';
import { workOut } from './script/proof.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
/** Tries of a proof: enough to see that it is looked for, and soon done. */
const FEW = 2000;
interface Asked {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}
let count = 0;
const fresh = () => `misuse-submission-${String(++count).padStart(8, '0')}`;
const submission = (more: object = {}) => ({
  ...{ submissionId: fresh(), language: 'en', paymentType: 'none' },
  person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' },
  clients: [
    {
      ...{ forename: 'Ada', surname: 'Byron' },
      sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
    },
  ],
  ...more,
});
describe('whoever means no good at the desk', () => {
  let server: TestServer;
  let db: Database;
  beforeAll(async () => {
    server = await startTestServer({ worker: true, config: { trustProxy: ['127.0.0.0/8'] } });
    const { dbName } = await server.event();
    db = await server.storage.open(dbName);
    const form = {
      ...{
        type: 'form',
        name: 'All',
        language: 'en',
        currency: 'chf',
        vat: 0,
        enabled: true,
        metadata: META,
      },
      options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
      amounts: { session_s: { menu: { adult: { amount: 1000, enabled: true } } } },
    };
    const evil = Buffer.from('<script>alert(1)</script>').toString('base64');
    await db.bulkDocs([
      sessionDoc('s', { capacity: 2000 }),
      { ...form, _id: 'form_a', accessId: 'misuse01' },
      {
        ...{ ...form, _id: 'form_b', accessId: 'misuse02' },
        _attachments: { terms: { content_type: 'text/html', data: evil } },
      },
    ] as never);
    const event = await db.get('event');
    await db.put({
      ...event,
      _attachments: { picture: { content_type: 'image/svg+xml', data: evil } },
    } as never);
    await server.worker?.idle();
  });
  afterAll(() => server.close());

  const send = (from: string, body: object, form = 'misuse01') =>
    server.call('POST', `/api/desk/${form}/registrations`, { body, headers: { 'x-forwarded-for': from } });

  /** Many from one network, until one is refused: that one, and why. */
  async function overLimit(from: string) {
    for (let round = 0; round < 20; round++) {
      const all = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const body = submission();
          return { body, reply: await send(from, body) };
        }),
      );
      const refused = all.find(({ reply }) => reply.status === 429);
      if (refused !== undefined) return refused;
    }
    throw new Error('nothing limits it');
  }
  /** What the server asks, in one go: the page's script lets the page breathe, and takes many times as long. */
  function found(asked: string | null): string {
    const { algorithm, challenge, maxnumber, salt, signature } = JSON.parse(asked ?? '') as Asked;
    for (let number = 0; number <= maxnumber; number++)
      if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
        return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString(
          'base64',
        );
    throw new Error('it cannot be worked out');
  }
  /** As the page's script does it. */
  const workedOut = async (asked: string | null): Promise<string> => (await workOut(asked ?? '')) ?? '';

  it('an address over its limit is let through for a proof of work, for that submission alone; others are not asked', async () => {
    const from = '203.0.113.1';
    const { body: mine, reply } = await overLimit(from);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const proof = found(reply.headers.get('proof-of-work'));
    // Whatever came free meanwhile, these take.
    const others = Array.from({ length: 40 }, () => send(from, submission({ proof })));
    const [own, ...without] = await Promise.all([send(from, { ...mine, proof }), ...others]);
    expect(own.body['success']).toBe(true);
    expect(without.map(({ status }) => status)).toContain(429);
    expect((await send('203.0.113.2', submission())).body['success']).toBe(true);
  });

  it('takes no proof that was not worked out, or for something else, or too late', async () => {
    const proofs = new Proofs(new Uint8Array(32), Date.now, FEW);
    const [form, id] = ['misuse01', fresh()];
    const proof = await workedOut(await proofs.ask(form, id));
    expect(await proofs.holds(proof, form, id)).toBe(true);
    expect(await proofs.holds(proof, form, fresh())).toBe(false);
    expect(await proofs.holds(proof, 'misuse02', id)).toBe(false);
    expect(await new Proofs(new Uint8Array(32).fill(1), Date.now).holds(proof, form, id)).toBe(false);
    const text = Buffer.from(proof, 'base64').toString();
    const without = (change: (text: string) => string) => Buffer.from(change(text)).toString('base64');
    for (const wrong of [
      ...['', 'no', without(() => 'null'), without(() => '{}'), 'x'.repeat(5000)],
      without((one) => one.replace(/"number":\d+/, '"number":-1')),
      without((one) => one.replace(/for=\w+/, 'for=0')),
      without((one) => one.replace(/expires=\d+/, 'expires=9999999999')),
    ])
      expect(await proofs.holds(wrong, form, id)).toBe(false);
    const early = new Proofs(new Uint8Array(32), () => Date.now() - 3_600_000, FEW);
    expect(await proofs.holds(await workedOut(await early.ask(form, id)), form, id)).toBe(false);
  });

  it('a page without a script is told to wait, and keeps what was typed', async () => {
    const from = '203.0.113.3';
    await overLimit(from);
    const post = async (): Promise<Response> => {
      const typed = {
        ...{ id: fresh(), form: 'form_a', lang: 'en', guests: '1', pay: 'none', act: 'register' },
        ...{ 'person.forename': 'Grace', 'person.surname': 'Hopper', 'person.email': 'grace@example.org' },
        ...{ 'g0.me': 'on', 'g0.session_s': 'menu adult' },
      };
      const others = Array.from({ length: 20 }, () => send(from, submission()));
      const reply = await fetch(`${server.url}/desk/misuse01`, {
        ...{ method: 'POST', body: new URLSearchParams(typed), redirect: 'manual' },
        headers: { 'x-forwarded-for': from },
      });
      await Promise.all(others);
      return reply;
    };
    let reply = await post();
    for (let round = 0; round < 10 && reply.status !== 429; round++) reply = await post();
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).not.toBeNull();
    const page = await reply.text();
    expect(page).toContain('Please send it again in');
    expect(page).toContain('value="Grace"');
    expect(page).not.toContain('challenge');
  });

  it('whoever is turned away reads why, in their language, and programs read a code', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.4', 'accept-language': 'fr-CH' };
    const refused = async (path: string) => {
      const ask = () => fetch(server.url + path, { headers });
      for (let round = 0; round < 40; round++) {
        const all = await Promise.all(Array.from({ length: 40 }, ask));
        const one = all.find(({ status }) => status === 429);
        if (one !== undefined) return one;
      }
      throw new Error('nothing limits it');
    };
    const page = await refused('/desk/misuse01');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toMatch(/role="alert">[^<]*Veuillez réessayer dans \d+ secondes/);
    const body = new URLSearchParams({ act: 'register', 'q.long': 'x'.repeat(300_000) });
    const english = { 'accept-language': 'en' };
    const large = await fetch(`${server.url}/desk/misuse01`, { method: 'POST', body, headers: english });
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(await large.text()).toContain('more than can be sent at once');
    const call = await refused('/api/desk/misuse01');
    expect(await call.json()).toMatchObject({ error: 'too_many_requests' });
  });

  it('the same submission at another form is another registration, and its token opens nothing else', async () => {
    const same = submission();
    const [here, there] = [
      await send('203.0.113.4', same),
      await send('203.0.113.4', { ...same, termsAccepted: true }, 'misuse02'),
    ];
    expect([here.body['success'], there.body['success']]).toEqual([true, true]);
    expect(here.body['token']).not.toBe(there.body['token']);
    expect(here.body['numbers']).not.toEqual(there.body['numbers']);
    const token = String(here.body['token']);
    for (const wrong of [
      `misuse02${token.slice(8)}`,
      token.toLowerCase(),
      `${token}A`,
      `${token.slice(0, -1)}%00`,
    ])
      expect((await server.call('GET', `/api/desk/registrations/${wrong}`)).status).toBe(404);
  });

  it('numbers follow from nothing that one can know', async () => {
    const numbers: string[] = [];
    for (let index = 0; index < 20; index++)
      numbers.push(...((await send('203.0.113.5', submission())).body['numbers'] as string[]));
    const begins = numbers.map((number) => number.split('-')[0] ?? '');
    expect(new Set(begins).size).toBe(20);
    for (const begin of begins) expect(begin).toMatch(/^[A-Z0-9]{6,}$/i);
  });

  it('names with line ends or mark-up are refused, in a guest as in the person', async () => {
    for (const forename of ['Ada\r\nBcc: all@example.org', '<img src=x onerror=alert(1)>', 'Ada\u0000'])
      expect(
        (await send('203.0.113.6', submission({ person: { ...submission().person, forename } }))).body,
      ).toMatchObject({
        ...{ success: false, reason: 'invalid', field: 'person.forename' },
      });
    const email = 'ada@example.org\r\nBcc: all@example.org';
    expect(
      (await send('203.0.113.6', submission({ person: { ...submission().person, email } }))).body,
    ).toMatchObject({
      reason: 'invalid',
    });
  });

  it('a text that is none, half of a character, registers nobody and takes no place', async () => {
    const guests = async () =>
      (await db.allDocs({ startkey: 'client_', endkey: 'client_\uFFF0' })).rows.length;
    const before = await guests();
    const person = { forename: 'Ada', surname: 'Byron', email: 'ada@example.org', company: 'Half: \uD83C' };
    const { body } = await send('203.0.113.5', submission({ person }));
    expect(body).toMatchObject({ success: false, reason: 'invalid', field: 'person.company' });
    expect(await guests()).toBe(before);
  });

  it('signs that turn a line round, or that nobody sees, are not kept, and nobody is called by nothing but such signs', async () => {
    const turned = '\u202Egpj.exe\u2066';
    const { body } = await send(
      '203.0.113.12',
      submission({
        person: {
          forename: '\u2068Ada\u2069',
          surname: 'By\u200Bron',
          email: '\u202Aada@example.org',
          company: turned,
        },
        address: { street: `${turned} 1`, city: 'Genève', country: 'CH' },
      }),
    );
    const { person, address } = (await db.get(String(body['consumerId']))) as unknown as Record<
      string,
      object
    >;
    expect(person).toMatchObject({
      forename: 'Ada',
      surname: 'Byron',
      email: 'ada@example.org',
      company: 'gpj.exe',
    });
    expect(address).toMatchObject({ street: 'gpj.exe 1' });
    for (const forename of ['\u200E', '\u3164', `A${'\u0301'.repeat(100)}`])
      expect(
        (await send('203.0.113.12', submission({ person: { ...submission().person, forename } }))).body,
      ).toMatchObject({ success: false, reason: 'invalid', field: 'person.forename' });
  });

  it('a signature is a picture of a size that can be looked at', async () => {
    const said = async (signature: string) =>
      (await send('203.0.113.13', submission({ signature, termsAccepted: true }), 'misuse02')).body;
    expect(await said(signatureOf(720, 240))).toMatchObject({ success: true });
    const bad = ['data:image/png;base64,AAAA', signatureOf(30_000, 30_000), signatureOf(0, 10)];
    for (const signature of bad)
      expect(await said(signature)).toMatchObject({ reason: 'invalid', field: 'signature' });
  });

  it('what is refused at once is limited like all that strangers ask', async () => {
    const from = '203.0.113.14';
    const page = () =>
      fetch(`${server.url}/desk/misuse01`, {
        ...{ method: 'POST', body: new URLSearchParams({ act: 'register' }) },
        headers: { 'x-forwarded-for': from },
      });
    const statuses = new Set<number>();
    for (let round = 0; round < 30 && !statuses.has(429); round++) {
      const all = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? page() : send(from, { nothing: 1 })));
      for (const { status } of await Promise.all(all)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 422, 429]));
    // The turns of those who register from there are as they were.
    expect((await send(from, submission())).body['success']).toBe(true);
  });

  it('what is asked for none of, and a session that can be none, go into no document and no question to the database', async () => {
    const from = '203.0.113.11';
    const extras = ['__proto__', '\uD83C', 'x'.repeat(300)].map((id) => ({ id, count: 0 }));
    const { body } = await send(from, submission({ extras }));
    expect(body).toMatchObject({ success: true });
    expect(await db.get(String(body['consumerId']))).toMatchObject({ registration: { extras: {} } });
    const [guest] = submission().clients;
    const at = (sessionId: string) =>
      send(from, submission({ clients: [{ ...guest, sessions: [{ sessionId, optionId: 'menu' }] }] }));
    const ids = [
      '\uD83C',
      '__proto__',
      '',
      '_local/x',
      'event',
      'form_a',
      `session_${'x'.repeat(200)}`,
      'session_\0',
    ];
    const [others, ...odd] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => send(from, submission()))),
      ...ids.map(at),
    ]);
    expect(others.map(({ body }) => body['success'])).not.toContain(false);
    for (const { status, body } of odd) expect([status, body['reason']]).toEqual([200, 'invalid']);
  });

  it('what was uploaded as terms is a download, and a picture that could run is none', async () => {
    const terms = await fetch(`${server.url}/desk/misuse02/terms`);
    expect(terms.headers.get('content-type')).toBe('application/pdf');
    expect(terms.headers.get('content-disposition')).toContain('attachment');
    expect(terms.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${server.url}/desk/misuse01/picture`)).status).toBe(404);
  });

  it('the pages stand in nobody’s frame, send their forms to nobody else, and run no script of elsewhere', async () => {
    const policy = (await fetch(`${server.url}/desk/misuse01`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/form-action 'self'/);
    expect(policy).toMatch(/script-src 'self'(?![^;]*unsafe-inline)/);
  });

  it('fills no disk with signatures: where nobody asks for one none is kept', async () => {
    const signature = signatureOf(720, 240, 880_000);
    const from = '203.0.113.8';
    const signed = () => submission({ signature, termsAccepted: true });
    const { body: first } = await send(from, signed());
    expect(first['success']).toBe(true);
    expect(JSON.stringify(await db.get(String(first['consumerId'])))).not.toContain('AAAA');
    const { body: kept } = await send(from, signed(), 'misuse02');
    expect(JSON.stringify(await db.get(String(kept['consumerId'])))).toContain(signature);
  });

  it('takes no more than 256 kB without a signature, however it is sent', async () => {
    const body = JSON.stringify(submission({ answers: Object.fromEntries(many()) }));
    expect(body.length).toBeGreaterThan(256 * 1024);
    const sent = request(`${server.url}/api/desk/misuse01/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(413);
    // Nor more than a megabyte with one.
    const large = submission({ signature: `data:image/png;base64,${'A'.repeat(1_100_000)}` });
    expect((await send('203.0.113.10', large)).status).toBe(413);
  });
});

/** A picture of so many pixels, and about so many characters. */
function signatureOf(width: number, height: number, characters = 100): string {
  const bytes = Buffer.alloc((characters * 3) / 4);
  bytes.write('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** The desk with a clock that the test moves; who comes is refused before anything is looked up, but each is a turn. */
function deskOfTurns() {
  const clock = { now: 1000 };
  const state = { isRegistrar: true };
  const stays = { isRegistrar: () => state.isRegistrar, now: () => clock.now, secret: new Uint8Array(32) };
  const addresses = { eventOf: async () => 'gala' } as unknown as DeskAddresses;
  const asked = new Desk({ ...stays, addresses } as unknown as DeskParts);
  const turn = (address: string, form = 'misuse01', more: object = {}) => {
    const submitted = { ...submission(more), person: { phone: 'nobody’s' } } as unknown as Submission;
    return asked.register(form, submitted, { address, termsWording: '' }).then(
      () => null,
      (error: unknown) => error as HttpError,
    );
  };
  return { clock, turn, desk: state };
}

it('a server that does not register asks for patience, and that is no turn', async () => {
  const { turn, desk } = deskOfTurns();
  desk.isRegistrar = false;
  for (let asked = 0; asked < 400; asked++)
    expect(await turn('203.0.113.7')).toMatchObject({ status: 503, code: 'busy', retryAfter: 2 });
  desk.isRegistrar = true;
  expect(await turn('203.0.113.7')).toBeNull();
});

it('whoever sends much as a signature has a ninth of the turns', async () => {
  const { turn } = deskOfTurns();
  const signature = `data:image/png;base64,${'A'.repeat(880_000)}`;
  const turnsOf = async (address: string, more: object): Promise<number> => {
    for (let taken = 0; ; taken++) if ((await turn(address, 'misuse01', more)) !== null) return taken;
  };
  expect(await turnsOf('203.0.113.8', { signature })).toBe(33);
  expect(await turnsOf('203.0.113.9', {})).toBe(300);
});

it('however busy a form is, whoever comes waits and is asked for no proof, and other forms and the own turn stay', async () => {
  const { clock, turn } = deskOfTurns();
  let refused: HttpError | null = null;
  let turns = 0;
  for (; refused === null && turns < 10_000; turns++)
    refused = await turn(`10.0.${turns >> 8}.${turns & 255}`);
  expect(turns).toBe(5001);
  expect(refused).toMatchObject({ status: 429, retryAfter: 1 });
  expect(refused?.headers).not.toHaveProperty('proof-of-work');
  // Who was sent away has lost nothing of the own 300, however often.
  const from = '203.0.113.9';
  for (let n = 0; n < 400; n++) expect((await turn(from))?.headers).not.toHaveProperty('proof-of-work');
  expect(await turn(from, 'misuse02')).toBeNull();
  clock.now += 1000;
  expect(await turn(from)).toBeNull();
});

const many = (): [string, string][] =>
  Array.from({ length: 100 }, (_, index) => [`question${index}`, 'x'.repeat(4000)]);
