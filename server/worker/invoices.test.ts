import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import type { AnyDoc, Database, Epoch, Storage } from '../storage/types.ts';
import { historyDatabase } from '../storage/types.ts';
import { createIssuer, type Issuer } from '../invoices/issue.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { createInvoices } from './invoices.ts';
import { STORAGES } from './testing/storages.ts';
import { EVENT, meta, T0, World, type NewDoc } from './testing/world.ts';

const consumer = (name: string, more: AnyDoc = {}): NewDoc => ({
  _id: `consumer_${name}`,
  type: 'consumer',
  status: 'registered',
  metadata: meta(T0),
  ...more,
});
const indexOf = async (db: Database, name: string): Promise<unknown> =>
  ((await db.get(`consumer_${name}`)) as AnyDoc)['invoiceIndex'] ?? undefined;

describe.each(STORAGES)('invoice indexes on %s', (_name, open) => {
  let storage: Storage;
  let world: World;
  let db: Database;
  beforeEach(async () => {
    storage = await open();
    world = new World(storage);
    db = await world.createEvent();
  });
  afterEach(() => world.close());

  test('are given in order when a status needs one, and kept for ever', async () => {
    const worker = world.start();
    await db.bulkDocs([consumer('a'), consumer('b'), consumer('c')]);
    await worker.idle();
    expect(await indexOf(db, 'a')).toBeUndefined();
    await world.change(db, 'consumer_b', () => ({ status: 'invoice_sent' }));
    await worker.idle();
    await world.change(db, 'consumer_a', () => ({ status: 'invoice_paid' }));
    await world.change(db, 'consumer_c', () => ({ invoiceWanted: true }));
    await worker.idle();
    expect([await indexOf(db, 'b'), await indexOf(db, 'a'), await indexOf(db, 'c')]).toEqual([0, 1, 2]);
    expect(await world.get(db, EVENT_DOC_ID)).toMatchObject({ invoiceNextIndex: 3 });
    await world.change(db, 'consumer_b', () => ({ status: 'canceled' }));
    await worker.idle();
    expect(await indexOf(db, 'b')).toBe(0);
    await worker.stop();
  });

  test('the history tells what was issued and taken back, once, and nothing that a device makes up', async () => {
    const worker = world.start();
    const registration = { amount: 10_000, vat: 0, currency: 'chf', rate: 100 };
    const person = { forename: 'Ada', surname: 'Test' };
    await db.bulkDocs([consumer('a', { registration, person, invoiceWanted: true })]);
    await worker.idle();
    const [first] = (await world.get(db, 'consumer_a'))['invoices'] as { number: string }[];
    const madeUp = { ...first, index: 7, number: 'MINE' };
    await world.change(db, 'consumer_a', () => ({
      invoices: [first, madeUp],
      metadata: meta(T0 + 2000, 'Eve'),
    }));
    await worker.idle();
    await world.change(db, 'consumer_a', () => ({ invoiceCorrects: 0, metadata: meta(T0 + 3000, 'Bo') }));
    await worker.idle();
    const [, credit] = (await world.get(db, 'consumer_a'))['invoices'] as { number: string }[];
    const money = { client: 'Ada Test', currency: 'chf' };
    const told = (await world.history()).filter(({ code }) => code.startsWith('invoice_'));
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ code: 'invoice_issued', author: { id: 'foyer', name: 'Foyer' }, of: ['consumer_a'] },
          params: { ...money, number: first?.number, amount: 10_000 },
        }),
        expect.objectContaining({
          code: 'invoice_taken_back',
          params: { ...money, number: credit?.number, invoice: first?.number, amount: -10_000 },
        }),
      ]),
    );
    await worker.stop();
  });

  test('whoever has cancelled before it is heard that an invoice was wanted gets none, and owes none', async () => {
    const worker = world.start();
    await db.bulkDocs([consumer('a', { status: 'canceled', invoiceWanted: true })]);
    await worker.idle();
    expect(await indexOf(db, 'a')).toBeUndefined();
    await world.change(db, 'consumer_a', () => ({ status: 'registered' }));
    await worker.idle();
    expect(await indexOf(db, 'a')).toBe(0);
    await worker.stop();
  });

  test('a number that a device wrote, or took away, is put right', async () => {
    const worker = world.start();
    await db.bulkDocs([consumer('a', { status: 'invoice_sent' }), consumer('b')]);
    await worker.idle();
    await world.change(db, 'consumer_b', () => ({ invoiceIndex: 0 }));
    await world.change(db, 'consumer_a', () => ({ invoiceIndex: null }));
    await world.change(db, EVENT_DOC_ID, () => ({ invoiceNextIndex: 0 }));
    await worker.idle();
    expect(await indexOf(db, 'a')).toBe(0);
    expect(await indexOf(db, 'b')).toBeUndefined();
    expect(await world.get(db, EVENT_DOC_ID)).toMatchObject({ invoiceNextIndex: 1 });
    await worker.stop();
  });

  test('a numbering goes on from what the event had before', async () => {
    await db.put(consumer('old', { invoiceIndex: 41 }));
    await world.change(db, EVENT_DOC_ID, () => ({ invoiceNextIndex: 7 }));
    await db.put(consumer('new', { status: 'invoice_sent' }));
    const worker = world.start();
    await worker.idle();
    expect([await indexOf(db, 'old'), await indexOf(db, 'new')]).toEqual([41, 42]);
    await worker.stop();
  });
});

