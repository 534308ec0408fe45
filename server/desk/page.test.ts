import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { update } from '../storage/documents.ts';
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
  let dist = '';
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'foyer-desk-'));
    await mkdir(join(dist, 'desk'));
    await writeFile(join(dist, 'desk/page.js'), 'void 0;');
    await mkdir(join(dist, 'client'));
    await writeFile(join(dist, 'client/index.html'), 'the app of the team');
    server = await startTestServer({ worker: true, clientDir: join(dist, 'client') });
  });
  afterAll(async () => {
    await server.close();
    await rm(dist, { recursive: true });
  });

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

  it('whatever stands behind the address is no page of the team’s, and is told in words; what cannot be read neither', async () => {
    await event();
    const headers = { accept: 'text/html', 'accept-language': 'fr' };
    const at404 = [
      '',
      '/',
      '/%',
      '/%zz',
      '/%C3/terms',
      '/registrations/%',
      '/a/b',
      '/page.js/x',
      '/account//',
    ];
    for (const path of at404) {
      const reply = await fetch(`${server.url}/desk${path}`, { headers });
      const page = await reply.text();
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
        ...[path, 404, 'text/html; charset=utf-8'],
      ]);
      expect(page).toContain('<html lang="fr">');
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const program = await fetch(`${server.url}/api/desk/%`);
    expect([program.status, program.headers.get('x-content-type-options')]).toEqual([400, 'nosniff']);
    // With a stroke at its end it is the same address.
    const same = await fetch(`${at}/?lang=fr`, { redirect: 'manual' });
    expect([same.status, same.headers.get('location')]).toEqual([308, `${new URL(at).pathname}?lang=fr`]);
    const away = await fetch(`${server.url}/desk/%2F%2Fevil.example/`, { redirect: 'manual' });
    expect(new URL(away.headers.get('location') ?? '', server.url).host).toBe(new URL(server.url).host);
  });

  it('is one answer of few bytes, without cookies or anything from elsewhere; texts of people are no mark-up', async () => {
    await event();
    const answer = await fetch(at);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(gzipSync(page).length).toBeLessThan(60 * 1024);
    expect(page.match(/<script[^>]*>|src=|<link|Team/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/desk\/page-[0-9a-f]{12}\.js">$/),
      '<script type="application/json" id="page-data">',
    ]);
    const [, path = ''] = /src="([^"]+)"/.exec(page) ?? [];
    const script = await fetch(server.url + path);
    expect(await script.text()).toBe('void 0;');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    // Its data are what anybody may know, and end where they end.
    const [, data = ''] = /id="page-data">([^<]*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject({ fresh: true, sessionIds: [MENU], priced: { vat: 810 } });
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('Menu &lt;b&gt;&amp;');
    expect(page).toContain('CHF 25.00'.replace(' ', '\u00a0'));
    expect(hidden(page, 'id')).not.toBe(hidden(await (await fetch(at)).text(), 'id'));
  });

  it.each([
    ['gala@foyer.example', /Contact:\s*<a href="mailto:gala@foyer\.example">gala@foyer\.example<\/a>/],
    ['+41 22 379 00 00 <b>', /Contact:\s*\+41 22 379 00 00 &lt;b&gt;\./],
  ])(
    'says before its button who asks, what for, how long it is kept, and whom to ask: %s',
    async (contact, said) => {
      await event({ keepMonths: 6, noticeUrl: 'https://gala.example/privacy' });
      await update(db, 'event', (stored) => ({ ...stored, company: 'Lake Ltd', contact }));
      await server.worker?.idle();
      const page = await (await fetch(at)).text();
      const before = page.slice(0, page.indexOf('value="register"'));
      expect(before).toMatch(said);
      expect(before).toContain('Lake Ltd asks for these details to hold “Gala”');
      expect(before).toContain('They are erased 6 months after the event');
      expect(before).toContain('<a href="https://gala.example/privacy" target="_blank" rel="noopener">');
      await update(db, 'event', (stored) => ({ ...stored, contact: '', company: '' }));
      // Where no time is set it says so, too.
      await update(db, 'form_f', (stored) => ({ ...stored, keepMonths: null }));
      await server.worker?.idle();
      const bare = await (await fetch(at)).text();
      expect(bare).not.toContain('Contact:');
      expect(bare).toContain('The organiser asks for these details to hold “Gala”');
      expect(bare).toContain('they are kept until the organiser erases them');
    },
  );

  it('speaks both languages', async () => {
    await event();
    const page = await (await fetch(`${at}?lang=fr`)).text();
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('Dîner');
    expect(page).toContain('S’inscrire');
  });

  it.each([
    ['en', 'Your changes were not taken', 'Open the form anew'],
    ['fr', 'Vos modifications n’ont pas été prises en compte', 'Rouvrir le formulaire'],
  ])(
    'tells who goes back and sends the page with something else that it was not taken, and leads to a new form: %s',
    async (lang, said, anew) => {
      await event();
      const fields = { ...(await typed()), lang };
      const to = (await send(fields)).headers.get('location') ?? '';
      const changed = await send({ ...fields, 'person.surname': 'King' });
      expect(changed.status).toBe(303);
      const location = changed.headers.get('location') ?? '';
      expect(location.split('?')[0]).toBe(to);
      const own = await (await fetch(server.url + location)).text();
      expect(own.indexOf(said)).toBeGreaterThan(-1);
      expect(own.indexOf(said)).toBeLessThan(own.indexOf('class="card alert"'));
      expect(own).toContain('Ada Byron');
      const [, href = ''] = new RegExp(`href="([^"]+)">${anew}<`).exec(own) ?? [];
      expect(await (await fetch(server.url + to)).text()).not.toContain(said);
      // There it is another registration.
      const again = await (await fetch(server.url + href)).text();
      expect(again).toContain(`<html lang="${lang}">`);
      const next = await send({ ...fields, 'person.surname': 'King', id: hidden(again, 'id') });
      expect(next.headers.get('location')).not.toContain(to);
      expect(await consumers()).toHaveLength(2);
    },
  );

  it('tells programs that read aloud what the organiser wrote in another language than the page’s, also on the guest’s own', async () => {
    await event({
      ...{
        alerts: [{ value: 'Come early', enabled: true }],
        information2: 'See you',
        helpInfo: 'Each guest',
      },
      questions: [
        { id: 'q', kind: 'choice', label: 'Wine', choices: ['Red', 'White'], mandatory: false },
        { id: 'c', kind: 'consent', label: 'Photos', mandatory: false },
      ],
      extras: [{ id: 'x', name: 'Parking', amount: 0, enabled: true, maxCount: 2 }],
      messages: { none: 'Nothing to pay' },
    });
    const french = await (await fetch(`${at}?lang=fr`)).text();
    const shown = [
      'Hello',
      'Come early',
      'See you',
      'Each guest',
      'Wine',
      'Photos',
      'Parking',
      'Nothing to pay',
    ];
    for (const text of [...shown, 'Menu']) expect(french).toContain(`<span lang="en">${text}`);
    expect(french).toMatch(/<option value="Red" lang="en"\s*>Red</);
    const english = await (await fetch(at)).text();
    expect(english).not.toMatch(/ lang="en"(?!>\n<head)/);
    const done = await send({
      ...(await typed({ [`g0.${MENU}`]: 'menu adult', 'g0.me': 'on', 'x.x': '1' })),
      ...{ lang: 'fr', act: 'register' },
    });
    expect(done.status).toBe(303);
    const own = await (await fetch(new URL(done.headers.get('location') ?? '', server.url))).text();
    expect(own).toContain('<html lang="fr">');
    for (const text of ['Menu', 'Parking', 'Nothing to pay'])
      expect(own).toContain(`<span lang="en">${text}`);
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

  it('says what was added; what costs something is not offered without payment first, what is free is', async () => {
    const extras = [{ id: 'p', name: 'Parking <1>', amount: 1000, enabled: true, maxCount: 5 }];
    await event({ extras });
    await update(db, 'event', (stored) => ({ ...stored, paymentTypes: ['none', 'transfer'] }));
    await server.worker?.idle();
    const ways = async () =>
      Array.from(
        (await (await fetch(at)).text()).matchAll(/name="pay"\s+value="(\w+)"\s+required\s+(checked)?/g),
      ).map(([, way, is]) => `${way} ${is ?? ''}`.trim());
    expect(await ways()).toEqual(['transfer checked', 'none']);
    const done = await send(await typed({ 'x.p': '2' }));
    const own = await (await fetch(new URL(done.headers.get('location') ?? '', server.url))).text();
    expect(own).toContain('2 × Parking &lt;1&gt;');
    await event({ amounts: { [MENU]: { menu: { adult: { amount: 0, enabled: true } } } } });
    await update(db, 'event', (stored) => ({ ...stored, paymentTypes: ['none', 'transfer'] }));
    await server.worker?.idle();
    expect(await ways()).toEqual(['transfer', 'none checked']);
  });

  it('offers children their own price where the form does, on the page, in the sum and in what is stored', async () => {
    const prices = {
      adult: { amount: 2313, amountGross: 2500, enabled: true },
      child: { amount: 925, amountGross: 1000, enabled: true },
    };
    const amounts = { [MENU]: { menu: prices } };
    await event({ amounts });
    expect(await (await fetch(at)).text()).not.toContain('(child)');
    await event({ amounts, children: true });
    const child = { [`g0.${MENU}`]: 'menu child' };
    const shown = await (await send(await typed({ ...child, act: 'sum' }))).text();
    const offers = [...shown.matchAll(/value="menu (\w+)"[^>]*?(checked)?\s*\/?>[^]*?CHF\u00A0([\d.]+)/g)];
    expect(offers.map(([, kind, checked, price]) => [kind, checked, price])).toEqual([
      ['adult', undefined, '25.00'],
      ['child', 'checked', '10.00'],
    ]);
    expect(/Total CHF\u00A0([\d.]+)/.exec(shown)?.[1]).toBe('10.00');
    expect((await send(await typed(child))).status).toBe(303);
    expect(await consumers()).toMatchObject([{ registration: { amount: 925 } }]);
  });

  it('asks each guest for details where the form does, and who is the administrative contact where the event does [DOC-25]', async () => {
    await event();
    expect(await (await fetch(at)).text()).not.toMatch(/name="g0\.(title|email|company|adminContact)"/);
    await event({ required: { info: true }, helpAdminContact: 'Who gets the papers' });
    await db.put({ ...(await db.get('event')), adminContact: true });
    await server.worker?.idle();
    expect(await (await fetch(at)).text()).toContain('Who gets the papers');
    const fields = await typed({
      ...{ guests: '2', 'person.title': 'mrs', 'person.company': 'Engines' },
      ...{ 'g1.forename': 'Ben', 'g1.surname': 'X', 'g1.title': 'mr', 'g1.email': 'no', 'g1.company': '' },
      ...{ [`g1.${MENU}`]: 'menu adult', 'g1.adminContact': 'on' },
    });
    const wrong = await send(fields);
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Guest 2, E-mail is not right.');
    expect((await send({ ...fields, 'g1.email': 'ben@example.org' })).status).toBe(303);
    const { rows } = await db.allDocs({ startkey: 'client_', endkey: 'client_\ufff0', include_docs: true });
    const clients = rows.map(({ doc }) => doc as unknown as AnyDoc);
    expect(clients).toMatchObject([
      { forename: 'Ada', title: 'mrs', company: 'Engines', email: 'ada@example.org', category: 'company' },
      { forename: 'Ben', title: 'mr', email: 'ben@example.org', adminContact: true },
    ]);
    expect(clients[0]).not.toHaveProperty('adminContact');
  });

  it('says when it opens and closes, and asks for the code; a wrong one is marked and nothing typed is lost', async () => {
    await event({ opensAt: Date.UTC(2099, 4, 1, 10), closesAt: Date.UTC(2099, 5, 1, 10) });
    const early = await (await fetch(at)).text();
    // With its time zone: whoever reads it may be far away.
    expect(early).toMatch(/Registration opens on Friday, May 1, 2099 at \d+:00 [AP]M [A-Z]{2,5}[-+:\d]*\./);
    expect(early).not.toContain('name="person.email"');
    await event({ closesAt: Date.UTC(2099, 5, 1, 10), code: 'ball' });
    const page = await (await fetch(at)).text();
    expect(page).toContain('Registration closes on Monday, June 1, 2099');
    expect(page).toMatch(/name="code"[^>]*required/);
    expect(page).not.toContain('ball');
    const wrong = await send(await typed({ code: 'gala' }));
    expect(wrong.status).toBe(422);
    const again = await wrong.text();
    expect(again).toContain('The code is not right.');
    expect(again).toMatch(/name="code"[^>]*aria-invalid="true"/);
    expect(hidden(again, 'person.email')).toBe('ada@example.org');
    expect((await send(await typed({ code: 'Ball' }))).status).toBe(303);
    await event({ closesAt: Date.UTC(2020, 5, 1, 10) });
    expect(await (await fetch(at)).text()).toContain('Registration closed on Monday, June 1, 2020');
  });

  it('asks the organiser’s own questions, also those that an answer brings, without a script', async () => {
    await event({
      questions: [
        { id: 'bus', kind: 'choice', label: 'How do you come?', choices: ['Bus', 'Train'], mandatory: true },
        {
          id: 'stop',
          kind: 'text',
          label: 'Which stop?',
          mandatory: true,
          showIf: { questionId: 'bus', is: 'Bus' },
        },
        { id: 'photo', kind: 'consent', label: 'Photographs may be shown.', mandatory: false },
        { id: 'diet', kind: 'longText', label: 'Diet', mandatory: false },
      ],
    });
    const first = await (await fetch(at)).text();
    expect(first).toMatch(/data-question="stop"\s+hidden disabled/);
    const missing = await send(await typed());
    expect(missing.status).toBe(422);
    expect(await missing.text()).toContain('How do you come? is missing.');
    const more = await (await send(await typed({ 'q.bus': 'Bus' }))).text();
    expect(more).toContain('Which stop? is missing.');
    expect(more).toMatch(/data-question="stop"\s+>/);
    const diet = 'No nuts:\r\n\r\n  almonds\r\n  walnuts';
    const drawn = await (await send(await typed({ 'q.diet': diet, act: 'add' }))).text();
    expect(/<textarea name="q.diet"[^>]*>([^<]*)</.exec(drawn)?.[1]).toBe(diet);
    expect(more).toMatch(/name="q.stop"[^>]*aria-invalid="true"/);
    expect((await send(await typed({ 'q.bus': 'Bus', 'q.stop': 'Gare' }))).status).toBe(303);
    expect(await consumers()).toMatchObject([{ registration: { answers: { bus: 'Bus', stop: 'Gare' } } }]);
  });

  it('may be shown within the sites that the event names, and in no other; so may the registration', async () => {
    await event();
    const named = ['https://gala.example', 'http://127.0.0.1:8080'];
    await db.put({ ...(await db.get('event')), embedOrigins: named });
    await server.worker?.idle();
    const first = await fetch(at);
    expect(first.headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/gala\.example http:\/\/127\.0\.0\.1:8080;/,
    );
    expect(first.headers.has('x-frame-options')).toBe(false);
    const done = await fetch(at, { method: 'POST', body: new URLSearchParams(await typed()) });
    expect(done.url).toContain('/desk/registrations/');
    expect(done.headers.get('content-security-policy')).toContain('https://gala.example');
    // Why somebody is turned away is read in the same frame.
    const large = await send({ act: 'register', 'q.long': 'x'.repeat(300_000) });
    const other = await fetch(done.url.replace(/.{5}$/, 'zzzzz'));
    for (const [{ status, headers }, expected] of [[large, 413] as const, [other, 404] as const]) {
      expect(status).toBe(expected);
      expect(headers.get('content-security-policy')).toContain('https://gala.example');
      expect(headers.has('x-frame-options')).toBe(false);
    }
    const unknown = await fetch(`${server.url}/desk/zzzzzzzz`);
    expect(unknown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    // The rest of the server stays as it was.
    const login = await fetch(`${server.url}/api/check`);
    expect(login.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(login.headers.get('x-frame-options')).toBe('DENY');
  });

  it('shows the event’s picture, which a browser keeps until it is another', async () => {
    await event();
    expect((await fetch(`${at}/picture`)).status).toBe(404);
    const data = Buffer.from('not really').toString('base64');
    await db.put({
      ...(await db.get('event')),
      pictureSize: { width: 800, height: 300 },
      _attachments: { picture: { content_type: 'image/png', data } },
    });
    await server.worker?.idle();
    const [, path = ''] = /src="(\/desk\/[^"]*\/picture[^"]*)"/.exec(await (await fetch(at)).text()) ?? [];
    const picture = await fetch(server.url + path.replaceAll('&amp;', '&'));
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toContain('max-age');
    expect(await picture.text()).toBe('not really');
  });

  it('says what is wrong in words and marks it, and what is full', async () => {
    await event({}, { capacity: 1 });
    const wrong = await send(await typed({ 'person.email': 'nowhere', [`g0.${MENU}`]: '' }));
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain('E-mail is not right.');
    expect(page).toContain('Guest 1: choose what this guest comes to.');
    expect(page).toMatch(/name="person.email"[^>]*aria-invalid="true"/);
    expect(page).toMatch(/<fieldset[^>]*id="at-g0" aria-describedby="why-g0"/);
    expect(page).toMatch(/id="why-g0">Guest 1: choose/);
    const fields = [await typed(), await typed()];
    expect((await send(fields[0] ?? {})).status).toBe(303);
    const late = await send(fields[1] ?? {});
    expect(late.status).toBe(422);
    const full = await late.text();
    expect(full).toContain('“Dinner” is full.');
    expect(full).toContain(`<a href="#at-g0.${MENU}">`);
    expect(full).toContain(`id="why-g0.${MENU}">“Dinner” is full.`);
  });

  it('says before anything is typed that all places are taken, and no longer once one is free', async () => {
    await event({}, { capacity: 1 });
    const seen = async (): Promise<boolean> =>
      (await (await fetch(at)).text()).includes('All places are taken.');
    expect(await seen()).toBe(false);
    expect((await send(await typed())).status).toBe(303);
    expect(await seen()).toBe(true);
    expect(await (await fetch(`${at}?lang=fr`)).text()).toContain('Toutes les places sont prises.');
    await update(db, MENU, (session) => ({ ...session, capacity: 2 }));
    await expect.poll(seen).toBe(false);
  });

  it('leads to what is wrong without leaving a mark in the address, which a redirect would take along', async () => {
    await event();
    const page = await (await send(await typed({ 'person.email': 'x' }))).text();
    expect(page).toMatch(/<form method="post" action="\/desk\/[^"#]+"/);
    expect(page).toMatch(/<div[^>]* id="problems" tabindex="-1" autofocus>/);
    expect(await (await fetch(at)).text()).not.toContain('autofocus');
  });

  it('offers no table that is larger than what is left, says so, and judges once more what was chosen before', async () => {
    const adult = { amount: 8000, enabled: true };
    await event(
      {
        options: [
          { id: 'menu', name: NAME, clientCount: 1 },
          { id: 'table', name: 'Table of eight', clientCount: 8 },
        ],
        amounts: { [MENU]: { menu: { adult }, table: { adult } } },
      },
      { capacity: 8 },
    );
    const table = /value="table adult"\s+(disabled)?/;
    expect(table.exec(await (await fetch(at)).text())?.[1]).toBeUndefined();
    const chosen = await typed({ [`g0.${MENU}`]: 'table adult' });
    expect((await send(await typed())).status).toBe(303);
    for (const [lang, only, few] of [
      ['en', 'only 7 places left', '“Dinner” has only 7 places left.'],
      ['fr', 'il ne reste que 7 places', '«\u202fDîner\u202f» n’a plus que 7 places.'],
    ] as const) {
      const page = await (await fetch(`${at}?lang=${lang}`)).text();
      expect(table.exec(page)?.[1]).toBe('disabled');
      expect(page.split(only)).toHaveLength(2);
      expect(page).not.toMatch(/value="menu adult"\s+disabled/);
      // Chosen when there was room, it stays chosen: sent again it is asked for again.
      const worked = await (await send({ ...chosen, lang, act: 'sum' })).text();
      expect(worked).toMatch(/value="table adult"\s+checked/);
      expect(worked).toContain(`<small class="problem">${few}</small></span`);
      const refused = await send({ ...chosen, lang });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain(`why-g0.${MENU}">${few}`);
    }
    expect(await consumers()).toHaveLength(1);
  });

  it('says before it is sent that all guests together want more than there is', async () => {
    await event({}, { capacity: 1 });
    const two = { guests: '2', 'g1.forename': 'Ben', 'g1.surname': 'Byron', [`g1.${MENU}`]: 'menu adult' };
    const page = await (await send(await typed({ ...two, act: 'sum' }))).text();
    expect(page).toContain('<small class="problem">“Dinner” has only 1 place left.</small></span');
    expect(page).not.toContain('disabled');
  });

  it('whose form changed meanwhile sees the new one, and reads what is different; nothing is registered until then', async () => {
    await event({
      information2: 'Soon',
      helpInfo: 'Who sits here?',
      alerts: [{ value: 'Late', enabled: true }],
    });
    const fields = await typed();
    const { _rev, ...stored } = (await db.get('form_f')) as unknown as AnyDoc;
    const price = { adult: { amount: 2775, amountGross: 3000, enabled: true } };
    await db.bulkDocs([
      {
        ...{ ...stored, _id: 'form_g', replaces: 'form_f', information: 'Welcome', notes: 'ours' },
        amounts: { [MENU]: { menu: price } },
      },
      { ...stored, _rev, enabled: false, accessId: null },
    ] as never);
    const said = await send(fields);
    expect(said.status).toBe(422);
    const page = await said.text();
    expect(page).toContain('This is different now: the texts and the prices.');
    for (const text of ['CHF\u00a030.00', 'Welcome', 'Soon', 'Who sits here?', 'Late'])
      expect(page).toContain(text);
    expect([hidden(page, 'form'), hidden(page, 'person.email')]).toEqual(['form_g', 'ada@example.org']);
    // A guest more, the sum, or something that cannot be sent brings the new page, too.
    for (const more of [{ act: 'add' }, { act: 'sum' }, { 'person.email': 'nowhere' }] as Record<
      string,
      string
    >[])
      expect(await (await send({ ...fields, ...more })).text()).toContain(
        'different now: the texts and the prices.',
      );
    const french = await (await send({ ...fields, lang: 'fr' })).text();
    expect(french).toContain('Voici ce qui a changé\u00a0: les textes et les prix.');
    expect(await consumers()).toEqual([]);
    expect((await send({ ...fields, form: 'form_g' })).status).toBe(303);
    expect(await consumers()).toMatchObject([{ registration: { amount: 2775, formId: 'form_g' } }]);
  });

  it('registers nobody for less than they chose: what is no longer offered is told first, with whatever else is wrong', async () => {
    const day = Date.now() + 86_400_000;
    const price = { adult: { amount: 1000, enabled: true } };
    await event({ amounts: { [MENU]: { menu: price }, session_t: { menu: price } } });
    await db.put(sessionDoc('t', { date: day, title: 'Tour' }) as never);
    await expect.poll(async () => (await fetch(at)).text()).toContain('Tour');
    const fields = await typed({ 'g0.session_t': 'menu adult' });
    await update(db, 'session_t', (stored) => ({ ...stored, status: 'archived' }));
    await expect.poll(async () => (await fetch(at)).text()).not.toContain('Tour');
    const gone = 'Guest 1: something that you chose is no longer offered.';
    const ways: Record<string, string>[] = [
      {},
      { 'person.email': 'nowhere' },
      { act: 'sum' },
      { act: 'add' },
    ];
    for (const more of ways) {
      const said = await send({ ...fields, ...more });
      expect(said.status).toBe('act' in more ? 200 : 422);
      expect(await said.text()).toContain(gone);
    }
    expect(await (await send({ ...fields, lang: 'fr' })).text()).toContain(
      'Invité 1\u00a0: quelque chose que vous aviez choisi n’est plus proposé.',
    );
    // Somebody else has the last place of the other one meanwhile.
    await update(db, MENU, (stored) => ({ ...stored, capacity: 0 }));
    const full = await (await send(fields)).text();
    expect(full).toContain(gone);
    await update(db, 'session_t', (stored) => ({ ...stored, _deleted: true }));
    await update(db, MENU, (stored) => ({ ...stored, capacity: null }));
    expect(await (await send(fields)).text()).toContain(gone);
    expect(await consumers()).toEqual([]);
    const { 'g0.session_t': _, ...rest } = fields;
    expect((await send(rest)).status).toBe(303);
    // It is registered: what is sent once more says so.
    expect((await send(rest)).status).toBe(303);
  });

  it('says of a session that takes place at another time by now, before anybody is registered for it', async () => {
    await event({}, { date: new Date(2027, 4, 1, 12).getTime(), timeStart: '19:00' });
    const shown = hidden(await (await fetch(at)).text(), `at.${MENU}`);
    expect(shown).toContain('19:00');
    const fields = await typed({ [`at.${MENU}`]: shown });
    await update(db, MENU, (stored) => ({ ...stored, timeStart: '18:00' }));
    const said = await send(fields);
    expect(said.status).toBe(422);
    const page = await said.text();
    expect(page).toContain('“Dinner” takes place at another time by now: Saturday, May 1, 2027');
    expect(await (await send({ ...fields, act: 'add' })).text()).toContain('at another time by now');
    expect(await (await send({ ...fields, lang: 'fr' })).text()).toContain('a lieu à un autre moment\u00a0:');
    // Whoever does not come to it need not know.
    expect(await (await send({ ...fields, [`g0.${MENU}`]: '', act: 'sum' })).text()).not.toContain('by now');
    expect(await consumers()).toEqual([]);
    const again = { ...fields, [`at.${MENU}`]: hidden(page, `at.${MENU}`) };
    expect((await send(again)).status).toBe(303);
    await update(db, MENU, (stored) => ({ ...stored, timeStart: '19:00' }));
    expect(await consumers()).toHaveLength(1);
  });

  it('a way to pay that is gone is told in words, and which one is left', async () => {
    const ways = (paymentTypes: string[]) => update(db, 'event', (stored) => ({ ...stored, paymentTypes }));
    await event();
    await ways(['transfer', 'cash', 'none']);
    const fields = await typed({ pay: 'transfer' });
    await ways(['cash', 'none']);
    const several = await (await send(fields)).text();
    expect(several).toContain(
      'The way to pay that you chose is no longer offered. Please choose another way to pay.',
    );
    expect(several).not.toContain('pay is not right');
    await ways(['cash']);
    const said = 'The way to pay that you chose is no longer offered. This one is left: Cash.';
    expect(await (await send(fields)).text()).toContain(said);
    expect(await (await send({ ...fields, act: 'sum' })).text()).toContain(said);
    expect(await (await send({ ...fields, lang: 'fr' })).text()).toContain(
      'Il reste celui-ci\u00a0: Espèces.',
    );
    expect(await consumers()).toEqual([]);
  });

  it('says what is wrong at the field itself, and leads there from above', async () => {
    await event({ required: { addr: true }, mandatory: { addr: true } });
    const page = await (
      await send(await typed({ 'person.phone': '079 1', 'person.email': 'x', 'address.country': 'QQ' }))
    ).text();
    const saidOf = (name: string): string => {
      const [, reason = ''] = new RegExp(`name="${name}"[^>]*aria-describedby="([^"]+)"`).exec(page) ?? [];
      return new RegExp(`id="${reason}">([^<]*)<`).exec(page)?.[1] ?? '';
    };
    expect(saidOf('person.email')).toBe('E-mail is not right. Write it like name@example.org.');
    const [, place = ''] = /<a href="#([^"]+)">E-mail is not right/.exec(page) ?? [];
    expect(page).toMatch(new RegExp(`id="${place}"[^>]*name="person.email"`));
    // All of it at once: nobody mends one thing to hear of the next.
    expect(saidOf('person.phone')).toMatch(/^Phone is not right\. Write it with the country code, like \+41/);
    expect(saidOf('address.country')).toBe('Country is not right.');
    expect([saidOf('address.street'), saidOf('address.city')]).toEqual([
      ...['Street and number is missing.', 'Town is missing.'],
    ]);
    const of = async (more: Record<string, string>): Promise<string> =>
      (await send(await typed({ 'address.street': 'Rue 1', 'address.city': 'Genève', ...more }))).text();
    expect(await of({ 'person.phone': '079 1' })).toMatch(
      /id="why-person.phone">Phone is not right\. Write it with the country code/,
    );
    expect(await of({ 'address.country': 'QQ' })).toMatch(/id="why-address.country">Country is not right/);
    expect(await consumers()).toEqual([]);
    const done = await send(
      await typed({
        ...{ 'address.street': 'Rue 1', 'address.city': 'Genève', 'address.country': 'CH' },
        'person.phone': '079 123 45 67',
      }),
    );
    expect(done.status).toBe(303);
    expect(await consumers()).toMatchObject([
      { address: { country: 'Switzerland' }, person: { phone: '+41 79 123 45 67' } },
    ]);
  });

  it('says all that is wrong at once where the rest can be read, too: number, country, questions', async () => {
    const question = { kind: 'text', choices: [], mandatory: true, showIf: null };
    const questions = ['bus', 'stop'].map((id) => ({ ...question, id, label: `The ${id}` }));
    await event({ questions });
    const page = await (
      await send(await typed({ 'person.phone': '079 1', 'address.country': 'QQ', pay: 'cash' }))
    ).text();
    const said = [...page.matchAll(/<a href="#at-([^"]+)">/g)].map(([, field]) => field);
    expect(said).toEqual(['person.phone', 'address.country', 'q.bus', 'q.stop']);
    // Of a single way nobody is asked, so nothing leads there.
    expect(page).toContain('no longer offered. This one is left: No payment.');
    expect(await consumers()).toEqual([]);
  });

  it('takes a number as it is dialled where the event takes place, and says so before', async () => {
    await event();
    await update(db, 'event', (stored) => ({ ...stored, timeZone: 'Europe/Paris' }));
    await server.worker?.idle();
    expect(await (await fetch(at)).text()).toContain('Without a country code it gets that of the event: +33');
    const wrong = await (await send(await typed({ 'person.phone': '06 12 34' }))).text();
    expect(wrong).toMatch(
      /id="why-person.phone">Phone is not right\. Write it with the country code, like \+41/,
    );
    expect((await send(await typed({ 'person.phone': '06 12 34 56 78' }))).status).toBe(303);
    expect(await consumers()).toMatchObject([{ person: { phone: '+33 6 12 34 56 78' } }]);
  });

  it('has the countries in its language, as browsers fill them in, and stays small', async () => {
    await event({ required: { addr: true, addrSec: true } });
    const page = await (await fetch(`${at}?lang=fr`)).text();
    expect(page).toMatch(/<select id="at-address.country" name="address.country" autocomplete="country"/);
    expect(page).toMatch(/<option value="CH"\s*>Suisse<\/option>/);
    expect(gzipSync(page).length).toBeLessThan(15 * 1024);
    const again = await send(await typed({ act: 'sum', 'address.country': 'CH' }));
    expect(await again.text()).toMatch(/<option value="CH" selected>Switzerland<\/option>/);
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

  it('says of extras how many there may be where it is no such number, instead of a total', async () => {
    const extra = { id: 'park', name: 'Parking', amount: 500, enabled: true, maxCount: 2 };
    await event({ extras: [extra] });
    for (const count of ['many', 'NaN', '-1', '1.5', '1e300', '3']) {
      const answer = await send(await typed({ 'x.park': count }));
      expect([count, answer.status]).toEqual([count, 422]);
      const text = await answer.text();
      expect(text).not.toMatch(/id="sum" role="status"\s*>\s*<span/);
      // Above the form, at the field and where the total stands.
      expect(text.split('“Parking”: a whole number, 2 at most.')).toHaveLength(4);
    }
    expect((await send(await typed({ 'x.park': '2' }))).status).toBe(303);
  });

  it('is a page of words where no form is', async () => {
    const gone = await fetch(`${server.url}/desk/zzzzzzzz`, { headers: { 'accept-language': 'en' } });
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('Ask whoever gave you the address');
    const beside = await fetch(`${at}/nothing`, {
      headers: { 'accept-language': 'fr', accept: 'text/html' },
    });
    expect(beside.status).toBe(404);
    expect(await beside.text()).toContain('<html lang="fr">');
  });

  it('is a page of words, too, where the server fails or what was sent is none of its forms, in the language of the page', async () => {
    await event();
    const headers = { 'accept-language': 'en' };
    const odd = await fetch(at, {
      method: 'POST',
      body: '<xml/>',
      headers: { ...headers, 'content-type': 'text/xml' },
    });
    expect([odd.status, odd.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
    expect(await odd.text()).toContain('Please open the form again');
    const fields = await typed({ lang: 'fr' });
    const broken = vi
      .spyOn(server.storage, 'openExisting')
      .mockRejectedValue(new Error('the disk is broken'));
    const failed = await fetch(at, { method: 'POST', body: new URLSearchParams(fields), headers });
    broken.mockRestore();
    expect(failed.status).toBe(500);
    expect(failed.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await failed.text()).toMatch(/<html lang="fr">[^]*Un problème est survenu/);
  });
});
