import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentId } from '#domain/ids.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { Database } from '../storage/types.ts';
import type { Worker } from './types.ts';
import { T0, World, meta, person, type NewDoc } from './testing/world.ts';

describe('what registrations tell of money', () => {
  let world: World;
  let db: Database;
  let worker: Worker;
  beforeEach(async () => {
    world = new World(memoryStorage());
    db = await world.createEvent();
    worker = world.start();
    // It begins with what comes from now on.
    await worker.idle();
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
  });
  const consumer = (id: string): NewDoc => ({
    ...{ _id: `consumer_${id}`, type: 'consumer', date: T0, status: 'registered', metadata: meta(T0) },
    ...{ notifMethod: 'email', paymentType: 'cash', notifs: {}, total: 5000 },
  });
  const note = (id: string, time: number, amount: number, more: object = {}): NewDoc => ({
    ...{ _id: paymentId(`consumer_${id}`, time, `d1${'0'.repeat(10)}`), type: 'payment' },
    ...{ consumerId: `consumer_${id}`, kind: 'cash', amount, currency: 'chf', time, author: person('Ada') },
    ...{ device: { id: 'd1', name: 'Desk 1' }, ...more },
  });
  const told = async (id: string) => {
    await worker.idle();
    const { taken } = (await world.get(db, `consumer_${id}`)) as { taken?: { id: string; amount: number }[] };
    return (taken ?? []).map(({ amount }) => amount);
  };

  test('a note counts though its registration says nothing of it, and one that is no note does not', async () => {
    await db.bulkDocs([consumer('a'), consumer('b')]);
    await db.put(note('a', T0 + 1, 2000));
    expect([await told('a'), await told('b')]).toEqual([[2000], []]);
    // Two devices: the other one's version of the registration has won, and knows of its own note alone.
    const second = note('a', T0 + 2, 3000);
    await db.put(second);
    await world.change(db, 'consumer_a', () => ({
      taken: [{ id: second._id, kind: 'cash', amount: 3000 }],
    }));
    expect(await told('a')).toEqual([2000, 3000]);
    await world.change(db, 'consumer_b', () => ({
      taken: [{ id: 'payment_b_made_up', kind: 'cash', amount: 5000 }],
    }));
    expect(await told('b')).toEqual([]);
  });

  test('the history tells each note and that it was taken back, and by whom; of an event of before too', async () => {
    await worker.stop();
    const person = { forename: 'Ada', surname: 'Test' };
    const taken = note('a', T0 + 2000, 5000, { currency: 'chf' });
    await db.bulkDocs([
      { ...consumer('a'), person },
      taken,
      note('a', T0 + 1000, -700, { currency: 'chf', kind: 'transfer', schemaVersion: 3, day: '2023-11-14' }),
    ]);
    worker = world.start();
    await worker.idle();
    await db.put(
      note('a', T0 + 3000, 5000, { currency: 'chf', cancels: taken._id, author: { id: 'bo', name: 'Bo' } }),
    );
    await worker.idle();
    const about = { client: 'Ada Test', currency: 'chf' };
    expect((await world.history()).filter(({ code }) => code.startsWith('money_'))).toMatchObject([
      {
        ...{ code: 'money_noted', session: null, of: ['consumer_a'], author: { name: 'Ada' } },
        params: { ...about, kind: 'transfer', amount: -700, day: '2023-11-14' },
        createdAt: T0 / 1000 + 1,
      },
      { code: 'money_noted', params: { ...about, kind: 'cash', amount: 5000, day: null } },
      { code: 'money_unnoted', author: { name: 'Bo' }, params: { ...about, kind: 'cash', amount: 5000 } },
    ]);
  });

  test('a note of a transfer counts, which only later versions know', async () => {
    await db.put(consumer('a'));
    await db.put(note('a', T0 + 1, 2000, { kind: 'transfer', schemaVersion: 2 }));
    expect(await told('a')).toEqual([2000]);
    expect(await world.get(db, 'consumer_a')).toMatchObject({ taken: [{ byTransfer: true }] });
  });

  test('said to be paid on one device, cash noted on another: both count', async () => {
    const registration = { amount: 5000, vat: 0, currency: 'chf', rate: 100 };
    await db.put({ ...consumer('a'), registration, status: 'invoice_paid' });
    await db.put(note('a', T0 + 1, 2000));
    expect(await told('a')).toEqual([2000]);
    const now = await world.get(db, 'consumer_a');
    expect(now).toMatchObject({ status: 'invoice_paid', settlement: { paid: 5000, refunded: 0 } });
    await world.change(db, 'consumer_a', () => ({ notifMethod: 'sms' }));
    expect(await told('a')).toEqual([2000]);
    expect(await world.get(db, 'consumer_a')).toMatchObject({ settlement: { paid: 5000, refunded: 0 } });
  });

  test('another worker knows the notes that the first one saw', async () => {
    await db.bulkDocs([consumer('a'), note('a', T0 + 1, 2000)]);
    expect(await told('a')).toEqual([2000]);
    await worker.stop();
    worker = world.start();
    await world.change(db, 'consumer_a', () => ({ taken: [] }));
    expect(await told('a')).toEqual([2000]);
  });

  test('many changed registrations are looked at together', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `c${index}`);
    await db.bulkDocs(ids.map((id) => consumer(id)));
    await worker.idle();
    let asked = 0;
    for (const name of ['allDocs', 'get', 'bulkGet'] as const) {
      const original = db[name].bind(db) as (...options: unknown[]) => unknown;
      (db as unknown as Record<string, unknown>)[name] = (...options: unknown[]) => {
        asked += 1;
        return original(...options);
      };
    }
    const { rows } = await db.allDocs({
      startkey: 'consumer_',
      endkey: 'consumer_\ufff0',
      include_docs: true,
    });
    asked = 0;
    await db.bulkDocs(rows.map(({ doc }) => ({ ...doc, metadata: meta(T0 + 5) })) as never);
    await worker.idle();
    expect(asked).toBeGreaterThan(0);
    // In a few rounds at most, each with a few questions: not one for each.
    expect(asked).toBeLessThan(ids.length);
  });
});
