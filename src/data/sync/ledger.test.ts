import PouchDB from 'pouchdb-core';
import memory from 'pouchdb-adapter-memory';
import { beforeEach, expect, it } from 'vitest';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal, type LocalDatabase } from '../local/database.ts';
import type { WireDoc } from '../net/remote.ts';
import { createLedger } from './ledger.ts';

PouchDB.plugin(memory);

const fail = (error: unknown): never => {
  throw error;
};
let serial = 0;
let db: LocalDatabase;
beforeEach(async () => {
  const deps = {
    openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }),
    ...{ newId: () => `life-${++serial}`, wall: () => 0, report: fail },
  } as unknown as Deps;
  db = await openLocal(deps, `ledger-${++serial}`);
});

const change = (name: string) => ({
  ...{ id: `client_${name}`, rev: `1-${name}`, reason: 'forbidden_role', time: 1 },
});
const asTaken = (name: string) => ({ id: `client_${name}`, revs: [`1-${name}`] });
const asSeen = (name: string): WireDoc => ({
  ...{ _id: `client_${name}`, _rev: `1-${name}`, _revisions: { start: 1, ids: [name] } },
});

it('what a push and a pull say at the same time is all kept [SYNC-13]', async () => {
  const ledger = createLedger(db, fail);
  await ledger.record([change('old'), change('older')], []);
  // The server took the first again and refused another one: news of the first comes beside the answer.
  await Promise.all([
    ledger.record([change('new')], [asTaken('older')]),
    ledger.recordSeen([asSeen('old')], []),
  ]);
  expect(ledger.list.get()).toEqual([change('new')]);
  await Promise.all([ledger.recordSeen([asSeen('new')], []), ledger.record([change('next')], [])]);
  expect(ledger.list.get()).toEqual([change('next')]);
  const again = createLedger(db, fail);
  await again.load();
  expect(again.list.get()).toEqual([change('next')]);
});

it('what could not be written holds up nothing that follows', async () => {
  const ledger = createLedger(db, fail);
  const { writeLocal } = db;
  db.writeLocal = () => Promise.reject(new Error('full'));
  await expect(ledger.record([change('old')], [])).rejects.toThrow('full');
  expect(ledger.list.get()).toEqual([]);
  db.writeLocal = writeLocal;
  await ledger.record([change('new')], []);
  expect(ledger.list.get()).toEqual([change('new')]);
});