/** A database whose writes fail as `fails` says: before they happen, or after, so that only the answer is lost. */
function flaky(db: Database, fails: () => 'before' | 'after' | null): Database {
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'put') {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return async (doc: NewDoc) => {
        const how = fails();
        if (how === 'before') throw new Error('crash');
        const reply = await target.put(doc);
        if (how === 'after') throw new Error('crash');
        return reply;
      };
    },
  });
}

const life = (...ids: string[]): Epoch[] => ids.map((id, at) => ({ id, begin: at, end: null }));
const issuer: Issuer = {
  issue: () => Promise.resolve(new Map()),
  outdated: () => Promise.resolve([]),
  unprinted: () => Promise.resolve([]),
};
const epochs = (): Promise<Epoch[]> => Promise.resolve(life('one'));

test('after a backup was put back: numbers that went out stay, and none is given twice', async () => {
  const storage = memoryStorage();
  const world = new World(storage);
  const db = await world.createEvent();
  const historyDb = await storage.open(historyDatabase(EVENT));
  const names = ['a', 'b', 'c', 'd', 'e'];
  await db.bulkDocs(names.map((name) => consumer(name)));
  const before = createInvoices({ db, historyDb, issuer, epochs });
  const invoice = async (name: string, more: AnyDoc = {}): Promise<void> => {
    await world.change(db, `consumer_${name}`, () => ({ status: 'invoice_sent', ...more }));
  };
  await invoice('a');
  await before.look(['consumer_a']);

  // The server forgot that b, c and d had 1 to 3; c's device is the first to come back, with the event.
  const after = createInvoices({ db, historyDb, issuer, epochs: () => Promise.resolve(life('other')) });
  await world.change(db, EVENT_DOC_ID, () => ({ invoiceNextIndex: 4 }));
  await invoice('c', { invoiceIndex: 2 });
  await after.look(['consumer_c', EVENT_DOC_ID]);
  await invoice('e');
  await after.look(['consumer_e']);
  await invoice('b', { invoiceIndex: 1 });
  await after.look(['consumer_b']);
  await invoice('d', { invoiceIndex: 2 });
  await after.look(['consumer_d', EVENT_DOC_ID]);
  const given = await Promise.all(names.map((name) => indexOf(db, name)));
  // d came with the number of another: that one was first.
  expect(given).toEqual([0, 1, 2, 5, 4]);
  expect(await world.get(db, EVENT_DOC_ID)).toMatchObject({ invoiceNextIndex: 6 });
  await storage.close();
});

