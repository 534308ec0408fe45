import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { erasePeople } from '#domain/commands/erase.ts';
import { run } from '#domain/commands/run.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { heavyTemplate, plainTemplate } from '#pdf/testing/templates.ts';
import { callerOf, ownPerson } from '../commands/own.ts';
import { update } from '../storage/documents.ts';
import { historyDatabase, type AnyDoc, type Database } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { idleReader, leave } from '../testing/idleReader.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };

describe('a guest’s own page', () => {
  let server: TestServer;
  let db: Database;
  let at = '';
  let form = '';
  let eventId = '';
  let events = 0;
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
  });
  afterAll(() => server.close());

  /** An event with one place at a form, which lets guests do that. */
  async function event(guestsMay: object, session: object = {}): Promise<void> {
    const { dbName, ...made } = await server.event('Gala');
    ({ eventId } = made);
    db = await server.storage.open(dbName);
    form = `gwbcdf${String(++events).padStart(2, '0')}`;
    await db.bulkDocs([
      sessionDoc('s', { date: Date.now() + 40 * 86_400_000, capacity: 1, timeStart: '19:00', ...session }),
      {
        ...{ _id: 'form_f', type: 'form', accessId: form, name: 'Team', language: 'en', currency: 'chf' },
        ...{ vat: 0, enabled: true, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }], guestsMay },
        ...{ amounts: { session_s: { menu: { adult: { amount: 2500, enabled: true } } } }, metadata: META },
      },
    ] as never);
    await server.worker?.idle();
  }
  let count = 0;
  async function register(more: object = {}): Promise<Record<string, unknown>> {
    const sessions = [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }];
    const body = {
      ...{ submissionId: `own-submission-${String(++count).padStart(4, '0')}`, language: 'en' },
      ...{ person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' }, paymentType: 'none' },
      clients: [{ forename: 'Ada', surname: 'Byron', sessions }],
      ...more,
    };
    const answer = await server.call('POST', `/api/desk/${form}/registrations`, { body });
    at = `/desk/registrations/${String(answer.body['token'])}`;
    return answer.body;
  }
  const page = async (): Promise<string> => (await fetch(server.url + at)).text();
  const send = (fields: Record<string, string>) =>
    fetch(server.url + at, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const one = async (type: string): Promise<AnyDoc & { _id: string }> => {
    const range = { startkey: `${type}_`, endkey: `${type}_\ufff0`, include_docs: true };
    return (await db.allDocs(range)).rows[0]?.doc as unknown as AnyDoc & { _id: string };
  };
  /** As the server may, which works on the same documents meanwhile. */
  const change = async (type: string, fields: object): Promise<void> => {
    await update(db, (await one(type))._id, (stored) => ({ ...stored, ...fields }) as AnyDoc);
  };

  it('gives the registration up where the form lets guests; the place is free at once, and twice is once', async () => {
    await event({ cancel: true });
    await register();
    const mine = at;
    expect(await page()).toContain('Cancel the registration');
    expect(await page()).toContain('class="sum"');
    expect((await register())['reason']).toBe('full');
    at = mine;
    expect((await send({ act: 'cancel' })).status).toBe(303);
    expect(await page()).toContain('This registration is cancelled');
    // Nobody owes it any more.
    expect(await page()).not.toContain('class="sum"');
    expect(await one('consumer')).toMatchObject({ status: 'canceled' });
    const again = await server.call('POST', `/api${at}/cancel`);
    expect(again.body).toEqual({ ok: true, success: true });
    expect((await register())['success']).toBe(true);
    expect((await register())['reason']).toBe('full');
  });

  it.each([
    ['en', 'Questions? The organiser answers them: Lake Ltd, <a href="mailto:gala@foyer.example">'],
    [
      'fr',
      'Une question\u202f? L’organisateur vous répond\u00a0: Lake Ltd, <a href="mailto:gala@foyer.example">',
    ],
  ])(
    'says whom to ask, also when it is cancelled, in the language of the registration: %s',
    async (language, said) => {
      await event({ cancel: true });
      const stored = await db.get('event');
      const { rev } = await db.put({
        ...stored,
        company: 'Lake Ltd',
        contact: 'gala@foyer.example',
      } as never);
      await register({ language });
      expect(await page()).toContain(said);
      await send({ act: 'cancel' });
      expect(await page()).toContain(said);
      await db.put({ ...stored, _rev: rev, contact: '+41 22 379 00 00 <b>' } as never);
      expect(await page()).toContain('+41 22 379 00 00 &lt;b&gt;');
      const { body } = await server.call('GET', `/api${at}`);
      expect(body['event']).toMatchObject({ contact: '+41 22 379 00 00 <b>' });
    },
  );

  it('given up takes the invoice back that was issued for it', async () => {
    await event({ cancel: true });
    await register();
    const issued = async () => ((await one('consumer'))['invoices'] as { total: number }[] | undefined) ?? [];
    const totals = async () => (await issued()).map(({ total }) => total);
    await change('consumer', { invoiceWanted: true });
    await expect.poll(totals).toEqual([2500]);
    expect(await page()).not.toContain('.pdf');
    expect((await send({ act: 'cancel' })).status).toBe(303);
    await expect.poll(totals).toEqual([2500, -2500]);
    expect(await page()).toContain('Credit note (PDF)');
    const { body } = await server.call('GET', `/api/invoices/${eventId}/credit/0`, { as: server.manager });
    const pdf = Buffer.from(await (await fetch(`${server.url}${at}/invoice.pdf`)).arrayBuffer());
    expect(pdf.toString('base64')).toBe(body['pdf']);
    // Valid again, they owe: a credit note is no invoice.
    await expect.poll(async () => (await one('consumer'))['invoiceCorrects']).toBeUndefined();
    await change('consumer', { status: 'registered' });
    await expect.poll(page).toContain('class="sum"');
    expect(await page()).not.toContain('.pdf');
    expect((await fetch(`${server.url}${at}/invoice.pdf`)).status).toBe(404);
  });

  async function invoiceTemplate(pages = 1): Promise<void> {
    const data = Buffer.from(await plainTemplate(pages)).toString('base64');
    await update(db, 'invoicetemplate_a', () => ({
      ...{ type: 'invoicetemplate', language: 'en', paymentType: 'none', metadata: META },
      ...{ refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'invoice_id' }] },
      _attachments: { template: { content_type: 'application/pdf', data } },
    }));
  }

  it('says whom to ask for an invoice that was issued and was lost, and shows no other one in its place', async () => {
    await event({});
    await invoiceTemplate();
    await register();
    await change('consumer', { invoiceWanted: true });
    await expect.poll(page).toContain('invoice.pdf');
    await invoiceTemplate(2);
    await update(await server.storage.open(historyDatabase(eventId)), 'issued_invoice_0', (doc) => ({
      ...doc,
      _attachments: {},
    }));
    const answer = await fetch(`${server.url}${at}/invoice.pdf`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Please ask the organiser for it.');
    expect((await fetch(`${server.url}/api${at}/invoice`)).status).toBe(404);
    expect((await fetch(`${server.url}${at}x/invoice.pdf`)).status).toBe(404);
  });

  it('who takes none of the papers that they ask for gets no more of them, until they do', async () => {
    await event({});
    const data = Buffer.from(await heavyTemplate(17_000_000)).toString('base64');
    await db.put({
      ...{
        _id: 'invitationtemplate_a',
        type: 'invitationtemplate',
        language: 'en',
        metadata: META,
        refs: [],
      },
      _attachments: { template: { content_type: 'application/pdf', data } },
    } as never);
    await register();
    const path = `${at}/invitation.pdf`;
    const readers = [];
    for (let asked = 0; asked < 3; asked++) readers.push(await idleReader(server, path));
    expect((await fetch(server.url + path)).status).toBe(429);
    await leave(readers);
    await expect.poll(async () => (await fetch(server.url + path, { method: 'HEAD' })).status).toBe(200);
  });

  it('has the invitation as it would be made now, without reading the whole event for each guest who fetches it', async () => {
    await event({});
    const data = Buffer.from(await plainTemplate()).toString('base64');
    await db.put({
      ...{ _id: 'invitationtemplate_a', type: 'invitationtemplate', language: 'en', metadata: META },
      refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'fullname' }],
      _attachments: { template: { content_type: 'application/pdf', data } },
    } as never);
    await register();
    const said = async (): Promise<string> => {
      const pdf = await (await fetch(`${server.url}${at}/invitation.pdf`)).arrayBuffer();
      return ((await readPdf(new Uint8Array(pdf))).pages[0]?.texts ?? []).map(({ text }) => text).join(' ');
    };
    expect(await said()).toBe('Ada Byron');
    await server.worker?.idle();
    const reads = vi.spyOn(db, 'allDocs');
    expect(await said()).toBe('Ada Byron');
    const ofAll = reads.mock.calls.filter(([asked]) => asked !== undefined && 'startkey' in asked);
    expect(ofAll).toEqual([]);
    reads.mockRestore();
    await change('client', { surname: 'King' });
    expect(await said()).toBe('Ada King');
  });

  it('has the invoice as it was issued, as a download, once there is one', async () => {
    await event({});
    await invoiceTemplate();
    await register();
    expect(await page()).not.toContain('invoice.pdf');
    await change('consumer', { invoiceWanted: true });
    await expect.poll(page).toContain('invoice.pdf');
    const { body } = await server.call('GET', `/api/invoices/${eventId}/invoice/0`, { as: server.manager });
    for (const path of [`${at}/invoice.pdf`, `/api${at}/invoice`]) {
      const pdf = await fetch(server.url + path);
      expect(pdf.headers.get('content-disposition')).toContain('attachment');
      expect(Buffer.from(await pdf.arrayBuffer()).toString('base64')).toBe(body['pdf']);
    }
    // Whoever is erased afterwards leaves it, and what it says, to the bookkeeping; and no page.
    await change('session', { date: Date.now() - 40 * 86_400_000 });
    const staff = ownPerson({ id: 'mia', name: 'Mia' });
    const documents = await server.documents(eventId, staff);
    const asked = { clientIds: [(await one('client'))._id] };
    const caller = callerOf(staff, {
      now: Date.now(),
      newId: () => 'x',
      device: { id: 'd', name: 'Desk' },
    });
    expect(await run(documents, erasePeople, asked, caller)).toMatchObject({ ok: true });
    await server.worker?.idle();
    expect(JSON.stringify(await one('consumer'))).not.toMatch(/Byron|ada@/);
    expect(await one('consumer')).toMatchObject({ invoices: [{ kind: 'invoice', total: 2500 }] });
    const kept = await server.call('GET', `/api/invoices/${eventId}/invoice/0`, { as: server.manager });
    expect(kept.body).toEqual(body);
    expect((await fetch(server.url + at)).status).toBe(404);
    // Nobody makes a new way there, nor does another program that erases open the former one.
    const { _id, linkVersion } = (await one('consumer')) as AnyDoc & { _id: string };
    expect(linkVersion).toBe(1);
    const link = `/api/guest-links/${eventId}/${_id}`;
    expect((await server.call('GET', link, { as: server.manager })).status).toBe(404);
    await change('consumer', { linkVersion: 0 });
    for (const path of [at, `${at}/invoice.pdf`]) expect((await fetch(server.url + path)).status).toBe(404);
  });

  it('says what the form says of the way of paying: before the button, and afterwards until it is paid or cancelled', async () => {
    await event({ cancel: true });
    const message = 'Pay <within> ten days.\nIBAN CH93 0076';
    const stored = await one('form');
    await db.put({ ...stored, messages: { none: message, cash: 'At the door' } });
    const shown = 'Pay &lt;within&gt; ten days.<br />IBAN CH93 0076';
    const before = (await (await fetch(`${server.url}/desk/${form}`)).text()).replaceAll(/\s+/g, ' ');
    expect(before).toContain(shown);
    await register();
    const said = async () => (await page()).replaceAll(/\s+/g, ' ');
    expect(await said()).toContain(shown);
    expect(await said()).not.toContain('At the door');
    const consumer = await one('consumer');
    const { rev } = await db.put({ ...consumer, status: 'invoice_paid' });
    expect(await said()).not.toContain('IBAN');
    await db.put({ ...consumer, _rev: rev, status: 'registered' });
    await send({ act: 'cancel' });
    expect(await said()).not.toContain('IBAN');
  });

  it.each([
    ['en', 'chf', 'You pay CHF 25.00 by bank transfer.', 'Please pay invoice', null],
    [
      'fr',
      'eur',
      'Vous payez 25.00 € par virement bancaire.',
      'Veuillez payer la facture',
      'virement bancaire"',
    ],
  ])(
    'paid by transfer it says how: that the invoice is waited for, then its account and reference (%s, %s)',
    async (language, currency, waits, pays, code) => {
      await event({});
      const transfer = { iban: 'CH9300762011623852957', name: 'Lake & Co', zip: '1201', city: 'Genève' };
      const stored = await db.get('event');
      await db.put({ ...stored, paymentTypes: ['transfer', 'none'], transfer } as never);
      await change('form', { currency });
      await db.put({
        ...{ _id: 'invoicetemplate_a', type: 'invoicetemplate', language, paymentType: 'transfer' },
        ...{ refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'invoice_id' }] },
        metadata: META,
        _attachments: {
          template: {
            content_type: 'application/pdf',
            data: Buffer.from(await plainTemplate()).toString('base64'),
          },
        },
      } as never);
      await server.worker?.idle();
      expect(await register({ language, paymentType: 'transfer' })).toMatchObject({ success: true });
      const said = async () => (await page()).replaceAll(/\s+/g, ' ');
      expect(await said()).toContain(waits);
      expect(await said()).not.toContain('CH93');
      await change('consumer', { invoiceWanted: true });
      await expect.poll(said).toContain(pays);
      const { invoices } = (await one('consumer')) as unknown as { invoices: { reference: string }[] };
      const reference = invoices[0]?.reference ?? 'none';
      expect((await said()).replaceAll(' ', '')).toContain(reference);
      expect(await said()).toContain('CH93 0076 2011 6238 5295 7');
      expect(await said()).toContain('Lake &amp; Co, 1201 Genève');
      expect((await said()).includes(code ?? 'Code for the bank transfer')).toBe(code !== null);
      const { headers } = await fetch(`${server.url}${at}/invoice.pdf`);
      const called = language === 'fr' ? 'facture.pdf' : 'invoice.pdf';
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${called}"`);
      // Nobody who has paid pays again.
      await change('consumer', { status: 'invoice_paid' });
      expect(await said()).not.toContain('CH93');
      await change('consumer', { status: 'canceled' });
      expect(await said()).not.toContain('CH93');
    },
  );

  it('changes nothing that the organiser does not let guests change, nor what is paid or has begun', async () => {
    const refused = async (): Promise<void> => {
      expect(await page()).not.toContain('Cancel the registration');
      const answer = await send({ act: 'cancel' });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Ask the organiser');
      expect((await server.call('POST', `/api${at}/cancel`)).body).toEqual({
        ...{ ok: true, success: false, reason: 'not_allowed' },
      });
      expect(await one('consumer')).not.toMatchObject({ status: 'canceled' });
    };
    await event({});
    await register();
    await refused();
    expect((await send({ act: 'names', n0: 'x' })).status).toBe(422);
    await event({ cancel: true }, { date: Date.now() - 86_400_000 });
    await register();
    await refused();
    await event({ cancel: true });
    await register();
    await change('consumer', { status: 'invoice_paid' });
    await refused();
  });

  it('changes names and keeps numbers; another’s number, and what is no name, change nobody', async () => {
    await event({ names: true });
    const [number] = (await register())['numbers'] as string[];
    const renamed = { act: 'names', n0: number ?? '', forename0: 'Ben', surname0: 'O’Neil' };
    expect((await send(renamed)).status).toBe(303);
    expect(await one('client')).toMatchObject({ forename: 'Ben', surname: 'O’Neil', number });
    expect(await page()).toContain('Code of Ben O’Neil');
    expect((await send({ ...renamed, surname0: '' })).status).toBe(422);
    expect((await send({ ...renamed, n0: 'ZZZZZZZZ-01', surname0: 'X' })).status).toBe(303);
    expect(await one('client')).toMatchObject({ surname: 'O’Neil' });
  });

  it('leaves the names that were not changed on the page as they are by now: somebody else changed them meanwhile', async () => {
    await event({ names: true });
    const [number] = (await register())['numbers'] as string[];
    const shown = await page();
    expect(shown).toMatch(/name="was.forename0" value="Ada"/);
    const fields = { act: 'names', n0: number ?? '', 'was.forename0': 'Ada', 'was.surname0': 'Byron' };
    await change('client', { surname: 'Lovelace' });
    expect((await send({ ...fields, forename0: 'Ada', surname0: 'Byron' })).status).toBe(303);
    expect(await one('client')).toMatchObject({ forename: 'Ada', surname: 'Lovelace' });
    const refused = await (await send({ ...fields, forename0: '<b>', surname0: 'Byron' })).text();
    expect(refused).toMatch(/name="surname0"\s+value="Lovelace"/);
    expect(refused).toMatch(/name="was.forename0" value="Ada"/);
    expect((await send({ ...fields, forename0: 'Zoé', surname0: 'Byron' })).status).toBe(303);
    expect(await one('client')).toMatchObject({ forename: 'Zoé', surname: 'Lovelace' });
  });

  it('leaves names that were not taken as they were typed, and says at the field which is wrong', async () => {
    await event({ names: true });
    const [number] = (await register())['numbers'] as string[];
    const fields = { act: 'names', n0: number ?? '', forename0: 'Benedikt', surname0: '<b>' };
    const again = await (await send(fields)).text();
    expect(again).toMatch(/<details class="card" open>/);
    expect(again).toMatch(/name="forename0"\s+value="Benedikt"/);
    expect(again).toMatch(/name="surname0"\s+value="&lt;b&gt;"[^>]*aria-invalid="true"[^>]*autofocus/);
    expect(again).toContain('id="why-surname0">Surname is not right.');
    expect(again).not.toContain('why-forename0');
    expect(await page()).not.toMatch(/<details class="card" open>|aria-invalid="true"/);
  });

  it('changes nothing once somebody was let in, though the session has not begun', async () => {
    await event({ cancel: true, names: true });
    const [number] = (await register())['numbers'] as string[];
    await server.worker?.idle();
    const session = (await one('session')) as AnyDoc & { _id: string; clients: object[] };
    const clients = session.clients.map((entry) => ({ ...entry, checkInTime: Date.now() }));
    await db.put({ ...session, clients } as never);
    expect(await page()).not.toMatch(/Cancel the registration|name="forename0"/);
    expect((await send({ act: 'cancel' })).status).toBe(422);
    const other = { act: 'names', n0: number ?? '', forename0: 'Ben', surname0: 'O’Neil' };
    expect((await send(other)).status).toBe(422);
    expect(await one('consumer')).not.toMatchObject({ status: 'canceled' });
  });

  it('lets nobody try addresses or tokens without end, by sending either', async () => {
    const own = await startTestServer({ worker: true });
    const tries: ((id: string) => Promise<Response>)[] = [
      (id) =>
        fetch(`${own.url}/desk/${id}`, { method: 'POST', body: new URLSearchParams({ act: 'register' }) }),
      (id) => fetch(`${own.url}/api/desk/${id}/registrations`, { method: 'POST', body: '{}' }),
      (id) => fetch(`${own.url}/api/desk/registrations/${id}${'A'.repeat(22)}/cancel`, { method: 'POST' }),
    ];
    try {
      for (const attempt of tries) {
        const seen = new Set<number>();
        for (let round = 0; round < 60 && !seen.has(429); round++) {
          const ids = Array.from(
            { length: 50 },
            (_, index) => `z${String(round * 50 + index).padStart(7, '0')}`,
          );
          for (const { status } of await Promise.all(ids.map(attempt))) seen.add(status);
        }
        expect([...seen]).toContain(429);
      }
    } finally {
      await own.close();
    }
  });

  it('has the sessions for the diary, and the invitation as a download where a template is', async () => {
    await event({});
    await register();
    const diary = await fetch(`${server.url}${at}/calendar.ics`);
    expect(diary.headers.get('content-disposition')).toContain('attachment');
    expect(await diary.text()).toMatch(/SUMMARY:Gala: Dinner\r\n/);
    expect(await page()).not.toContain('invitation.pdf');
    expect((await fetch(`${server.url}${at}/invitation.pdf`)).status).toBe(404);
    const template = await plainTemplate();
    await db.put({
      ...{
        _id: 'invitationtemplate_a',
        type: 'invitationtemplate',
        language: 'en',
        refs: [],
        metadata: META,
      },
      _attachments: {
        template: { content_type: 'application/pdf', data: Buffer.from(template).toString('base64') },
      },
    } as never);
    expect(await page()).toContain('invitation.pdf');
    for (const path of [`${at}/invitation.pdf`, `/api${at}/invitation`]) {
      const pdf = await fetch(server.url + path);
      expect([path.slice(0, 5), pdf.status]).toEqual([path.slice(0, 5), 200]);
      expect(pdf.headers.get('content-disposition')).toContain('attachment');
      expect(await pdf.text()).toMatch(/^%PDF/);
    }
    expect((await fetch(`${server.url}${at}/invoice.pdf`)).status).toBe(404);
    expect((await fetch(`${server.url}${at}/consumer.pdf`)).status).toBe(404);
    // A registration that staff made says its language by its guest, as its messages do.
    const stored = await one('consumer');
    const { language: _, ...person } = stored['person'] as AnyDoc;
    await db.put({ ...stored, person, registration: { amount: 0, vat: 0, rate: 100 } } as never);
    expect(await page()).toContain('invitation.pdf');
    await change('client', { language: 'fr' });
    expect(await page()).toContain('<html lang="fr">');
    expect(await page()).not.toContain('invitation.pdf');
  });

  it('whose guests the organiser has deleted is none any more: nobody is told to come, or pays', async () => {
    await event({ cancel: true, names: true });
    const template = Buffer.from(await plainTemplate()).toString('base64');
    await db.put({
      ...{ _id: 'invitationtemplate_a', type: 'invitationtemplate', language: 'en', refs: [] },
      metadata: META,
      _attachments: { template: { content_type: 'application/pdf', data: template } },
    } as never);
    await register();
    expect(await page()).toContain('invitation.pdf');
    await change('client', { deletedAt: 5 });
    expect(await page()).toContain('This registration is cancelled');
    expect(await page()).not.toMatch(/invitation\.pdf|class="sum"|Cancel the registration/);
    expect((await fetch(`${server.url}${at}/invitation.pdf`)).status).toBe(404);
    expect((await server.call('GET', `/api${at}`)).body).toMatchObject({ status: 'canceled', guests: [] });
  });

  it('a member gets a link that opens the same; ended, neither it nor the guest’s first one opens anything, the next does', async () => {
    await event({ cancel: true });
    const { consumerId } = await register();
    const ask = (as = server.manager, id = String(consumerId)) =>
      server.call<{ path?: string; url?: string | null }>('GET', `/api/guest-links/${eventId}/${id}`, { as });
    const { body } = await ask();
    expect(body.url).toBeNull();
    const first = at;
    const link = body.path ?? '';
    expect(link).not.toBe(first);
    at = link;
    expect(await page()).toContain('Byron');
    for (const wrong of [
      '/desk/registrations/x',
      link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'),
      link.replace('.0.', '.1.'),
    ])
      expect((await fetch(server.url + wrong)).status).toBe(404);
    const host = await server.person('doorman', 'host', eventId);
    expect((await ask(host)).status).toBe(403);
    expect((await ask(server.manager, 'consumer_nobody')).status).toBe(404);
    expect((await ask(server.manager, 'event')).status).toBe(404);

    const consumer = await one('consumer');
    await db.put({ ...consumer, linkVersion: 1 });
    for (const ended of [first, link]) {
      expect((await fetch(server.url + ended)).status).toBe(404);
      expect((await server.call('POST', `/api${ended}/cancel`)).status).toBe(404);
    }
    at = (await ask()).body.path ?? '';
    expect((await send({ act: 'cancel' })).status).toBe(303);
    expect(await one('consumer')).toMatchObject({ status: 'canceled' });
  });
});
