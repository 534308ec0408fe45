import PouchDB from 'pouchdb-core';
import memory from 'pouchdb-adapter-memory';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { openLocal } from '../local/database.ts';
import { createOutbox } from './outbox.ts';

PouchDB.plugin(memory);

const fail = (error: unknown): never => {
  throw error;
};
const deps = {
  openDatabase: async (name: string) => new PouchDB(name, { adapter: 'memory' }),
  newId: () => 'life',
  wall: () => 0,
  report: fail,
} as unknown as Deps;
const REV = `1-${'a'.repeat(32)}`;

it('what a pull has just brought waits for nobody, where the app begins anew before the next exchange', async () => {
  const db = await openLocal(deps, 'outbox-brought');
  const outbox = createOutbox(db, fail);
  await outbox.skipFirstPull();
  outbox.known('client_theirs', [REV]);
  const brought = { _id: 'client_theirs', _rev: REV, _revisions: { start: 1, ids: ['a'.repeat(32)] } };
  await db.use((pouch) => pouch.bulkDocs([brought], { new_edits: false }));
  await outbox.save();
  const anew = createOutbox(db, fail);
  await anew.catchUp();
  expect(anew.size).toBe(0);
});

it('what was done here waits also where the position was written before the feed told of it', async () => {
  const db = await openLocal(deps, 'outbox-own');
  const outbox = createOutbox(db, fail);
  await outbox.skipFirstPull();
  await db.use((pouch) => pouch.bulkDocs([{ _id: 'client_own' }]));
  await outbox.save();
  expect(outbox.take(5)).toMatchObject([{ id: 'client_own', certain: true }]);
  const anew = createOutbox(db, fail);
  await anew.catchUp();
  expect(anew.ids('client_')).toEqual(['client_own']);
});
