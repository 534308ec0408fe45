import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { documentOf } from '../invoices/records.ts';
import { DATABASES, historyDatabase, type Database, type Storage } from '../storage/types.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { MAILS_AT_ONCE } from './channels/mailChannel.ts';
import { galaWith, notifOf, personOf, processOn } from './testing/gala.ts';
import { attachedTo, headerOf, meta, WORD } from './testing/scene.ts';

const MINUTE = 60_000;
let mail: TestMailServer;
let time = 0;
beforeAll(async () => {
  mail = await startMailServer(WORD, { size: 20_000 });
});
afterAll(() => mail.close());
beforeEach(() => {
  mail.mails.length = 0;
  mail.onMail = () => null;
  mail.onRecipient = () => null;
  time = Date.now();
});
const processOf = (storage: Storage) => processOn(storage, { now: () => time, pause: () => MINUTE });
async function change(db: Database, id: string, more: object): Promise<void> {
  await db.put(Object.assign(await db.get(id), more));
}
async function statesIn({ outbox }: ReturnType<typeof processOn>): Promise<Record<string, unknown>> {
  const ledger = await outbox.ledger('gala');
  return Object.fromEntries(
    [...ledger.all()].map(({ _id, state, hold, failure }) => [
      _id.replace(/^notif_a.consumer_/, '').replace('/1', ''),
      hold ?? failure?.error ?? state,
    ]),
  );
}
const got = (on = mail): string[] => on.mails.map(({ to }) => to.replace('@example.org', '')).sort();

