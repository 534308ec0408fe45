import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePeople } from '#domain/commands/erase.ts';
import { run } from '#domain/commands/run.ts';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { callerOf, ownPerson } from '../commands/own.ts';
import { attachedTo, meta, Scene, WORD } from '../outbox/testing/scene.ts';
import { clientDoc } from '../testing/documents.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { readAttachment, update } from '../storage/documents.ts';
import { historyDatabase } from '../storage/types.ts';
import { readRows } from '../worker/erasure/ledger.ts';

interface Issued {
  data: Record<string, unknown> & { total: number; number: string };
  sha256: string;
  pdf: string | null;
}

describe('issued invoices', () => {
  let server: TestServer;
  let mail: TestMailServer;
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
    mail = await startMailServer(WORD);
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  const box = { x: 10, y: 10, width: 60, height: 5, pageIndex: 0 };
  async function template(gala: Scene, title: string, variable = 'amount'): Promise<void> {
    const data = Buffer.from(await plainTemplate()).toString('base64');
    await gala.put({
      ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'en', paymentType: 'transfer' },
      refs: [
        { ...box, variableKey: 'invoice_id' },
        { ...box, y: 30, variableKey: variable },
      ],
      metadata: { ...meta, title },
      _attachments: { template: { content_type: 'application/pdf', data } },
    });
  }
  async function scene(): Promise<Scene> {
    const gala = await new Scene(server).open(mail.account);
    await gala.put({ ...(await gala.get('event')), _id: 'event', invoicePrefix: 'G', company: 'Lake Ltd' });
    return gala;
  }
  const sold = (amount: number, more: object = {}) => ({
    paymentType: 'transfer',
    registration: { amount, vat: 810, currency: 'chf', rate: 100 },
    ...more,
  });
  async function change(gala: Scene, fields: object): Promise<void> {
    await gala.put({ ...(await gala.get('consumer_ada')), _id: 'consumer_ada', ...fields });
    await gala.settled();
  }
  const told = async (gala: Scene): Promise<IssuedInvoice[]> => {
    await gala.settled();
    return ((await gala.get('consumer_ada'))['invoices'] ?? []) as IssuedInvoice[];
  };
  const fetched = (gala: Scene, which: string, as = server.manager) =>
    server.call<Issued>('GET', `/api/invoices/${gala.eventId}/${which}`, { as });
  const rowsDone = async (gala: Scene): Promise<boolean[]> =>
    (await readRows(server.storage, gala.eventId)).map(({ doneAt }) => doneAt !== null);
  const bytesOf = ({ pdf }: Issued): Buffer => Buffer.from(pdf ?? '', 'base64');
  const textsOf = async (one: Issued): Promise<string> =>
    ((await readPdf(new Uint8Array(bytesOf(one)))).pages[0]?.texts ?? []).map(({ text }) => text).join(' ');

  it('an invoice is kept as it was sold, with its number, and its PDF comes out byte for byte whatever changes [TPL-32]', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(12_345));
    expect(await told(gala)).toEqual([]);
    await change(gala, { invoiceWanted: true });
    expect(await told(gala)).toMatchObject([
      { kind: 'invoice', index: 0, number: 'G0001', total: 13_345, currency: 'chf', lacks: null },
    ]);
    const { body: first } = await fetched(gala, 'invoice/0');
    expect(first.data).toMatchObject({
      ...{ number: 'G0001', currency: 'chf', paymentType: 'transfer', language: 'en' },
      ...{ net: 12_345, vatRate: 810, vat: 1000, total: 13_345, seller: { company: 'Lake Ltd' } },
      buyer: { forename: 'ada', surname: 'Test', email: 'ada@example.org' },
    });
    expect(await textsOf(first)).toBe('G0001 CHF 133.45');
    expect(
      createHash('sha256')
        .update(new Uint8Array(bytesOf(first)))
        .digest('base64url'),
    ).toBe(first.sha256);

    await template(gala, 'second', 'fullname');
    await gala.put({ ...(await gala.get('event')), _id: 'event', invoicePrefix: 'X', company: 'Other' });
    await change(gala, sold(99));
    expect((await fetched(gala, 'invoice/0')).body).toEqual(first);
    expect(await told(gala)).toHaveLength(1);
  });

  it('outlives its person: erased from the registration, they stand in what was issued, byte for byte', async () => {
    const gala = await scene();
    await template(gala, 'first', 'surname');
    await gala.consumer('ada', sold(12_345));
    await change(gala, { invoiceWanted: true });
    const before = await told(gala);
    const { body: issued } = await fetched(gala, 'invoice/0');
    expect(await textsOf(issued)).toBe('G0001 Test');
    await gala.put(clientDoc('ada', { consumerId: 'consumer_ada' }));
    const staff = ownPerson({ id: 'mia', name: 'mia' });
    const caller = callerOf(staff, { now: Date.now(), newId: () => 'x', device: { id: 'd', name: 'Desk' } });
    const documents = await server.documents(gala.eventId, staff);
    const erasure = { clientIds: ['client_ada'] };
    expect(await run(documents, erasePeople, erasure, caller)).toMatchObject({ ok: true });
    await gala.settled();
    expect(await rowsDone(gala)).toEqual([true, true]);
    const left = await gala.get('consumer_ada');
    expect(left).toMatchObject({ notifs: {}, invoiceIndex: 0, invoiceWanted: true });
    expect(left['person']).toBeUndefined();
    expect(left['invoices']).toEqual(before);
    expect((await fetched(gala, 'invoice/0')).body).toEqual(issued);
  });

  it('a mail takes along what was issued, not what the registration says by now', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(5000, { invoiceWanted: true }));
    await told(gala);
    const { body: kept } = await fetched(gala, 'invoice/0');
    await change(gala, sold(7000));
    mail.mails.length = 0;
    const body = { font: '', html: '<p>a</p>', text: '' };
    const contents = { subject: 'a', body, attachInvoice: true, attachInvitation: false };
    await gala.notif('a', { contents });
    await gala.routine();
    await gala.settled();
    const files = mail.mails.flatMap(({ source }) => attachedTo(source));
    expect(files.map(({ name }) => name)).toEqual(['invoice-G0001.pdf']);
    expect(Buffer.from(files[0]?.bytes ?? []).equals(bytesOf(kept))).toBe(true);
  });

  it('one that could not be printed goes with no message as another one of the same number', async () => {
    const gala = await scene();
    await template(gala, 'first', 'fullname');
    const person = { forename: '𒀀𒁀', surname: '', email: 'ada@example.org', language: 'en' };
    await gala.consumer('ada', sold(5000, { person, invoiceWanted: true }));
    expect(await told(gala)).toMatchObject([{ number: 'G0001', lacks: 'unprintable' }]);
    await change(gala, { person: { ...person, forename: 'Ada' } });
    mail.mails.length = 0;
    const body = { font: '', html: '<p>a</p>', text: '' };
    await gala.notif('a', { contents: { subject: 'a', body, attachInvoice: true, attachInvitation: false } });
    await gala.routine();
    await gala.settled();
    const { notifs } = await gala.get('consumer_ada');
    expect(notifs).toMatchObject({ notif_a: [{ ok: false, error: 'unprintable' }] });
    expect(mail.mails).toEqual([]);
  });

  it('one whose PDF was lost is made again exactly as it was issued, or not at all, and that is said', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(5000, { invoiceWanted: true }));
    await told(gala);
    const { body: first } = await fetched(gala, 'invoice/0');
    const books = await server.storage.open(historyDatabase(gala.eventId));
    const lose = () => update(books, 'issued_invoice_0', (doc) => ({ ...doc, _attachments: {} }));
    await lose();
    await change(gala, sold(7000));
    expect((await fetched(gala, 'invoice/0')).body).toEqual(first);
    const back = await readAttachment(books, 'issued_invoice_0', 'pdf');
    expect(back?.toString('base64')).toBe(first.pdf);

    await template(gala, 'second', 'fullname');
    expect((await fetched(gala, 'invoice/0')).body).toEqual(first);
    await lose();
    expect((await fetched(gala, 'invoice/0')).body).toEqual({ ...first, pdf: null });
    mail.mails.length = 0;
    const body = { font: '', html: '<p>a</p>', text: '' };
    await gala.notif('a', { contents: { subject: 'a', body, attachInvoice: true, attachInvitation: false } });
    await gala.routine();
    await gala.settled();
    const { notifs } = await gala.get('consumer_ada');
    expect(notifs).toMatchObject({ notif_a: [{ ok: false, error: 'missing_file' }] });
    expect(mail.mails).toEqual([]);
  });

  it('the invoice that a message takes along when it is sent again has two digits more [TPL-33]', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(5000, { invoiceWanted: true }));
    await told(gala);
    mail.mails.length = 0;
    const body = { font: '', html: '<p>a</p>', text: '' };
    const contents = { subject: 'a', body, attachInvoice: true, attachInvitation: false };
    await gala.notif('a', { contents });
    await gala.settled();
    await gala.notif('a', { contents, resendConsumerIds: ['consumer_ada'] });
    await expect.poll(() => mail.mails.length).toBe(2);
    const files = mail.mails.flatMap(({ source }) => attachedTo(source));
    expect(files.map(({ name }) => name)).toEqual(['invoice-G0001.pdf', 'invoice-G0001-02.pdf']);
    // The same that was issued: two invoices would be owed twice.
    expect(Buffer.from(files[0]?.bytes ?? []).equals(Buffer.from(files[1]?.bytes ?? []))).toBe(true);
  });

  it('a correction is a credit note of a series of its own and a new invoice; a cancelled one is only taken back', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(10_000, { invoiceWanted: true }));
    await told(gala);
    await change(gala, { ...sold(8000), invoiceCorrects: 0 });
    const list = await told(gala);
    expect(list.map(({ number, total }) => [number, total])).toEqual([
      ...[
        ['G0001', 10_810],
        ['GC0001', -10_810],
        ['G0002', 8648],
      ],
    ]);
    const after = await gala.get('consumer_ada');
    expect(after).toMatchObject({ invoiceIndex: 1 });
    expect(after).not.toHaveProperty('invoiceCorrects');
    const { body: credit } = await fetched(gala, 'credit/0');
    expect(credit.data).toMatchObject({ kind: 'credit', takesBack: 'G0001', net: -10_000, vat: -810 });
    const said = await textsOf(credit);
    for (const text of ['Credit note', 'GC0001', 'Takes back invoice G0001.', '-CHF 108.10', 'ada Test'])
      expect(said).toContain(text);

    // The wish of before comes once more, from a device that was away.
    await change(gala, { invoiceCorrects: 0 });
    expect(await told(gala)).toEqual(list);
    expect(await gala.get('consumer_ada')).not.toHaveProperty('invoiceCorrects');
    await change(gala, { status: 'canceled', invoiceCorrects: 1 });
    const all = await told(gala);
    expect(all.map(({ number }) => number)).toEqual(['G0001', 'GC0001', 'G0002', 'GC0002']);
    expect(all.reduce((sum, { total }) => sum + total, 0)).toBe(0);
    await change(gala, { ...sold(100), status: 'registered', invoiceCorrects: 1 });
    expect((await told(gala)).map(({ number }) => number).slice(3)).toEqual(['GC0002', 'G0003']);
  });

  it('a credit note names the issuer and the event of its invoice, whatever these are called by now, and is made again as it was', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(10_000, { invoiceWanted: true }));
    await told(gala);
    const rename = async (title: string, company: string) =>
      gala.put({ ...(await gala.get('event')), _id: 'event', title, company });
    const { title: before } = await gala.get('event');
    await rename('Another year', 'Other SA');
    await change(gala, { ...sold(8000), invoiceCorrects: 0 });
    await told(gala);
    const { body: credit } = await fetched(gala, 'credit/0');
    expect(credit.data).toMatchObject({ seller: { company: 'Lake Ltd' }, event: { title: before } });
    const said = await textsOf(credit);
    expect(said).toContain('Lake Ltd');
    expect(said).toContain(String(before));
    expect(said).not.toMatch(/Other SA|Another year/);
    const { body: next } = await fetched(gala, 'invoice/1');
    expect(next.data).toMatchObject({ seller: { company: 'Other SA' } });
    await rename('A third one', 'Third AG');
    const books = await server.storage.open(historyDatabase(gala.eventId));
    await update(books, 'issued_credit_0', (doc) => ({ ...doc, _attachments: {} }));
    expect((await fetched(gala, 'credit/0')).body).toEqual(credit);
  });

  it('who has cancelled gets what took the invoice back, and never an invoice that is to be paid no more', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(10_000, { invoiceWanted: true }));
    await told(gala);
    mail.mails.length = 0;
    const body = { font: '', html: '<p>a</p>', text: '' };
    const contents = { subject: 'a', body, attachInvoice: true, attachInvitation: false };
    await gala.notif('a', { consumerStatus: 'canceled', contents });
    // The message is due before the credit note is issued.
    await change(gala, { status: 'canceled', invoiceCorrects: 0 });
    await expect.poll(() => mail.mails.length).toBe(1);
    const [file] = mail.mails.flatMap(({ source }) => attachedTo(source));
    expect(file?.name).toBe('credit-note-GC0001.pdf');
    const { body: credit } = await fetched(gala, 'credit/0');
    expect(Buffer.from(file?.bytes ?? []).equals(bytesOf(credit))).toBe(true);
  });

  it('a correction asked for while another one is issued, or by a device that knows the former invoice, is not lost', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(10_000, { invoiceWanted: true }));
    await told(gala);
    await change(gala, { ...sold(8000), invoiceCorrects: 0 });
    const totals = async () => (await told(gala)).map(({ total }) => total);
    expect(await totals()).toEqual([10_810, -10_810, 8648]);
    await change(gala, { ...sold(6000), invoiceCorrects: 0 });
    expect(await totals()).toEqual([10_810, -10_810, 8648, -8648, 6486]);
    // The address alone counts too; what says nothing else does not.
    const address = { name: '', street: 'Rue 1', city: 'Genève', zip: '1200', country: 'CH' };
    await change(gala, { address, invoiceCorrects: 1 });
    expect(await totals()).toEqual([10_810, -10_810, 8648, -8648, 6486, -6486, 6486]);
    await change(gala, { invoiceCorrects: 2 });
    expect(await totals()).toHaveLength(7);
    await change(gala, { status: 'canceled', invoiceCorrects: 2 });
    expect((await totals()).slice(7)).toEqual([-6486]);
    await change(gala, { invoiceCorrects: 0 });
    expect(await totals()).toHaveLength(8);
    expect(await gala.get('consumer_ada')).not.toHaveProperty('invoiceCorrects');
  });

  it('what devices tell of it is put right; who may not see registrations gets nothing', async () => {
    const gala = await scene();
    await template(gala, 'first');
    await gala.consumer('ada', sold(100, { invoiceWanted: true }));
    const right = await told(gala);
    await change(gala, { invoices: [{ ...right[0], number: 'G9999', total: 1 }] });
    expect(await told(gala)).toEqual(right);
    const host = await server.person('hana', 'host', gala.eventId);
    expect((await fetched(gala, 'invoice/0', host)).status).toBe(403);
    for (const which of ['invoice/1', 'credit/0', 'ledger/0', 'invoice/x'])
      expect((await fetched(gala, which)).status).toBe(404);
  });

  it('without a template it has its number and says what it lacks, until there is one', async () => {
    const gala = await scene();
    await gala.consumer('ada', sold(100, { invoiceWanted: true }));
    expect(await told(gala)).toMatchObject([{ number: 'G0001', lacks: 'missing_template' }]);
    const { body: before } = await fetched(gala, 'invoice/0');
    expect(before.pdf).toBeNull();
    await change(gala, sold(900));
    await template(gala, 'first');
    expect(await told(gala)).toMatchObject([{ number: 'G0001', total: 108, lacks: null }]);
    const { body: after } = await fetched(gala, 'invoice/0');
    expect(after.data).toEqual(before.data);
    expect(await textsOf(after)).toBe('G0001 CHF 1.08');
  });
});
