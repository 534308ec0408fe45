import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTeller } from './teller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells many at once, and whoever waits while nothing else happens after a moment', async () => {
  const told: string[][] = [];
  const teller = createTeller((people) => Promise.resolve(void told.push(people)), 1000);
  teller.add('ada');
  teller.add('bob');
  teller.add('ada');
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([['ada', 'bob']]);
  teller.add('cleo');
  await teller.flush();
  expect(told).toEqual([['ada', 'bob'], ['cleo']]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toHaveLength(2);
});

it('one after the other; a failure is heard by whoever waits for the end', async () => {
  let end: () => void = () => undefined;
  const begun: string[][] = [];
  const teller = createTeller((people) => {
    begun.push(people);
    return begun.length === 1 ? new Promise((resolve) => (end = resolve)) : Promise.reject(new Error('full'));
  });
  teller.add('ada');
  void teller.flush();
  await vi.advanceTimersByTimeAsync(0);
  teller.add('bob');
  const last = teller.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([['ada']]);
  end();
  await expect(last).rejects.toThrow('full');
  expect(begun).toEqual([['ada'], ['bob']]);
});
