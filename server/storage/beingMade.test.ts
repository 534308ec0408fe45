import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStorage, storages } from '../testing/storage.ts';
import type { Storage } from './types.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage(storages('couchdb')[0] ?? 'couchdb');
});
afterAll(() => storage.close());

/** A history is made by the first who writes in it, while others ask whether the event has one. */
it('a database that is just being made is there or not, and nobody is told that it cannot be reached', async () => {
  for (let round = 0; round < 20; round++) {
    const name = `foyer-history-round-${round}`;
    const making = { isMade: false };
    const made = storage.open(name).finally(() => (making.isMade = true));
    const answers: boolean[] = [];
    while (!making.isMade) answers.push(await storage.exists(name));
    await made;
    expect(await storage.exists(name)).toBe(true);
    // Once it was there, it stays.
    expect(answers).toEqual([...answers].sort((a, b) => Number(a) - Number(b)));
  }
});
