import { expect, it } from 'vitest';
import { DATABASES, type Database } from '../../storage/types.ts';
import type { Ledger } from './ledger.ts';
import { tellConsumers } from './tell.ts';
import { galaWith, notifOf, personOf, processOn } from '../testing/gala.ts';

let time = Date.now();
const messageOf = (name: string, more: object) =>
  notifOf(name, { _id: `notif_${name}`, consumerStatusNew: `${name}_sent`, ...more });
const statusOf = async (db: Database, name = 'ada'): Promise<unknown> =>
  ((await db.get(`consumer_${name}`)) as unknown as { status: string }).status;
/** As whoever sends it does: claimed, marked, taken. */
async function taken(ledger: Ledger, notif: string, name = 'ada'): Promise<void> {
  const row = ledger.get(`notif_${notif}/consumer_${name}/1`);
  const claimed = row && ledger.claim(row, 'hash', 'Hi');
  const marked = claimed && (await ledger.move(claimed, { kind: 'commit' }));
  time += 1;
  if (!marked || (await ledger.move(marked, { kind: 'accept' })) === null)
    throw new Error(`not taken: ${notif}`);
}
/** Nobody sends: the test says what has gone. */
async function scene(...docs: object[]) {
  const { storage, db } = await galaWith([personOf('ada'), ...docs], 1);
  const { outbox } = processOn(storage, { now: () => time });
  await outbox.run('gala');
  return { storage, db, outbox, ledger: await outbox.ledger('gala') };
}

it('a message that goes while another one is being told is told as well, with its status', async () => {
  const { storage, db, outbox, ledger } = await scene(messageOf('notice', {}), messageOf('invoice', {}));
  await taken(ledger, 'notice');
  const bulkDocs = db.bulkDocs.bind(db) as (...given: unknown[]) => Promise<never>;
  const slow = Object.assign(Object.create(db) as Database, {
    bulkDocs: async (...given: unknown[]) => {
      await taken(ledger, 'invoice');
      return bulkDocs(...given);
    },
  });
  const { readerOn } = outbox as unknown as {
    readerOn: (id: string, on: Database) => { notifs(): Promise<never> };
  };
  const notifs = await readerOn.call(outbox, 'gala', db).notifs();
  await tellConsumers(slow, ledger, notifs, ['consumer_ada'], time);
  expect(await statusOf(db)).toBe('notice_sent');
  await outbox.tell('gala', ['consumer_ada']);
  expect(await statusOf(db)).toBe('invoice_sent');
  await storage.close();
});

it('a message that waited sets nobody back to before one that was put in later and went sooner', async () => {
  const { storage, db, outbox, ledger } = await scene(
    messageOf('invoice', { consumerStatus: 'registered' }),
    messageOf('ticket', { consumerStatus: 'invoice_paid' }),
  );
  time += 1000;
  await db.put(Object.assign(await db.get('consumer_ada'), { status: 'invoice_paid' }));
  await outbox.run('gala');
  await taken(ledger, 'ticket');
  await outbox.tell('gala', ['consumer_ada']);
  expect(await statusOf(db)).toBe('ticket_sent');
  await taken(ledger, 'invoice');
  await outbox.tell('gala', ['consumer_ada']);
  expect(await statusOf(db)).toBe('ticket_sent');
  expect(await db.get('consumer_ada')).toMatchObject({ notifs: { notif_invoice: [{ ok: true }] } });
  await storage.close();
});

it('a message for everybody ends no wait for a payment by card, as else the place is never given back; one for just those may', async () => {
  const held = { status: 'pending', hold: { until: time + 60_000, over: false } };
  const { storage, db, outbox, ledger } = await scene(
    { ...personOf('bob'), ...held },
    messageOf('notice', {}),
    messageOf('invoice', { consumerStatus: 'pending' }),
  );
  for (const name of ['ada', 'bob']) await taken(ledger, 'notice', name);
  await outbox.tell('gala', ['consumer_ada', 'consumer_bob']);
  expect([await statusOf(db), await statusOf(db, 'bob')]).toEqual(['notice_sent', 'pending']);
  expect(await db.get('consumer_bob')).toMatchObject({ notifs: { notif_notice: [{ ok: true }] } });
  await taken(ledger, 'invoice', 'bob');
  await outbox.tell('gala', ['consumer_bob']);
  expect(await statusOf(db, 'bob')).toBe('invoice_sent');
  await storage.close();
});

it('that it was delivered sets no status again over one that was given since', async () => {
  const { storage, db, outbox, ledger } = await scene(messageOf('notice', {}));
  await taken(ledger, 'notice');
  ledger.noteTold = () => Promise.resolve();
  await outbox.tell('gala', ['consumer_ada']);
  await db.put(Object.assign(await db.get('consumer_ada'), { status: 'seating_validated' }));
  const row = ledger.get('notif_notice/consumer_ada/1');
  time += 1000;
  if (row === null || (await ledger.move(row, { kind: 'deliver' })) === null)
    throw new Error('not delivered');
  await outbox.tell('gala', ['consumer_ada']);
  expect(await statusOf(db)).toBe('seating_validated');
  await storage.close();
});

it('whoever takes an event over, or failed to tell, tells what is owed', async () => {
  const { storage, db, outbox, ledger } = await scene(messageOf('notice', {}));
  // By a process that died before it told anybody.
  await taken(ledger, 'notice');
  await outbox.run('gala');
  expect(await statusOf(db)).toBe('registered');
  outbox.forget('gala');
  const { bulkDocs } = db;
  db.bulkDocs = () => Promise.reject(new Error('not now'));
  await expect(outbox.run('gala')).rejects.toThrow('not now');
  db.bulkDocs = bulkDocs;
  // Nor is it forgotten where what comes before the telling fails.
  const services = await storage.open(DATABASES.services);
  const { get } = services;
  services.get = () => Promise.reject(new Error('nor now'));
  await expect(outbox.run('gala')).rejects.toThrow('nor now');
  services.get = get;
  await outbox.run('gala');
  expect(await statusOf(db)).toBe('notice_sent');
  await storage.close();
});

it('of two messages the one that was taken last gives the status, however late the other one was delivered', async () => {
  const { storage, db, outbox, ledger } = await scene(messageOf('notice', {}), messageOf('invoice', {}));
  await taken(ledger, 'notice');
  await taken(ledger, 'invoice');
  time += 1000;
  const row = ledger.get('notif_notice/consumer_ada/1');
  if (row === null || (await ledger.move(row, { kind: 'deliver' })) === null)
    throw new Error('not delivered');
  await outbox.tell('gala', ['consumer_ada']);
  expect(await statusOf(db)).toBe('invoice_sent');
  await storage.close();
});

it('what was put in is sent, though whoever put it in ended before asking for that', async () => {
  const { storage } = await galaWith([personOf('ada'), messageOf('notice', {})], 1);
  const jobs = await storage.open(DATABASES.jobs);
  const { put } = jobs;
  jobs.put = () => Promise.reject(new Error('not now'));
  await expect(processOn(storage).outbox.run('gala')).rejects.toThrow('not now');
  jobs.put = put;
  await processOn(storage).outbox.run('gala');
  const { rows } = await jobs.allDocs({ include_docs: true });
  expect(rows).toMatchObject([{ doc: { kind: 'sendMessages', eventId: 'gala', state: 'waiting' } }]);
  await storage.close();
});
