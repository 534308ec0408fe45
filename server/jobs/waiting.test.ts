import { expect, test } from 'vitest';
import type { Database, Storage } from '../storage/types.ts';
import { DATABASES } from '../storage/types.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { asked } from './decide.ts';
import { kind, Offices, T0 } from './testing/office.ts';

/** Counts the calls of the databases' methods, and the documents that were read in them. */
function counted(storage: Storage, calls: Map<string, number>): Storage {
  const counting = (db: Database): Database =>
    new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          calls.set(String(key), (calls.get(String(key)) ?? 0) + 1);
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return { ...storage, open: async (name) => counting(await storage.open(name)) };
}

test('ten thousand that wait are read once; the due ones are found without the database', async () => {
  const done: string[] = [];
  const mail = kind<null>('mail', async ({ key }) => void done.push(key));
  const calls = new Map<string, number>();
  const offices = new Offices(memoryStorage(), [mail]);
  const waiting = Array.from({ length: 10_000 }, (_, index) =>
    asked(
      null,
      { kind: 'mail', eventId: `e${index % 50}`, key: String(index), payload: null, at: T0 + 1000 + index },
      T0,
    ),
  );
  await (await offices.storage.open(DATABASES.jobs)).bulkDocs(waiting as never);
  const dispatcher = offices.office('first', counted(offices.storage, calls)).open();
  await dispatcher.idle();
  expect(dispatcher.status().waiting).toBe(10_000);
  expect(calls.get('allDocs')).toBe(1);
  const before = [...calls.values()].reduce((sum, count) => sum + count, 0);
  offices.now = T0 + 1002;
  await dispatcher.idle();
  expect(done.toSorted()).toEqual(['0', '1', '2']);
  // Each is claimed, ended and looked at again; nobody looks at the others.
  const after = [...calls.values()].reduce((sum, count) => sum + count, 0);
  expect(after - before).toBeLessThan(40);
  await offices.close();
}, 60_000);

test('one that only waits for somebody else keeps nobody else waiting, and is not alone for ever', async () => {
  const going: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const send = kind<null>(
    'send',
    async ({ eventId, waits }) => {
      going.push(`${eventId} asks`);
      if (eventId === 'last') return;
      waits?.(true);
      await answered;
      waits?.(false);
      going.push(`${eventId} ends`);
    },
    { atOnce: 1 },
  );
  const offices = new Offices(memoryStorage(), [send]);
  const office = offices.office('first');
  const dispatcher = office.open();
  for (const eventId of ['a', 'b', 'last'])
    await office.jobs.enqueue(send, { eventId, key: '', payload: null });
  await expect.poll(() => going).toEqual(['a asks', 'b asks', 'last asks']);
  answer();
  await dispatcher.idle();
  expect(going.slice(3).toSorted()).toEqual(['a ends', 'b ends']);
  await offices.close();
});

test('however many wait for somebody else, other kinds of jobs run', async () => {
  let asks = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const send = kind<null>(
    'send',
    async ({ waits }) => {
      asks++;
      waits?.(true);
      await answered;
    },
    { atOnce: 1 },
  );
  const other = kind<null>('other', () => Promise.resolve(), { atOnce: 1 });
  const offices = new Offices(memoryStorage(), [send, other]);
  const office = offices.office('first');
  const dispatcher = office.open();
  for (let index = 0; index < 50; index++)
    await office.jobs.enqueue(send, { eventId: `e${index}`, key: '', payload: null });
  await expect.poll(() => asks).toBe(40);
  await office.jobs.enqueue(other, { eventId: 'a', key: '', payload: null });
  await expect.poll(() => dispatcher.status()).toMatchObject({ waiting: 10, running: 40 });
  answer();
  await dispatcher.idle();
  expect(asks).toBe(50);
  await offices.close();
});
