import PouchDB from 'pouchdb-core';
import memory from 'pouchdb-adapter-memory';
import { expect, it } from 'vitest';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal } from '../local/database.ts';
import type { Remote, WireDoc } from '../net/remote.ts';
import { createLedger } from './ledger.ts';
import { createOutbox } from './outbox.ts';
import { createPull } from './pull.ts';

PouchDB.plugin(memory);

it('a device that is slow asks for less at once, until it is quick again, and says how far check-ins were told', async () => {
  let time = 0;
  let writing = 600;
  const asked: number[] = [];
  const further: unknown[] = [];
  const errors: unknown[] = [];
  const report = (error: unknown): void => void errors.push(error);
  const deps = {
    ...{ openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }), report },
    ...{ newId: () => 'life', wall: () => time },
  } as unknown as Deps;
  const db = await openLocal(deps, 'slow-device');
  const rowAt = (at: number) => {
    const [id, hash] = [`file_${at}`, String(at).padStart(32, '0')];
    const doc = { _id: id, _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] }, type: 'file' };
    return { id, revs: [doc._rev], doc };
  };
  // Behind without end: each page is full.
  const remote = {
    changes: async ({ since, limit, ahead }: { since: number; limit: number; ahead: unknown }) => {
      asked.push(limit);
      further.push(ahead);
      const rows = Array.from({ length: limit }, (_, index) => rowAt(since + index + 1));
      return { rows, since: since + limit, pending: null, epoch: null, moved: null, ahead: since + 5000 };
    },
  } as unknown as Remote;
  const { once } = createPull({
    ...{ deps, db, remote, outbox: createOutbox(db, report), ledger: createLedger(db, report) },
    ...{ clock: { observe: () => undefined } as never, scope: 'all', resend: async () => undefined },
    onWritten: () => void (time += writing),
  });
  const page = () => once({ wait: false, signal: new AbortController().signal });
  for (let round = 0; round < 5; round++) expect(await page()).toBe(true);
  expect(asked).toEqual([1000, 500, 250, 125, 125]);
  writing = 300;
  for (let round = 0; round < 2; round++) await page();
  writing = 10;
  for (let round = 0; round < 3; round++) await page();
  expect(asked.slice(5)).toEqual([125, 125, 125, 250, 500]);
  expect(further.slice(0, 4)).toEqual([null, 5000, 6000, 6500]);
  expect(errors).toEqual([]);
  await db.destroy();
});

it('what is told twice in a page is told as a whole, and check-ins that must be fetched are fetched and written first', async () => {
  const fail = (error: unknown): never => {
    throw error;
  };
  const deps = {
    openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }),
    ...{ newId: () => 'life', wall: () => 0, report: fail },
  } as unknown as Deps;
  const db = await openLocal(deps, 'told-twice');
  const docOf = (_id: string, hash: string): WireDoc => {
    return { _id, _rev: `1-${hash.repeat(32)}`, _revisions: { start: 1, ids: [hash.repeat(32)] } };
  };
  const [ada, north, south] = [
    docOf('client_ada', 'a'),
    docOf('checkin_one', 'b'),
    docOf('checkin_one', 'c'),
  ];
  const row = (doc: WireDoc, ...more: WireDoc[]) => {
    return { id: doc._id, revs: [doc, ...more].map(({ _rev }) => _rev), doc: null };
  };
  const fetched: string[] = [];
  const remote = {
    changes: async () => ({
      rows: [row(ada), row(north, south), { ...row(north), doc: north }],
      ...{ since: 3, pending: null, epoch: null, moved: null, ahead: 3 },
    }),
    bulkGet: async (asked: { id: string; rev: string }[]) => {
      fetched.push(...asked.map(({ id, rev }) => `${id} ${rev.slice(0, 3)}`));
      return [ada, south].filter((doc) => asked.some(({ id, rev }) => id === doc._id && rev === doc._rev));
    },
  } as unknown as Remote;
  const written: string[][] = [];
  const { once } = createPull({
    ...{ deps, db, remote, outbox: createOutbox(db, fail), ledger: createLedger(db, fail) },
    ...{ clock: { observe: () => undefined } as never, scope: 'all', resend: async () => undefined },
    onWritten: (docs) => void written.push(docs.map(({ _id }) => _id)),
  });
  await once({ wait: false, signal: new AbortController().signal });
  expect(fetched).toEqual(['checkin_one 1-c', 'client_ada 1-a']);
  expect(written).toEqual([['checkin_one'], ['checkin_one'], ['client_ada']]);
  const there = await db.use((pouch) => pouch.get('checkin_one', { open_revs: 'all' }));
  expect(there).toHaveLength(2);
  await db.destroy();
});

