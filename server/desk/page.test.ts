import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, Database } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
const MENU = 'session_s';
const NAME = 'Menu <b>&';

describe('the public page', () => {
  let server: TestServer;
  let db: Database;
  let events = 0;
  let at = '';
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
  });
  afterAll(() => server.close());

  async function event(more: object = {}, session: object = {}): Promise<void> {
    const { dbName } = await server.event('Gala');
    db = await server.storage.open(dbName);
    const accessId = `pgbcdf${String(++events).padStart(2, '0')}`;
    const price = { adult: { amount: 2313, amountGross: 2500, enabled: true } };
    await db.bulkDocs([
      sessionDoc('s', { titleFrench: 'Dîner', timeStart: '19:00', ...session }),
      {
        ...{ _id: 'form_f', type: 'form', accessId, name: 'Team', language: 'en', currency: 'chf', vat: 810 },
        ...{ enabled: true, options: [{ id: 'menu', name: NAME, clientCount: 1 }], metadata: META },
        ...{ amounts: { [MENU]: { menu: price } }, information: 'Hello\n<script>alert(1)</script>' },
        ...more,
      },
    ] as never);
    await server.worker?.idle();
    at = `${server.url}/desk/${accessId}`;
  }
  const hidden = (page: string, name: string): string =>
    new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? '';
  const send = (fields: Record<string, string>) =>
    fetch(at, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  /** What a browser would send of the page, with what somebody typed. */
  async function typed(more: Record<string, string> = {}): Promise<Record<string, string>> {
    const page = await (await fetch(at)).text();
    return {
      ...{ id: hidden(page, 'id'), form: hidden(page, 'form'), lang: 'en', guests: '1', pay: 'none' },
      ...{ 'person.forename': 'Ada', 'person.surname': 'Byron', 'person.email': 'ada@example.org' },
      ...{ 'g0.me': 'on', [`g0.${MENU}`]: 'menu adult', act: 'register' },
      ...more,
    };
  }
  const consumers = async (): Promise<AnyDoc[]> => {
    const range = { startkey: 'consumer_', endkey: 'consumer_\ufff0', include_docs: true };
    return (await db.allDocs(range)).rows.map(({ doc }) => doc as unknown as AnyDoc);
  };

  it('is one answer of few bytes, without cookies, script or anything from elsewhere; texts of people are no mark-up', async () => {
    await event();
    const answer = await fetch(at);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(gzipSync(page).length).toBeLessThan(60 * 1024);
    expect(page).not.toMatch(/<script|src=|<link|Team/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('Menu &lt;b&gt;&amp;');
    expect(page).toContain('CHF 25.00'.replace(' ', '\u00a0'));
    expect(hidden(page, 'id')).not.toBe(hidden(await (await fetch(at)).text(), 'id'));
  });

  it('speaks both languages', async () => {
    await event();
    const page = await (await fetch(`${at}?lang=fr`)).text();
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('Dîner');
    expect(page).toContain('S’inscrire');
  });

  it('registers without a script, and shows number and code; sent twice it is one registration', async () => {
    await event();
    const fields = await typed();
    const first = await send(fields);
    expect(first.status).toBe(303);
    const to = first.headers.get('location') ?? '';
    expect((await send(fields)).headers.get('location')).toBe(to);
    expect(await consumers()).toMatchObject([{ registration: { amount: 2313, vat: 810 } }]);
    const own = await (await fetch(server.url + to)).text();
    const { rows } = await db.allDocs({ startkey: 'client_', endkey: 'client_\ufff0', include_docs: true });
    const client = rows[0]?.doc as unknown as { number: string };
    expect(own).toContain(client.number);
    expect(own).toContain('Code of Ada Byron');
    expect((await fetch(`${server.url}${to.slice(0, -3)}AAA`)).status).toBe(404);
  });

  it('adds a guest and works the sum out, and keeps what was typed', async () => {
    await event();
    const fields = await typed({ act: 'add', 'person.company': 'A & "B"' });
    const page = await (await send(fields)).text();
    expect(hidden(page, 'guests')).toBe('2');
    expect(hidden(page, 'person.company')).toBe('A &amp; &quot;B&quot;');
    expect(hidden(page, 'id')).toBe(fields['id']);
    const two = {
      ...fields,
      guests: '2',
      'g1.forename': 'Ben',
      'g1.surname': 'X',
      [`g1.${MENU}`]: 'menu adult',
    };
    expect(await (await send({ ...two, act: 'sum' })).text()).toContain('50.00');
    expect(await consumers()).toEqual([]);
    expect((await send({ ...two, act: 'register' })).status).toBe(303);
    expect(await consumers()).toMatchObject([{ registration: { amount: 4625 } }]);
  });

  it('says what is wrong in words and marks it, and what is full', async () => {
    await event({}, { capacity: 1 });
    const wrong = await send(await typed({ 'person.email': 'nowhere', [`g0.${MENU}`]: '' }));
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain('E-mail is not right.');
    expect(page).toContain('Guest 1: choose what this guest comes to.');
    expect(page).toMatch(/name="person.email"[^>]*aria-invalid="true"/);
    const fields = [await typed(), await typed()];
    expect((await send(fields[0] ?? {})).status).toBe(303);
    const late = await send(fields[1] ?? {});
    expect(late.status).toBe(422);
    expect(await late.text()).toContain('“Dinner” is full.');
  });

  it('gives the terms as a download, and asks for consent [DOC-24]', async () => {
    const data = Buffer.from('%PDF-1.7').toString('base64');
    await event({ _attachments: { terms: { content_type: 'application/pdf', data } } });
    const pdf = await fetch(`${at}/terms`);
    expect(pdf.headers.get('content-disposition')).toContain('attachment');
    expect(await pdf.text()).toBe('%PDF-1.7');
    expect((await send(await typed())).status).toBe(422);
    expect((await send(await typed({ terms: 'on' }))).status).toBe(303);
    expect(await consumers()).toMatchObject([
      {
        registration: {
          consents: [{ wording: 'I have read the terms and accept them.', termsOf: 'form_f' }],
        },
      },
    ]);
  });

  it('is a page of words where no form is', async () => {
    const gone = await fetch(`${server.url}/desk/zzzzzzzz`, { headers: { 'accept-language': 'en' } });
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('Ask whoever gave you the address');
  });
});