describe('a message that goes later than it was meant', () => {
  it('comes as it was meant, to those who are still there and want it', async () => {
    const people = ['ada', 'bob', 'cyd', 'dan'].map((name) => personOf(name));
    const news = notifOf('News', { purpose: 'news', consumerStatus: 'registered' });
    const { storage, db } = await galaWith([...people, news], mail.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    expect(await statesIn(own)).toEqual({ ada: '451', bob: '451', cyd: '451', dan: '451' });
    mail.onMail = () => null;

    await db.remove(await db.get('consumer_ada'));
    await (await own.outbox.ledger('gala')).setOptOut('bob@example.org', true);
    await change(db, 'consumer_cyd', { erasedAt: time, person: {} });
    // Their status counted when they were put in.
    await change(db, 'consumer_dan', { status: 'canceled' });
    await change(db, 'notif_a', { contents: { subject: 'Other', body: { html: '<p>Other</p>' } } });
    time += MINUTE;
    await own.send();
    expect(got()).toEqual(['dan']);
    expect(headerOf(mail.mails[0]?.source ?? '', 'Subject')).toBe('News');
    expect(await statesIn(own)).toEqual({ ada: 'gone', bob: 'opted_out', cyd: 'gone', dan: 'sent' });
    await storage.close();
  });

  it('gives nobody a status who has paid or cancelled by then, unless it is for those, and is not told later', async () => {
    const people = ['ada', 'bob', 'cyd', 'eve'].map((name) => personOf(name));
    const dan = { ...personOf('dan'), status: 'invoice_paid' };
    const messageOf = (subject: string, more: object) =>
      notifOf(subject, { _id: `notif_${subject}`, ...more });
    const notice = messageOf('notice', { consumerStatus: 'registered', consumerStatusNew: 'notice_sent' });
    const ticket = messageOf('ticket', { consumerStatus: 'invoice_paid', consumerStatusNew: 'ticket_sent' });
    const { storage, db } = await galaWith([...people, dan, notice, ticket] as never, mail.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    mail.onMail = () => null;
    // Paid or given up, while it waited.
    await change(db, 'consumer_ada', { status: 'invoice_paid', settlement: { paid: 100, refunded: 0 } });
    await change(db, 'consumer_bob', { status: 'canceled' });
    await change(db, 'consumer_eve', { status: 'seating_validated' });
    time += MINUTE;
    await own.send();
    const statuses = async () => {
      const { rows } = await db.allDocs({ startkey: 'consumer_', endkey: 'consumer_z', include_docs: true });
      return Object.fromEntries(
        rows.map(({ id, doc }) => [id.slice(-3), (doc as unknown as { status: string }).status]),
      );
    };
    expect(await statuses()).toEqual({
      ...{ ada: 'invoice_paid', bob: 'canceled', cyd: 'notice_sent', dan: 'ticket_sent', eve: 'notice_sent' },
    });
    expect(await db.get('consumer_ada')).toMatchObject({ notifs: { notif_notice: [{ ok: true }] } });

    // Nor where somebody has it sent once more, or they are valid again.
    await change(db, 'notif_ticket', { notifType: 'inactive' });
    await change(db, 'consumer_bob', { status: 'registered' });
    const again = { resendConsumerIds: ['consumer_ada'], metadata: { ...meta, updatedAt: time } };
    await change(db, 'notif_notice', again);
    mail.mails.length = 0;
    await own.outbox.run('gala');
    await own.send();
    expect(got()).toEqual(['ada']);
    expect(await statuses()).toMatchObject({ ada: 'invoice_paid', bob: 'registered' });
    await storage.close();
  });

  it('gives those their status, too, who had paid already when it was to go to all', async () => {
    const [dan, fay] = ['dan', 'fay'].map((name) => ({ ...personOf(name), status: 'invoice_paid' }));
    // Whoever had cancelled is not back by it: the place may be another's.
    const gus = { ...personOf('gus'), status: 'canceled' };
    const thanks = notifOf('Thanks', { consumerStatusNew: 'postevent_sent' });
    const { storage, db } = await galaWith([dan, fay, gus, thanks] as never, mail.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    await change(db, 'consumer_dan', { status: 'canceled' });
    await own.send();
    expect(await db.get('consumer_fay')).toMatchObject({ status: 'postevent_sent' });
    expect(await db.get('consumer_dan')).toMatchObject({ status: 'canceled' });
    expect(await db.get('consumer_gus')).toMatchObject({
      status: 'canceled',
      notifs: { notif_a: [{ ok: true }] },
    });
    await storage.close();
  });

  it('comes to nobody whose guests were all deleted by then, and reminds nobody who has paid by then', async () => {
    const invoices = [
      { kind: 'invoice', index: 0, number: 'G0001', issuedAt: 0, currency: 'chf', total: 100 },
    ];
    const people = ['ada', 'bob', 'cyd', 'dan', 'eve'].map((name) => ({
      ...personOf(name),
      ...{ status: 'invoice_sent', invoiceIndex: 0, invoices },
      registration: { amount: 100, currency: 'chf', rate: 100, vat: 0 },
    }));
    const guests = ['ada', 'cyd', 'eve'].map((name) => ({
      ...{ _id: `client_${name}`, type: 'client', consumerId: `consumer_${name}`, forename: name },
      ...{ surname: 'Test', metadata: meta },
    }));
    const reminder = notifOf('Reminder', { unpaidDays: 1, consumerStatusNew: null });
    const { storage, db } = await galaWith([...people, ...guests, reminder], mail.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    // Of two nothing was tried yet, of the others it was in vain.
    await change(db, 'consumer_dan', { settlement: { paid: 100, refunded: 0 } });
    await change(db, 'client_eve', { deletedAt: time });
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    expect(await statesIn(own)).toEqual({
      ...{ ada: '451', bob: '451', cyd: '451', dan: 'nothing_open', eve: 'gone' },
    });
    mail.onMail = () => null;
    await change(db, 'client_ada', { deletedAt: time });
    await change(db, 'consumer_bob', { settlement: { paid: 100, refunded: 0 } });
    time += MINUTE;
    await own.send();
    expect(got()).toEqual(['cyd']);
    expect(await statesIn(own)).toMatchObject({ ada: 'gone', bob: 'nothing_open', cyd: 'sent' });
    expect(await db.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'nothing_open' }] },
    });
    await storage.close();
  });

  const paper = (kind: 'invoice' | 'credit', index: number, takesBack?: string) => {
    const number = `${kind === 'credit' ? 'GC' : 'G'}000${index + 1}`;
    return {
      ...{ kind, index, number, issuedAt: 0, currency: 'chf', total: kind === 'credit' ? -100 : 100 },
      ...(takesBack === undefined ? {} : { takesBack }),
    };
  };
  const billed = (name: string, more: object = {}, index = 0) => ({
    ...personOf(name),
    ...{ paymentType: 'transfer', invoiceIndex: index, invoices: [paper('invoice', index)], ...more },
    registration: { amount: 100, currency: 'chf', rate: 100, vat: 0 },
  });
  const template = {
    ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'en', refs: [] },
    ...{ paymentType: 'transfer', metadata: meta },
  };
  const contents = { subject: 'a', body: { html: '<p>a</p>' }, attachInvoice: true };

  it('waits while the invoice that it takes along is being corrected or taken back', async () => {
    const { storage } = await galaWith(
      [
        billed('ada', { invoiceCorrects: 0 }),
        billed('bob', { invoiceCorrects: 0, status: 'canceled' }),
        template,
        notifOf('a', { contents }),
      ],
      mail.port,
    );
    const own = processOf(storage);
    await own.outbox.run('gala');
    await own.send();
    expect([got(), await statesIn(own)]).toEqual([[], { ada: 'queued', bob: 'queued' }]);
    await storage.close();
  });

  it('takes along what stands when it goes, where its invoice was corrected or taken back after it was tried in vain', async () => {
    const people = ['ada', 'bob', 'cyd'].map((name, index) => billed(name, {}, index));
    const { storage, db } = await galaWith([...people, template, notifOf('a', { contents })], mail.port);
    const history = await storage.open(historyDatabase('gala'));
    const bytesOf = (number: string) => new TextEncoder().encode(`%PDF ${number}`);
    const issue = async (one: ReturnType<typeof paper>) => {
      const record = { ...one, consumerId: '', data: one, texts: {}, lacks: null, sha256: null };
      await history.put(documentOf(record as never, bytesOf(one.number)) as never);
      return one;
    };
    for (const { invoices } of people) await issue(invoices[0] as ReturnType<typeof paper>);
    const own = processOf(storage);
    await own.outbox.run('gala');
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    mail.onMail = () => null;
    expect(await statesIn(own)).toEqual({ ada: '451', bob: '451', cyd: '451' });

    await change(db, 'consumer_ada', { status: 'canceled', invoiceCorrects: 0 });
    await change(db, 'consumer_bob', { invoiceCorrects: 1 });
    time += MINUTE;
    await own.send();
    expect([got(), await statesIn(own)]).toEqual([['cyd'], { ada: '451', bob: '451', cyd: 'sent' }]);
    const [credit, credit2] = [paper('credit', 0, 'G0001'), paper('credit', 1, 'G0002')];
    for (const one of [credit, credit2, paper('invoice', 3)]) await issue(one);
    await change(db, 'consumer_ada', { invoiceCorrects: null, invoices: [paper('invoice', 0), credit] });
    const corrected = [paper('invoice', 1), credit2, paper('invoice', 3)];
    await change(db, 'consumer_bob', { invoiceCorrects: null, invoiceIndex: 3, invoices: corrected });
    time += MINUTE;
    await own.send();
    expect(await statesIn(own)).toEqual({ ada: 'sent', bob: 'sent', cyd: 'sent' });
    const files = mail.mails.map(({ to, source }) => {
      const [file] = attachedTo(source);
      return [to.slice(0, 3), file?.name, new TextDecoder().decode(file?.bytes)];
    });
    expect(files).toHaveLength(3);
    expect(files).toEqual(
      expect.arrayContaining([
        ['ada', 'credit-note-GC0001.pdf', '%PDF GC0001'],
        ['bob', 'invoice-G0004.pdf', '%PDF G0004'],
        ['cyd', 'invoice-G0003.pdf', '%PDF G0003'],
      ]),
    );
    await storage.close();
  });

  it('says to a cancelled registration whose guests were all deleted that it is cancelled', async () => {
    const guest = {
      ...{ _id: 'client_ada', type: 'client', consumerId: 'consumer_ada', forename: 'ada' },
      ...{ surname: 'Test', deletedAt: time, metadata: meta },
    };
    const { storage } = await galaWith(
      [
        { ...personOf('ada'), status: 'canceled' },
        { ...guest, _id: 'client_bob', consumerId: 'consumer_bob' },
        personOf('bob'),
        guest,
        notifOf('Cancelled', { consumerStatus: 'canceled', consumerStatusNew: null }),
        notifOf('News', { _id: 'notif_b', consumerStatusNew: null }),
      ],
      mail.port,
    );
    const own = processOf(storage);
    await own.outbox.run('gala');
    // Tried in vain first, it is looked at once more whether anybody is left.
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    mail.onMail = () => null;
    time += MINUTE;
    await own.send();
    expect(mail.mails.map(({ to, source }) => [to, headerOf(source, 'Subject')])).toEqual([
      ['ada@example.org', 'Cancelled'],
    ]);
    await storage.close();
  });

  it('takes no credit note to somebody who owes: valid again, they wait for the invoice that staff must ask for', async () => {
    const people = [
      billed('ada', { invoices: [paper('invoice', 0), paper('credit', 0, 'G0001')] }),
      // Taken back after it was tried in vain.
      billed('bob', {}, 1),
    ];
    const { storage, db } = await galaWith([...people, template, notifOf('a', { contents })], mail.port);
    const bytes = new TextEncoder().encode('%PDF');
    for (const { invoices } of people)
      for (const one of invoices as ReturnType<typeof paper>[])
        await (
          await storage.open(historyDatabase('gala'))
        ).put(documentOf({ ...one, data: one, lacks: null } as never, bytes) as never);
    const own = processOf(storage);
    await own.outbox.run('gala');
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    mail.onMail = () => null;
    expect(await statesIn(own)).toEqual({ ada: 'invoice_taken_back', bob: '451' });
    const takenBack = [paper('invoice', 1), paper('credit', 1, 'G0002')];
    await change(db, 'consumer_bob', { invoices: takenBack });
    time += MINUTE;
    await own.send();
    expect([got(), await statesIn(own)]).toEqual([
      [],
      { ada: 'invoice_taken_back', bob: 'invoice_taken_back' },
    ]);
    expect(await db.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'invoice_taken_back' }] },
    });
    await storage.close();
  });

  it('reaches whoever was held back once the next invoice stands, once and by itself; not who has cancelled or has it again', async () => {
    const people = ['ada', 'bob', 'cyd'].map((name, index) => billed(name, {}, index));
    const once = notifOf('a', { contents, notifType: 'one-time' });
    const { storage, db } = await galaWith([...people, template, once], mail.port);
    const history = await storage.open(historyDatabase('gala'));
    const issue = async (name: string, more: object, ...papers: ReturnType<typeof paper>[]) => {
      const own = ((await db.get(`consumer_${name}`)) as unknown as ReturnType<typeof billed>).invoices;
      const bytes = new TextEncoder().encode('%PDF');
      for (const one of papers)
        await history.put(documentOf({ ...one, data: one, lacks: null } as never, bytes) as never);
      await change(db, `consumer_${name}`, { invoices: [...own, ...papers], ...more });
    };
    for (const [index, name] of ['ada', 'bob', 'cyd'].entries())
      await issue(name, {}, paper('credit', index, `G000${index + 1}`));
    const own = processOf(storage);
    await own.outbox.run('gala');
    await own.send();
    const held = 'invoice_taken_back';
    expect([got(), await statesIn(own)]).toEqual([[], { ada: held, bob: held, cyd: held }]);

    // Somebody asks for the next one; until it stands they wait.
    await change(db, 'consumer_ada', { invoiceCorrects: 0 });
    expect((await own.outbox.run('gala')).queued).toBe(0);
    await issue('ada', { invoiceCorrects: null, invoiceIndex: 3 }, paper('invoice', 3));
    await issue('bob', { status: 'canceled', invoiceIndex: 4 }, paper('invoice', 4));
    await issue('cyd', { invoiceIndex: 5 }, paper('invoice', 5));
    const again = { resendConsumerIds: ['consumer_cyd'], metadata: { ...meta, updatedAt: time } };
    await change(db, 'notif_a', again);
    await Promise.all([own.outbox.run('gala'), processOf(storage).outbox.run('gala')]);
    await own.send();
    expect(await statesIn(own)).toEqual({ ada: 'sent', bob: held, cyd: held, 'cyd/2': 'sent' });
    expect([got(), mail.mails.map(({ source }) => attachedTo(source)[0]?.name ?? '').sort()]).toEqual([
      ['ada', 'cyd'],
      ['invoice-G0004.pdf', 'invoice-G0006-02.pdf'],
    ]);
    expect(await db.get('consumer_ada')).toMatchObject({ notifs: { notif_a: [{ ok: true }] } });
    expect((await own.outbox.run('gala')).queued).toBe(0);
    await storage.close();
  });

  it('stays held back where the next invoice finds them paid, or the message ended or not meant for them any more', async () => {
    const messageOf = (subject: string, more: object) =>
      notifOf(subject, { _id: `notif_${subject}`, contents: { ...contents, subject }, ...more });
    const { storage, db } = await galaWith(
      [
        ...['ada', 'bob', 'cyd', 'dan', 'eve'].map((name, index) =>
          billed(
            name,
            { invoices: [paper('invoice', index), paper('credit', index, `G000${index + 1}`)] },
            index,
          ),
        ),
        template,
        { ...template, _id: 'invoicetemplate_2', language: 'fr' },
        messageOf('a', { consumerStatus: 'registered', consumerStatusNew: 'invoice_sent' }),
        messageOf('b', { consumerStatusNew: 'invoice_sent' }),
        messageOf('c', { consumerStatusNew: null, language: 'en' }),
      ],
      mail.port,
    );
    const own = processOf(storage);
    await own.outbox.run('gala');
    const history = await storage.open(historyDatabase('gala'));
    const issue = async (name: string, index: number, more: object) => {
      const next = paper('invoice', index + 5);
      const { invoices } = (await db.get(`consumer_${name}`)) as unknown as ReturnType<typeof billed>;
      const bytes = new TextEncoder().encode('%PDF');
      await history.put(documentOf({ ...next, data: next, lacks: null } as never, bytes) as never);
      await change(db, `consumer_${name}`, {
        invoices: [...invoices, next],
        invoiceIndex: index + 5,
        ...more,
      });
    };
    const french = { person: { forename: 'bob', email: 'bob@example.org', language: 'fr' } };
    // Paid, another language, another status, as it was.
    await issue('ada', 0, { status: 'invoice_paid', settlement: { paid: 100, refunded: 0 } });
    await issue('bob', 1, french);
    await issue('cyd', 2, { status: 'notice_sent' });
    await issue('dan', 3, {});
    await own.outbox.run('gala');
    await own.send();
    expect(
      mail.mails.map(({ to, source }) => `${headerOf(source, 'Subject')} ${to.slice(0, 3)}`).sort(),
    ).toEqual(['a bob', 'a dan', 'b bob', 'b cyd', 'b dan', 'c ada', 'c cyd', 'c dan']);
    expect(await db.get('consumer_ada')).toMatchObject({ status: 'invoice_paid' });

    // Nobody runs two of them any more.
    await change(db, 'notif_a', { notifType: 'inactive', date: null });
    // It was run once before, as a one-time message.
    await change(db, 'notif_b', { notifType: 'inactive', date: 1 });
    await issue('eve', 4, {});
    await own.outbox.run('gala');
    mail.mails.length = 0;
    await own.send();
    expect(mail.mails.map(({ source }) => headerOf(source, 'Subject'))).toEqual(['c']);
    await storage.close();
  });

  it('stays held back in a copy: the original may have sent it', async () => {
    const invoices = [paper('invoice', 0), paper('credit', 0, 'G0001')];
    const people = [billed('ada', { invoices }), template, notifOf('a', { contents })];
    const { storage, db } = await galaWith(people, mail.port);
    await processOf(storage).outbox.run('gala');
    time += MINUTE;
    const mark = { _id: 'instance', copiedAt: time, confirmedAt: time };
    await (await storage.open(DATABASES.worker)).put(mark as never);
    await change(db, 'consumer_ada', { invoiceIndex: 1, invoices: [...invoices, paper('invoice', 1)] });
    const copy = processOf(storage);
    expect((await copy.outbox.run('gala')).queued).toBe(0);
    expect(await statesIn(copy)).toEqual({ ada: 'invoice_taken_back' });
    await storage.close();
  });

  it('comes to nobody any more where the message was deleted', async () => {
    const { storage, db } = await galaWith([personOf('ada'), notifOf('Hello')], mail.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    mail.onMail = () => ({ refuse: 451 });
    await own.send();
    mail.onMail = () => null;
    await change(db, 'notif_a', { notifType: 'deleted' });
    time += MINUTE;
    await own.send();
    expect([got(), await statesIn(own)]).toEqual([[], { ada: 'gone' }]);
    await storage.close();
  });
});