it('looks for nothing in the database that came with its row, and writes nothing twice that is here already', async () => {
  const errors: unknown[] = [];
  const report = (error: unknown): void => void errors.push(error);
  const deps = {
    openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }),
    ...{ newId: () => 'life', wall: () => 0, report },
  } as unknown as Deps;
  const db = await openLocal(deps, 'came-with-its-row');
  const docOf = (_id: string, rev: string, ...ids: string[]): WireDoc => {
    return { _id, _rev: rev, _revisions: { start: ids.length, ids }, type: 'file' };
  };
  const [first, second, fresh] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
    string,
    string,
    string,
  ];
  const known = docOf('file_known', `1-${first}`, first);
  const changed = docOf('file_changed', `2-${second}`, second, first);
  await db.use((pouch) => pouch.bulkDocs([known, changed], { new_edits: false }));
  const before = await db.use((pouch) => pouch.info());
  const sent = [known, docOf('file_changed', `1-${first}`, first), docOf('file_new', `1-${fresh}`, fresh)];
  const remote = {
    changes: async () => ({
      rows: sent.map((doc) => ({ id: doc._id, revs: [doc._rev], doc })),
      ...{ since: 3, pending: null, epoch: null, moved: null, ahead: null },
    }),
  } as unknown as Remote;
  let looked = 0;
  const { use } = db;
  db.use = (work) =>
    use((pouch) => {
      const { revsDiff } = pouch;
      pouch.revsDiff = ((...asked: Parameters<typeof revsDiff>) => {
        looked += 1;
        return revsDiff.apply(pouch, asked);
      }) as typeof revsDiff;
      return work(pouch).finally(() => void (pouch.revsDiff = revsDiff));
    });
  const outbox = createOutbox(db, report);
  const { once } = createPull({
    ...{ deps, db, remote, outbox, ledger: createLedger(db, report) },
    ...{ clock: { observe: () => undefined } as never, scope: 'all', resend: async () => undefined },
  });
  await once({ wait: false, signal: new AbortController().signal });
  expect(looked).toBe(0);
  const { rows } = await db.use((pouch) => pouch.allDocs());
  expect(rows.map((row) => [row.id, 'value' in row && row.value.rev])).toEqual([
    ['file_changed', `2-${second}`],
    ['file_known', `1-${first}`],
    ['file_new', `1-${fresh}`],
  ]);
  const after = await db.use((pouch) => pouch.info());
  expect(Number(after.update_seq) - Number(before.update_seq)).toBe(1);
  expect(outbox.isKnown('file_known', `1-${first}`)).toBe(true);
  expect(errors).toEqual([]);
  await db.destroy();
});

it('what could not be written, as on a full disk, is written when it comes again', async () => {
  const fail = (error: unknown): never => {
    throw error;
  };
  let isFull = true;
  const deps = {
    ...{ newId: () => 'life', wall: () => 0, report: fail },
    openDatabase: async (name: string) => {
      const opened = new PouchDB<AnyDoc>(name, { adapter: 'memory' });
      const bulkDocs = opened.bulkDocs.bind(opened) as (...given: unknown[]) => Promise<never>;
      opened.bulkDocs = ((...given: unknown[]) =>
        isFull
          ? Promise.reject(new Error('QuotaExceededError: the disk is full'))
          : bulkDocs(...given)) as never;
      return opened;
    },
  } as unknown as Deps;
  const db = await openLocal(deps, 'full-disk');
  const ada: WireDoc = {
    ...{ _id: 'client_ada', _rev: `1-${'a'.repeat(32)}`, type: 'client' },
    _revisions: { start: 1, ids: ['a'.repeat(32)] },
  };
  const asked: unknown[] = [];
  const remote = {
    changes: async ({ since }: { since: unknown }) => {
      asked.push(since);
      const rows = [{ id: ada._id, revs: [ada._rev], doc: ada }];
      return { rows, since: 7, pending: null, epoch: null, moved: null, ahead: 7 };
    },
  } as unknown as Remote;
  const outbox = createOutbox(db, fail);
  const { once, marker } = createPull({
    ...{ deps, db, remote, outbox, ledger: createLedger(db, fail) },
    ...{ clock: { observe: () => undefined } as never, scope: 'all', resend: async () => undefined },
  });
  const page = () => once({ wait: false, signal: new AbortController().signal });
  await expect(page()).rejects.toThrow('QuotaExceededError');
  expect(marker.get().since).not.toBe(7);
  isFull = false;
  await page();
  expect(asked).toEqual([0, 0]);
  expect(await db.use((pouch) => pouch.get(ada._id))).toMatchObject({ _rev: ada._rev });
  // It is the server's, and none to be sent.
  await outbox.catchUp();
  expect(outbox.size).toBe(0);
  await db.destroy();
});
