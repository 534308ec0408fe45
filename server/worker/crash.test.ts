import { beforeAll, describe, expect, test } from 'vitest';
import { NO_NAME } from '#domain/documents/erasure.ts';
import type { Session } from '#domain/documents/session.ts';
import { paymentId } from '#domain/ids.ts';
import type { Job } from '../jobs/job.ts';
import { DATABASES, type Database } from '../storage/types.ts';
import { dyingAfter } from '../testing/dying.ts';
import { openTestStorage } from '../testing/storage.ts';
import { ERASE, RETAIN } from './erasure/kind.ts';
import type { Projection } from './projection.ts';
import { PROJECTIONS } from './projections/index.ts';
import { WITH_EACH_STEP } from './testing/storages.ts';
import {
  checkin,
  client,
  entry,
  entryChange,
  EVENT,
  meta,
  person,
  session,
  T0,
  World,
} from './testing/world.ts';

/** Something for every projection, as the last test here proves. */
async function scene(world: World): Promise<Database> {
  const db = await world.createEvent();
  const consumer = (name: string, status: string) => ({
    _id: `consumer_${name}`,
    type: 'consumer',
    status,
    person: { forename: name, surname: 'Test', language: 'fr', email: `${name}@example.org` },
    registration: { amount: 100, currency: 'CHF', ...(name === 'ada' ? { formId: 'form_f' } : {}) },
    metadata: meta(T0),
  });
  await db.bulkDocs([
    client('Ada', { consumerId: 'consumer_ada' }),
    client('Bo', { consumerId: 'consumer_bo' }),
    consumer('ada', 'invoice_paid'),
    consumer('bo', 'canceled'),
    session([entry('Ada'), entry('Bo')]),
    {
      ...consumer('dan', 'registered'),
      registration: { amount: 100, currency: 'chf', date: T0 },
      // A payment by card that the server does not know.
      cards: [{ id: 'ch_1', paid: 5, refunded: 0, currency: 'chf' }],
    },
    {
      ...{
        _id: paymentId('consumer_dan', T0, 'd1'),
        type: 'payment',
        consumerId: 'consumer_dan',
        kind: 'cash',
      },
      ...{ amount: 40, currency: 'chf', time: T0, device: { id: 'd1', name: 'Desk' }, author: person('Ada') },
    },
    client('Eve', { forename: NO_NAME, surname: NO_NAME, erasedAt: T0 }),
    {
      ...{
        _id: 'form_f',
        type: 'form',
        name: 'Team',
        language: 'fr',
        currency: 'chf',
        vat: 0,
        enabled: true,
      },
      ...{ options: [], amounts: {}, required: { account: true }, keepMonths: 12, metadata: meta(T0) },
    },
  ]);
  const phones = ['+41 1', '+41 2'].map((phone, index) => ({
    ...client('Cleo', { phone, metadata: meta(T0 + index, `Writer ${index}`) }),
    _rev: `1-${String(index).repeat(32)}`,
  }));
  for (const leaf of phones) await db.bulkDocs([leaf as never], { new_edits: false });
  await db.bulkDocs([
    checkin('Ada', T0 + 1),
    checkin('Bo', T0 + 2),
    checkin('Bo', T0 + 3, { action: 'out' }),
    entryChange(T0 + 4, [{ clientId: 'client_cleo', in: true, placement: null, product: null }]),
  ]);
  return db;
}

/** All that the worker derives. */
async function derived(world: World, db: Database) {
  const { clients } = (await world.get(db, 'session_dinner')) as unknown as Session;
  const cleo = await db.get('client_cleo', { conflicts: true });
  const dan = await world.get(db, 'consumer_dan');
  return {
    history: (await world.history()).map(({ _id, code }) => `${_id} ${code}`),
    entries: clients.map(({ clientId, checkInTime }) => [clientId, checkInTime]),
    index: (await world.get(db, 'consumer_ada'))['invoiceIndex'],
    next: (await world.get(db, 'event'))['invoiceNextIndex'],
    canceled: (await world.get(db, 'client_bo'))['canceled'],
    cleo: [cleo['phone'], cleo._conflicts],
    dan: [dan['cards'], (dan['taken'] as { amount: number }[] | undefined)?.map(({ amount }) => amount)],
    central: await world.central(),
    jobs: (await (await world.storage.open(DATABASES.jobs)).allDocs({ include_docs: true })).rows
      .map(({ doc }) => doc as unknown as Job)
      .map(({ kind, eventId, key, payload }) => ({ kind, eventId, key, payload }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

describe.each(WITH_EACH_STEP)('a server that dies between two steps, on %s', (name, open) => {
  test('is followed by one that ends with the same, each thing told once', async () => {
    const undisturbed = new World(await open());
    const expected = await scene(undisturbed);
    const whole = undisturbed.start();
    await whole.idle();
    const wanted = await derived(undisturbed, expected);
    expect(wanted).toMatchObject({ index: 0, next: 1, canceled: true, cleo: ['+41 2', undefined] });
    expect(wanted.dan).toEqual([[], [40]]);
    expect(wanted.jobs).toEqual([
      { kind: RETAIN.name, eventId: EVENT, key: '', payload: null },
      { kind: ERASE.name, eventId: EVENT, key: '', payload: null },
      { kind: 'giveAccount', eventId: EVENT, key: 'consumer_ada', payload: { language: 'fr' } },
    ]);
    expect(wanted.history.join()).toContain('version_overruled');
    expect(wanted).toMatchObject({
      entries: [
        ['client_ada', T0 + 1],
        ['client_bo', null],
        ['client_cleo', null],
      ],
    });
    await whole.stop();
    await undisturbed.close();

    let deaths = 0;
    // Every step in memory, a few of them where a death takes longer.
    for (let writes = 0; ; writes += name === 'memory' ? 1 : 8) {
      const storage = await open();
      const world = new World(storage);
      const db = await scene(world);
      const mortal = dyingAfter(storage, writes);
      const first = new World(mortal).start({ now: () => T0 });
      // A dead one is never idle.
      const idle = first.idle().then(() => true);
      while (!mortal.isDead() && !(await Promise.race([idle, tick()])));
      const survived = !mortal.isDead();
      await first.stop();
      // Another process, for which the lease of the dead one has run out.
      world.now += 3_600_000;
      const second = world.start();
      await second.idle();
      expect(await derived(world, db), `after ${writes} writes`).toEqual(wanted);
      await second.stop();
      await world.close();
      if (survived) break;
      deaths++;
    }
    expect(deaths).toBeGreaterThan(name === 'memory' ? 12 : 1);
  }, 120_000);
});

describe('what is compared here', () => {
  async function derivedBy(projections: readonly Projection[]) {
    const world = new World(await openTestStorage('memory'));
    const db = await scene(world);
    const worker = world.start({ projections });
    await worker.idle();
    const found = await derived(world, db);
    await worker.stop();
    await world.close();
    return found;
  }
  let whole: object;
  beforeAll(async () => {
    whole = await derivedBy(PROJECTIONS);
  });
  test.each(PROJECTIONS.map((one) => [one.name, one] as const))('hangs on %s', async (_name, one) => {
    expect(await derivedBy(PROJECTIONS.filter((other) => other !== one))).not.toEqual(whole);
  });
});

const tick = (): Promise<false> => new Promise((resolve) => setImmediate(resolve, false));