it('who was to get it once more before a copy went on is not known: the original may have sent it', async () => {
  const { storage, db } = await galaWith([personOf('ada'), notifOf('Hello')], mail.port);
  await processOf(storage).outbox.run('gala');
  await processOf(storage).send();
  await change(db, 'notif_a', { resendConsumerIds: ['consumer_ada'], metadata: { updatedAt: time } });
  time += MINUTE;
  const mark = { _id: 'instance', copiedAt: time, confirmedAt: time };
  await (await storage.open(DATABASES.worker)).put(mark as never);
  const copy = processOf(storage);
  await copy.outbox.run('gala');
  await copy.send();
  const again = 'ada/2';
  expect(await statesIn(copy)).toEqual({ ada: 'sent', [again]: 'uncertain' });
  expect(got()).toEqual(['ada']);
  // Whoever asks from then on, asks here.
  time += MINUTE;
  const list = ['consumer_ada', 'consumer_ada'];
  await change(db, 'notif_a', { resendConsumerIds: list, metadata: { updatedAt: time } });
  await copy.outbox.run('gala');
  await copy.send();
  expect(got()).toEqual(['ada', 'ada']);
  await storage.close();
});

it('news do not reach who says so while the mails before theirs are going', async () => {
  const held: (() => void)[] = [];
  let isFirst = true;
  const slow = await startMailServer(WORD, {
    onMailFrom(_address, _session, done) {
      if (isFirst) done();
      else held.push(() => done());
      isFirst = false;
    },
  });
  const people = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((name) => personOf(name));
  const { storage, db } = await galaWith([...people, notifOf('News', { purpose: 'news' })], slow.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  const sending = own.send();
  // As many as go at once; the others wait for them.
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(MAILS_AT_ONCE);
  // Another process heard of it.
  const other = await processOf(storage).outbox.ledger('gala');
  await other.setOptOut('p6@example.org', true);
  const release = setInterval(() => held.splice(0).forEach((go) => go()), 5);
  await sending;
  clearInterval(release);
  expect(slow.mails.map(({ to }) => to.slice(0, 2)).sort()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
  expect(await statesIn(own)).toMatchObject({ p5: 'sent', p6: 'opted_out' });
  expect(await db.get('consumer_p6')).toMatchObject({ notifs: { notif_a: [{ ok: false }] } });
  await slow.close();
  await storage.close();
});

it('among those whom a message is on its way to nobody is missing before their registration tells that they have it', async () => {
  const { storage } = await galaWith(
    [...['ada', 'bob'].map((name) => personOf(name)), notifOf('Hi')],
    mail.port,
  );
  const own = processOf(storage);
  await own.outbox.run('gala');
  mail.onRecipient = (address) => (address.startsWith('bob') ? { refuse: 451 } : null);
  await own.send();
  const underway = async (): Promise<string[]> =>
    (await own.outbox.underway('gala', { notif: 'notif_a' })).map(({ consumerId }) => consumerId).sort();
  expect(await underway()).toEqual(['consumer_ada', 'consumer_bob']);
  time += 11_000;
  expect(await underway()).toEqual(['consumer_bob']);
  await storage.close();
});

describe('a message that cannot go', () => {
  it('is that message’s matter: it says why, and the others go', async () => {
    const people = ['ada', 'bob', 'cyd'].map((name) => personOf(name));
    const large = {
      ...personOf('eve'),
      person: { forename: 'Adelheid'.repeat(5), email: 'eve@example.org', language: 'en' },
    };
    const html = '<p>{{forename}}</p>'.repeat(400);
    const notif = notifOf('Hi', { contents: { subject: 'Hi', body: { html } } });
    const { storage } = await galaWith([large, ...people, notif], mail.port);
    const own = processOf(storage);
    // Breaks off in the middle of it, whenever it comes.
    mail.onRecipient = (to) => (to.startsWith('bob') ? 'drop' : null);
    await own.outbox.run('gala');
    await own.send();
    expect(got()).toEqual(['ada', 'cyd']);
    const states = { ada: 'sent', cyd: 'sent', eve: 'too_large' };
    expect(await statesIn(own)).toEqual({ ...states, bob: 'misconfigured' });
    const bob = (await own.outbox.ledger('gala')).get('notif_a/consumer_bob/1');
    expect(bob).toMatchObject({ state: 'queued', dueAt: time + MINUTE, tries: 1 });
    await storage.close();
  });

  it('a server that breaks off at each is asked no more for now', async () => {
    const people = Array.from({ length: 60 }, (_, index) => personOf(`p${index}`));
    const { storage } = await galaWith([...people, notifOf('Hi')], mail.port);
    const own = processOf(storage);
    let asked = 0;
    mail.onRecipient = () => {
      asked++;
      return 'drop';
    };
    await own.outbox.run('gala');
    await own.send();
    expect(asked).toBeLessThan(10);
    expect([...(await own.outbox.ledger('gala')).all()].map(({ state }) => state)).toEqual(
      people.map(() => 'queued'),
    );
    await storage.close();
  });
});

it('a server that has the first mails and never says so leaves those unknown: the others wait, and go later', async () => {
  const people = Array.from({ length: 60 }, (_, index) => personOf(`p${index}`));
  const { storage } = await galaWith([...people, notifOf('Hi')], mail.port);
  const own = processOf(storage);
  mail.onMail = () => 'keepAndDrop';
  await own.outbox.run('gala');
  await own.send();
  const count = async (wanted: string): Promise<number> =>
    Object.values(await statesIn(own)).filter((state) => state === wanted).length;
  const unknown = await count('uncertain');
  expect(unknown).toBe(mail.mails.length);
  expect(unknown).toBeLessThan(10);
  mail.onMail = () => null;
  time += MINUTE;
  await own.send();
  expect(await count('sent')).toBe(people.length - unknown);
  expect(new Set(got()).size).toBe(people.length);
  await storage.close();
});

describe('a login that is refused in the middle', () => {
  const people = Array.from({ length: 250 }, (_, index) => personOf(`p${index}`));
  /** Takes a word until so many mails are there, then another. */
  async function strictServer(most: number) {
    const state = { word: WORD, tries: 0 };
    const strict = await startMailServer(WORD, {
      onAuth({ username, password }, _session, done) {
        state.tries++;
        const refuse = async (): Promise<void> => {
          await turn.saved;
          done(new Error('no'));
        };
        if (password === state.word) done(null, { user: username });
        else void refuse();
      },
    });
    const turn = { change: (): void => undefined, saved: Promise.resolve() };
    // Those that are open go on; after so many each breaks, and the next has to log in.
    strict.onMail = () => {
      if (strict.mails.length < most) return null;
      state.word = 'another word';
      turn.change();
      return { refuse: 421 };
    };
    return { strict, state, turn };
  }

  it('is not asked for again with each of the next hundred: that locks accounts out', async () => {
    const { strict, state } = await strictServer(20);
    const { storage } = await galaWith([...people, notifOf('Hi')], strict.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    await own.send();
    expect(strict.mails).toHaveLength(20);
    expect(state.tries).toBeLessThanOrEqual(2 * MAILS_AT_ONCE);
    const states = Object.values(await statesIn(own));
    expect(states.filter((one) => one === 'misconfigured').length).toBeGreaterThan(200);
    await storage.close();
    await strict.close();
  });

  it('holds nobody back where the new password was saved meanwhile: all go by that', async () => {
    const { strict, turn } = await strictServer(20);
    const { storage } = await galaWith([...people, notifOf('Hi')], strict.port);
    const services = await storage.open(DATABASES.services);
    const save = async (): Promise<void> => {
      const doc = await services.get('gala');
      const email = { ...(doc as unknown as { email: object }).email, password: 'another word' };
      await services.put({ ...doc, email } as never);
    };
    const own = processOf(storage);
    await own.outbox.run('gala');
    turn.change = () => {
      turn.saved = save();
      strict.onMail = () => null;
    };
    await own.send();
    const rows = [...(await own.outbox.ledger('gala')).all()];
    expect(rows.filter(({ state }) => state === 'withheld')).toEqual([]);
    time += MINUTE;
    await own.send();
    expect(new Set(got(strict)).size).toBe(people.length);
    expect(strict.mails).toHaveLength(people.length);
    await storage.close();
    await strict.close();
  });
});

describe('a mail server that asks to wait before it takes anything', () => {
  const refusal = (responseCode: number) => Object.assign(new Error('busy'), { responseCode });
  const people = Array.from({ length: 12 }, (_, index) => personOf(`p${index}`));

  it.each([
    ['as it greets', { onConnect: () => refusal(421) }, 421],
    ['at the login', { onAuth: () => refusal(454) }, 454],
    ['at the sender, whose day is used up', { onMailFrom: () => refusal(550) }, 'sender_refused'],
  ] as const)('%s: nobody is left out, and all go later', async (_where, says, code) => {
    let isBusy = true;
    const busy = await startMailServer(WORD, {
      onConnect: (_session, done) => done(isBusy && 'onConnect' in says ? says.onConnect() : null),
      onAuth: ({ username }, _session, done) =>
        isBusy && 'onAuth' in says ? done(says.onAuth()) : done(null, { user: username }),
      onMailFrom: (_address, _session, done) =>
        done(isBusy && 'onMailFrom' in says ? says.onMailFrom() : null),
    });
    const { storage } = await galaWith([...people, notifOf('Hi')], busy.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    await own.send();
    const rows = [...(await own.outbox.ledger('gala')).all()];
    expect(rows.map(({ state }) => state)).toEqual(people.map(() => 'queued'));
    expect(rows[0]).toMatchObject({ dueAt: time + MINUTE, failure: { errorCode: code } });
    isBusy = false;
    time += MINUTE;
    await own.send();
    expect(busy.mails).toHaveLength(people.length);
    await storage.close();
    await busy.close();
  });

  it('more than so many connections: those that are open take all, and nobody is tried in vain', async () => {
    let open = 0;
    const small = await startMailServer(WORD, {
      onConnect: (_session, done) => (++open > 2 ? done(refusal(421)) : done()),
      onClose: () => void open--,
    });
    const { storage } = await galaWith([...people, notifOf('Hi')], small.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    await own.send();
    expect(small.mails).toHaveLength(people.length);
    const rows = [...(await own.outbox.ledger('gala')).all()];
    expect(new Set(rows.map(({ state, tries }) => `${state} ${tries}`))).toEqual(new Set(['sent 1']));
    await storage.close();
    await small.close();
  });

  it('those that are refused once the open ones have done all others go over these', async () => {
    let open = 0;
    const late: (() => void)[] = [];
    const small = await startMailServer(WORD, {
      onConnect: (_session, done) => (++open > 2 ? late.push(() => done(refusal(421))) : done()),
      onClose: () => void open--,
    });
    const { storage } = await galaWith([...people, notifOf('Hi')], small.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    const rows = async () => [...(await own.outbox.ledger('gala')).all()];
    const sending = own.send();
    await expect
      .poll(async () => late.length + (await rows()).filter(({ state }) => state === 'sent').length)
      .toBe(people.length);
    expect(late).not.toHaveLength(0);
    for (const refuse of late.splice(0)) refuse();
    await sending;
    expect((await rows()).map(({ state, tries }) => `${state} ${tries}`)).toEqual(people.map(() => 'sent 1'));
    await storage.close();
    await small.close();
  });
});

describe('so many a minute', () => {
  const LIMIT = 3;
  async function twoEvents(): Promise<Storage> {
    const people = ['ada', 'bob', 'cyd', 'dan'].map((name) => personOf(name));
    const { storage } = await galaWith([...people, notifOf('Gala')], mail.port);
    const ball = await storage.open(databaseName('ball'));
    await ball.bulkDocs([...people, notifOf('Ball')] as never);
    const services = await storage.open(DATABASES.services);
    const gala = await services.get('gala');
    const { email } = gala as unknown as { email: object };
    await services.put({ ...gala, email: { ...email, perMinute: LIMIT } } as never);
    // The same account, from another address.
    const own = { ...email, email: 'ball@example.org', host: '127.0.0.1', perMinute: LIMIT };
    await services.put({ _id: 'ball', email: own } as never);
    return storage;
  }

  it('go through it too where another server had a turn in between', async () => {
    const storage = await twoEvents();
    const [one, other] = [processOf(storage), processOf(storage)];
    for (const eventId of ['gala', 'ball']) await one.outbox.run(eventId);
    await one.send('gala');
    expect(mail.mails).toHaveLength(LIMIT);
    time += MINUTE + 1;
    await other.send('ball');
    expect(mail.mails).toHaveLength(2 * LIMIT);
    time += 1000;
    await one.send('gala');
    expect(mail.mails).toHaveLength(2 * LIMIT);
    await storage.close();
  });

  it('go through an account, for all events that use it, after a restart too', async () => {
    const storage = await twoEvents();
    const own = processOf(storage);
    for (const eventId of ['gala', 'ball']) await own.outbox.run(eventId);
    // Both at once: neither waits for the other's last mail.
    await Promise.all(['gala', 'ball'].map((eventId) => own.send(eventId)));
    expect(mail.mails).toHaveLength(LIMIT);
    const next = processOf(storage);
    time += MINUTE - 1000;
    for (const eventId of ['gala', 'ball']) await next.send(eventId);
    expect(mail.mails).toHaveLength(LIMIT);
    time += 1001;
    for (const eventId of ['ball', 'gala']) await next.send(eventId);
    expect(mail.mails).toHaveLength(2 * LIMIT);
    time += MINUTE;
    for (const eventId of ['ball', 'gala']) await next.send(eventId);
    expect(mail.mails).toHaveLength(8);
    await storage.close();
  });
});
