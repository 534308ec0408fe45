import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { Database } from '../storage/types.ts';
import type { Worker } from './types.ts';
import { T0, World, client, meta } from './testing/world.ts';

describe('what a door knows of cancelled registrations', () => {
  let world: World;
  let db: Database;
  let worker: Worker;
  beforeEach(async () => {
    world = new World(memoryStorage());
    db = await world.createEvent();
    worker = world.start();
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
  });
  const consumer = (status: string) => ({ _id: 'consumer_x', type: 'consumer', status, metadata: meta(T0) });
  const flags = async () => {
    await worker.idle();
    const docs = await Promise.all(['client_ada', 'client_bo'].map((id) => db.get(id)));
    return docs.map((doc) => (doc as { canceled?: boolean }).canceled);
  };

  test('each client of a cancelled registration says so, until it is none any more', async () => {
    await db.bulkDocs([
      { ...client('Ada'), consumerId: 'consumer_x' },
      { ...client('Bo'), consumerId: 'consumer_x' },
      consumer('registered'),
    ]);
    expect(await flags()).toEqual([undefined, undefined]);
    await world.change(db, 'consumer_x', () => ({ status: 'canceled' }));
    expect(await flags()).toEqual([true, true]);
    // Made up, or lost in a merge: put right. Another worker knows no less.
    await worker.stop();
    worker = world.start();
    await world.change(db, 'client_ada', () => ({ canceled: false }));
    expect(await flags()).toEqual([true, true]);
    await world.change(db, 'client_bo', () => ({ consumerId: null }));
    expect(await flags()).toEqual([true, undefined]);
    await world.change(db, 'consumer_x', () => ({ status: 'registered' }));
    expect(await flags()).toEqual([undefined, undefined]);
    expect((await world.history()).map(({ code }) => code)).not.toContain('version_overruled');
  });
});
