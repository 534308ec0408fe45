import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, type Storage } from '../storage/types.ts';
import { openTestStorage, storages } from '../testing/storage.ts';
import { Accounts } from './accounts.ts';
import { Logins } from './logins.ts';
import { confirmName, reserveName } from './names.ts';

describe.each(storages('memory', 'couchdb'))('a user name that two servers give at once, with %s', (kind) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(kind);
  });
  afterAll(() => storage.close());
  const accountsOf = () => new Accounts(storage, new Logins(storage, 3600));
  const SECOND = 1000;

  it('belongs to one, and the other is told, where a clock ahead takes the name for left behind', async () => {
    const [one, other] = [accountsOf(), accountsOf()];
    let theirs: string | null = null;
    const now = 1_800_000_000_000;
    const mine = await one.create({ username: 'Zora', password: 'Foyer2026', role: 'host' }, now, {
      async beforeCommit() {
        const input = { username: 'zora', password: 'Foyer2027', role: 'member' } as const;
        theirs = await other.create(input, now + 61 * SECOND);
      },
    });
    expect(theirs).not.toBeNull();
    expect(mine).toBeNull();
    const { rows } = await (await storage.open(DATABASES.users)).allDocs();
    expect(rows.map(({ id }) => id)).toEqual([theirs]);
    expect((await one.authenticate('Zora', 'Foyer2027'))?.user._id).toBe(theirs);
  });

  it('stays with who has got an account meanwhile', async () => {
    const auth = await storage.open(DATABASES.auth);
    const context = { now: 0, abandonedAfter: 60 * SECOND, exists: () => Promise.resolve(false) };
    expect(await reserveName(auth, 'Yara', 'first', context)).toBe(true);
    const taken = await reserveName(auth, 'Yara', 'second', {
      ...context,
      now: 61 * SECOND,
      // It looks a moment too early.
      exists: async () => !(await confirmName(auth, 'Yara', 'first')),
    });
    expect(taken).toBe(false);
    expect(await confirmName(auth, 'Yara', 'first')).toBe(true);
  });
});
