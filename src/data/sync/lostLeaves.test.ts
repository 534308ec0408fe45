import PouchDB from 'pouchdb-core';
import memory from 'pouchdb-adapter-memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal, type LocalDatabase } from '../local/database.ts';
import type { Remote, RemoteChange, WireDoc } from '../net/remote.ts';
import { leavesOf } from '../store/fill.ts';
import { createLedger } from './ledger.ts';
import { closeLostLeaves } from './lostLeaves.ts';
import { createOutbox } from './outbox.ts';
import { createPull } from './pull.ts';
import { pushAll } from './push.ts';

PouchDB.plugin(memory);

const ID = 'session_dinner';
const OURS = '2-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const THEIRS = '2-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const told: RemoteChange[] = [{ id: ID, revs: [THEIRS], deleted: false, doc: null, seq: 7 } as RemoteChange];

let serial = 0;
const fail = (error: unknown): never => {
  throw error;
};

describe('versions of a document that the server does not tell, on a device at a door', () => {
  let db: LocalDatabase;
  const deps = {
    openDatabase: async (name: string) => new PouchDB<AnyDoc>(name, { adapter: 'memory' }),
    newId: () => `life-${++serial}`,
    wall: () => 0,
    report: fail,
  } as unknown as Deps;
  const leaf = (rev: string): WireDoc => {
    const hash = rev.slice(2);
    return { _id: ID, _rev: rev, type: 'session', _revisions: { start: 2, ids: [hash, 'c'.repeat(32)] } };
  };
  beforeEach(async () => {
    db = await openLocal(deps, `lost-${++serial}`);
    await db.use((pouch) => pouch.bulkDocs([leaf(OURS), leaf(THEIRS)], { new_edits: false }));
  });
  const open = async () => {
    const outbox = createOutbox(db, fail);
    await outbox.catchUp();
    const ledger = createLedger(db, fail);
    outbox.known(ID, [THEIRS]);
    return { db, outbox, ledger };
  };
  const left = () => db.use(async (pouch) => (await leavesOf(pouch, ID)).map(({ _rev }) => _rev).sort());

  it('what was done here and waits to be sent stays', async () => {
    const side = await open();
    await closeLostLeaves(side, told, side.outbox.ownOf);
    expect(await left()).toEqual([OURS, THEIRS]);
  });

  it('what was refused stays, for the day when its rights are back [SYNC-13]', async () => {
    const side = await open();
    await side.ledger.record([{ id: ID, rev: OURS, reason: 'forbidden_role', time: 1 }], []);
    side.outbox.settle(ID, [OURS]);
    await closeLostLeaves(side, told, side.outbox.ownOf);
    expect(await left()).toEqual([OURS, THEIRS]);
  });

  it('what the server had once is closed also after a restart, and is not sent as if it had been made here', async () => {
    db = await openLocal(deps, `lost-${++serial}`);
    await db.use((pouch) => pouch.bulkDocs([leaf(OURS)], { new_edits: false }));
    await createOutbox(db, fail).skipFirstPull();
    // The app begins anew, and the server has another life.
    const outbox = createOutbox(db, fail);
    const stop = await outbox.start();
    const remote = {
      changes: async () => ({ rows: [], since: 0, pending: null, moved: { epoch: 'new', continues: false } }),
      fingerprints: async () => ({ epoch: 'new', since: 7, groups: {} }),
      leaves: async () => told,
      bulkGet: async () => [leaf(THEIRS)],
    } as unknown as Remote;
    const pull = createPull({
      ...{ deps, db, remote, outbox, ledger: createLedger(db, fail) },
      ...{ clock: { observe: () => undefined } as never, scope: 'door' },
      async resend(documents) {
        expect(documents).toMatchObject([{ id: ID, revs: [OURS] }]);
        for (const { id, revs, seq } of documents) outbox.resend(id, revs, seq);
        // Others may bring it; a door offers what is its own to bring.
        expect(outbox.isResent(ID, OURS)).toBe(true);
      },
    });
    await pull.once({ wait: false, signal: new AbortController().signal });
    expect(await left()).toEqual([THEIRS]);
    expect.assertions(3);
    stop();
  });

  it('what the server had once is closed, also while others are asked to bring it', async () => {
    const side = await open();
    side.outbox.settle(ID, [OURS]);
    side.outbox.resend(ID, [OURS], 1);
    await closeLostLeaves(side, told, side.outbox.ownOf);
    expect(await left()).toEqual([THEIRS]);
  });

  it('that it was closed is nothing to be sent after a crash: a server refuses it, and nobody did it', async () => {
    const side = await open();
    side.outbox.settle(ID, [OURS]);
    await closeLostLeaves(side, told, side.outbox.ownOf);
    // The app begins anew, and nothing was noted.
    const outbox = createOutbox(db, fail);
    await outbox.catchUp();
    const sent: string[] = [];
    const remote = {
      revsDiff: async (asked: Record<string, string[]>) => ({
        [ID]: asked[ID]?.filter((rev) => rev !== THEIRS),
      }),
      bulkDocs: async (docs: WireDoc[]) => {
        sent.push(...docs.map(({ _rev }) => _rev));
        const error = { name: 'forbidden', reason: 'forbidden_role' };
        return docs.map(({ _id, _rev }) => ({ id: _id, rev: _rev, error }));
      },
    } as unknown as Remote;
    const ledger = createLedger(db, fail);
    const here = {
      deps,
      db,
      remote,
      outbox,
      ledger,
      clock: {} as never,
      userId: 'host',
      scope: 'door',
    } as const;
    await pushAll(here, new AbortController().signal);
    expect([sent, ledger.list.get(), outbox.size]).toEqual([[], [], 0]);
  });
});