test('a correction that is asked for while the one before is issued comes after it', async () => {
  const storage = memoryStorage();
  const world = new World(storage);
  const db = await world.createEvent();
  const historyDb = await storage.open(historyDatabase(EVENT));
  const real = createIssuer({ db, historyDb, now: () => T0 });
  const costs = (amount: number) => ({ registration: { amount, vat: 0, currency: 'chf', rate: 100 } });
  await db.put(consumer('a', { ...costs(1000), status: 'invoice_sent' }));
  const ids = ['consumer_a'];
  const { look } = createInvoices({ db, historyDb, issuer: real, epochs });
  await look(ids);
  await world.change(db, 'consumer_a', () => ({ ...costs(800), invoiceCorrects: 0 }));
  const during = createInvoices({
    ...{ db, historyDb, epochs },
    issuer: {
      ...real,
      async issue(ledger, consumerIds) {
        const issued = await real.issue(ledger, consumerIds);
        await world.change(db, 'consumer_a', () => ({ ...costs(500), invoiceCorrects: 0 }));
        return issued;
      },
    },
  });
  await during.look(ids);
  await look(ids);
  await look(ids);
  const { invoices, invoiceIndex, invoiceCorrects } = (await db.get('consumer_a')) as AnyDoc;
  const totals = (invoices as { total: number }[]).map(({ total }) => total);
  expect({ totals, invoiceIndex, invoiceCorrects }).toEqual({
    ...{ totals: [1000, -1000, 800, -800, 500], invoiceIndex: 2, invoiceCorrects: undefined },
  });
  await storage.close();
});

test('whatever devices write and wherever the server crashes: unique, unchanging, without gaps, in order', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const name = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('need' as const), name }),
    fc.record({ kind: fc.constant('unneed' as const), name }),
    fc.record({ kind: fc.constant('forge' as const), name, index: fc.nat(9) }),
    fc.record({ kind: fc.constant('drop' as const), name }),
    fc.record({ kind: fc.constant('diverge' as const), name, hash: fc.constantFrom('0', '9', 'f') }),
    fc.record({
      kind: fc.constant('look' as const),
      crashes: fc.array(fc.constantFrom('before' as const, 'after' as const, null), { maxLength: 6 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const storage = memoryStorage();
      const world = new World(storage);
      const db = await world.createEvent();
      const historyDb = await storage.open(historyDatabase(EVENT));
      const ids = names.map((one) => `consumer_${one}`);
      await db.bulkDocs(names.map((one) => consumer(one)));
      const steady = createInvoices({ db, historyDb, issuer, epochs });
      await steady.look(ids);
      /** Each index in the order in which it was first seen on a consumer. */
      const seen = new Map<string, number>();
      const check = async (): Promise<void> => {
        for (const one of names) {
          const index = await indexOf(db, one);
          expect(index).toBe(seen.get(one) ?? index);
          if (index !== undefined) seen.set(one, Number(index));
        }
        expect([...seen.values()].sort((a, b) => a - b)).toEqual(
          [...seen.values()].map((_value, place) => place),
        );
      };
      for (const one of steps) {
        if (one.kind === 'look') {
          const plan = [...one.crashes];
          const fails = () => plan.shift() ?? null;
          const shaky = createInvoices({
            db: flaky(db, fails),
            historyDb: flaky(historyDb, fails),
            issuer,
            epochs,
          });
          // A crash, then a new start that sees the same changes again.
          await shaky.look(ids).catch(() => undefined);
          await steady.look([...ids, EVENT_DOC_ID]);
          await check();
          continue;
        }
        const stored = await world.get(db, `consumer_${one.name}`);
        if (one.kind === 'need') await db.put({ ...stored, status: 'invoice_sent' });
        if (one.kind === 'unneed') await db.put({ ...stored, status: 'registered' });
        if (one.kind === 'forge') await db.put({ ...stored, invoiceIndex: one.index });
        if (one.kind === 'drop') await db.put({ ...stored, invoiceIndex: null });
        if (one.kind === 'diverge') {
          // A version that another device made without knowing of the index; it may win.
          const [generation = '1', hash = ''] = stored._rev.split('-');
          const { invoiceIndex: _unknown, ...rest } = stored as AnyDoc;
          const start = Number(generation) + 1;
          const own = one.hash.repeat(32);
          const doc = { ...rest, _rev: `${start}-${own}`, _revisions: { start, ids: [own, hash] } };
          await db.bulkDocs([doc as unknown as NewDoc], { new_edits: false });
        }
      }
      await steady.look([...ids, EVENT_DOC_ID]);
      await check();
      const event = await world.get(db, EVENT_DOC_ID);
      expect(event['invoiceNextIndex'] ?? 0).toBe(seen.size);
      await storage.close();
    }),
    { numRuns: 40 },
  );
});
