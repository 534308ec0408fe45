import { describe, expect, test } from 'vitest';
import type { Session } from '#domain/documents/session.ts';
import type { Job } from '../jobs/job.ts';
import { DATABASES, type Database } from '../storage/types.ts';
import { dyingAfter } from '../testing/dying.ts';
import { STORAGES } from './testing/storages.ts';
import { checkin, client, entry, EVENT, meta, session, T0, World } from './testing/world.ts';

/** Something for every projection: a conflict, a bill, a cancelled registration, an account to give, check-ins, details of the event. */
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
      ...{
        _id: 'form_f',
        type: 'form',
        name: 'Team',
        language: 'fr',
        currency: 'chf',
        vat: 0,
        enabled: true,
      },
      ...{ options: [], amounts: {}, required: { account: true }, metadata: meta(T0) },
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
  ]);
  return db;
}

/** All that the worker derives. */
async function derived(world: World, db: Database) {
  const { clients } = (await world.get(db, 'session_dinner')) as unknown as Session;
  const cleo = await db.get('client_cleo', { conflicts: true });
  return {
    history: (await world.history()).map(({ _id, code }) => `${_id} ${code}`),
    entries: clients.map(({ clientId, checkInTime }) => [clientId, checkInTime]),
    index: (await world.get(db, 'consumer_ada'))['invoiceIndex'],
    next: (await world.get(db, 'event'))['invoiceNextIndex'],
    canceled: (await world.get(db, 'client_bo'))['canceled'],
    cleo: [cleo['phone'], cleo._conflicts],
    central: await world.central(),
    accounts: (await (await world.storage.open(DATABASES.jobs)).allDocs({ include_docs: true })).rows
      .map(({ doc }) => doc as unknown as Job)
      .map(({ kind, eventId, key, payload }) => ({ kind, eventId, key, payload })),
  };
}

describe.each(STORAGES)('a server that dies between two steps, on %s', (name, open) => {
  test('is followed by one that ends with the same, each thing told once', async () => {
    const undisturbed = new World(await open());
    const expected = await scene(undisturbed);
    const whole = undisturbed.start();
    await whole.idle();
    const wanted = await derived(undisturbed, expected);
    expect(wanted).toMatchObject({ index: 0, next: 1, canceled: true, cleo: ['+41 2', undefined] });
    expect(wanted.accounts).toEqual([
      { kind: 'giveAccount', eventId: EVENT, key: 'consumer_ada', payload: { language: 'fr' } },
    ]);
    expect(wanted.history.join()).toContain('version_overruled');
    expect(wanted).toMatchObject({
      entries: [
        ['client_ada', T0 + 1],
        ['client_bo', null],
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

const tick = (): Promise<false> => new Promise((resolve) => setImmediate(resolve, false));
