import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { othersWrites, type OthersWrites } from './others.ts';
import type { Database, Storage } from './types.ts';

let storage: Storage;
let db: Database;
let others: OthersWrites;
beforeAll(async () => {
  storage = memoryStorage();
  db = await storage.open('foyer-outbox-a');
  others = othersWrites(storage, 'foyer-outbox-a') as OthersWrites;
});
afterAll(() => storage.close());

const own = (...ids: string[]) => others.during(ids, () => db.bulkDocs(ids.map((_id) => ({ _id })) as never));

it('tells what others wrote, and not what was written by oneself', async () => {
  await own('a', 'b');
  expect(others.take()).toEqual([]);
  await db.put({ _id: 'c' } as never);
  expect(others.take()).toEqual(['c']);
  expect(others.take()).toEqual([]);
});

it('whoever was first, is told of', async () => {
  await db.put({ _id: 'd' } as never);
  const [reply] = await own('d');
  expect(reply).toMatchObject({ error: true });
  expect(others.take()).toEqual(['d']);
  await Promise.all([own('e'), db.put({ _id: 'e' } as never).catch(() => undefined)]);
  expect(others.take()).toEqual(['e']);
});

it('a write that failed hides nobody else’s', async () => {
  await expect(others.during(['f'], () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  await db.put({ _id: 'f' } as never);
  expect(others.take()).toEqual(['f']);
});

it('a database that is gone may hold anything', async () => {
  await storage.destroy('foyer-outbox-a');
  expect(others.take()).toBeNull();
});
