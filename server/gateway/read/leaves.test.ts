import { expect, it } from 'vitest';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import type { Database, Epoch } from '../../storage/types.ts';
import { LeavesService } from './leaves.ts';
import type { DbRequest } from '../request.ts';
import type { Target } from '../target.ts';

it('a database that was put back while the server ran is looked at anew: nothing it lost counts as there', async () => {
  const storage = memoryStorage();
  const [whole, former] = [await storage.open('event-gala'), await storage.open('event-before')];
  const kept = { _id: 'client_ada', type: 'client' };
  await whole.bulkDocs([kept, { _id: 'client_bo', type: 'client' }] as never);
  await former.bulkDocs([kept] as never);
  // What a gateway has of a CouchDB: one handle, behind which another database may come back.
  let stored = whole;
  let epoch = 'one';
  const db = { changes: (options: object) => stored.changes(options) } as unknown as Database;
  const leaves = new LeavesService({
    ...storage,
    epochs: () => Promise.resolve([{ id: epoch, begin: 0, end: null } satisfies Epoch]),
  });
  const target = { name: 'event-gala', db, scope: 'all' } as unknown as Target;
  const round = () => Promise.resolve();
  const told = async () => {
    const found = await leaves.fingerprints(target, { round } as unknown as DbRequest, (own) => own);
    const { epoch: life, groups } = found as { epoch: string; groups: object };
    const body = Buffer.from(JSON.stringify({ groups: Object.keys(groups) }));
    const { rows } = (await leaves.rows(target, { round, body } as unknown as DbRequest)) as {
      rows: { id: string }[];
    };
    return [life, rows.map(({ id }) => id).sort()];
  };
  expect(await told()).toEqual(['one', ['client_ada', 'client_bo']]);
  stored = former;
  epoch = 'two';
  expect(await told()).toEqual(['two', ['client_ada']]);
  leaves.close();
  await storage.close();
});
