import { expect, test } from 'vitest';
import { openTestStorage } from '../testing/storage.ts';
import { createLease } from './lease.ts';

const MINUTE = 60_000;

test('the lease of a server whose clock is ahead ends with its renewals, not minutes later', async () => {
  const storage = await openTestStorage('memory');
  const db = await storage.open('foyer-worker');
  let time = 1_700_000_000_000;
  const begin = (holder: string, ahead: number) =>
    createLease({ db, holder, now: () => time + ahead, duration: MINUTE, alone: false });
  const [early, late] = [begin('early', 10 * MINUTE), begin('late', 0)];
  expect(await early.acquire()).toBe(true);
  expect(await late.acquire()).toBe(false);
  for (let renewal = 0; renewal < 4; renewal++) {
    time += MINUTE / 2;
    expect(await early.acquire()).toBe(true);
    expect(await late.acquire()).toBe(false);
  }
  // Killed: nothing renews it any more.
  expect(late.freeAt()).toBe(time + MINUTE);
  time += MINUTE;
  expect(await late.acquire()).toBe(true);
  await storage.close();
});
