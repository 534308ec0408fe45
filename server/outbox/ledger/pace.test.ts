import { expect, it } from 'vitest';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import type { Storage } from '../../storage/types.ts';
import type { LedgerRow } from './ledger.ts';
import { Accounts, createPace } from './pace.ts';

it('whoever begins while it is being written what just went counts that', async () => {
  const inner = memoryStorage();
  let held: Promise<void> = Promise.resolve();
  const storage: Storage = {
    ...inner,
    async open(name) {
      await held;
      return inner.open(name);
    },
  };
  let time = 0;
  const accounts = new Accounts(storage, () => time);
  const settings = { email: { host: 'mail.example.org', port: 25, username: 'gala', perMinute: 2 } };
  const rows = ['a', 'b'].map((_id) => ({ _id, method: 'email' })) as unknown as LedgerRow[];
  const first = await createPace(accounts, settings as never);
  expect(await first.take(rows, 2)).toHaveLength(2);

  time = 50_000;
  let release = (): void => undefined;
  const noted = new Promise<void>((resolve) => (release = resolve));
  // It is about to be written; what was there before can be read meanwhile.
  held = noted;
  const done = first.done(2);
  held = Promise.resolve();
  const second = await createPace(accounts, settings as never);
  release();
  await done;
  time = 61_000;
  expect(await second.take(rows, 2)).toEqual([]);
  time = 111_000;
  expect(await second.take(rows, 2)).toHaveLength(2);
  await inner.close();
});
