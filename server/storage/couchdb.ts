import { setTimeout as delay } from 'node:timers/promises';
import PouchDB from 'pouchdb-core';
import http from 'pouchdb-adapter-http';
import { parseCouchAddress } from '../base/couchAddress.ts';
import { SharedAnswers } from '../base/sharedAnswers.ts';
import { watchCopies } from './copies.ts';
import { CouchError, couchRequest, DatabaseMissing, readJson, type CouchRequest } from './couchRequest.ts';
import type { ChangeSource } from './feed.ts';
import { couchNodes, type OnNode } from './nodes.ts';
import { carefulFetch, guardRanges, tellingFetch } from './remote.ts';
import { Handles } from './handles.ts';
import { Lives } from './lives.ts';
import { isDatabaseName } from './names.ts';
import { DATABASES, type AnyDoc, type ChangeRow, type Database, type Storage } from './types.ts';
import { WriteListeners } from './writeListeners.ts';

PouchDB.plugin(http);

/** How many rows a follower reads at a time, and how long one long poll waits, in ms. */
const BATCH = 1000;
const POLL_MS = 25_000;
/** The same for the few databases by which rights are judged: what is kept of them is worth as much as it was heard lately. */
const RIGHTS_POLL_MS = 5000;
const RIGHTS: readonly string[] = [DATABASES.users, DATABASES.auth, DATABASES.central];
const pollOf = (name: string): number => (RIGHTS.includes(name) ? RIGHTS_POLL_MS : POLL_MS);
/** Another gateway may have noticed that a database is another one now; this one hears of it within, ms. */
const EPOCHS_FRESH_MS = 10_000;
const POLL_LATE_MS = 10_000;
/** A database that one node does not find and others know is looked for so often, with a pause in ms. */
const LOOKS = 2;
const LOOK_AGAIN = 20;

export interface CouchOptions {
  /**
   * With credentials, for example `http://admin:secret@127.0.0.1:5984`; those of a cluster's other nodes may follow, a
   * space between them. `?prefix=name-` at its end is put before each database's name, so that several Foyers, or tests,
   * keep out of each other's way.
   */
  url: string;
  onFailure?(name: string, error: unknown): void;
  onNode?: OnNode;
}

/**
 * Storage in CouchDB 3.x, one node or a cluster. Positions are opaque texts there. Throws when the server does not
 * answer or refuses the credentials.
 */
export async function openCouch({ url, onFailure, onNode }: CouchOptions): Promise<Storage> {
  const address = parseCouchAddress(url);
  if (typeof address === 'string') throw new CouchError(400, `the address ${address}`);
  const { prefix } = address;
  // Where none answers at the start, the error says so.
  const early: Parameters<OnNode>[] = [];
  let tell: OnNode = (...news) => void early.push(news);
  const nodes = couchNodes(address, (...news) => tell(...news));
  const request = couchRequest(nodes);
  try {
    await assertCouch(request);
  } catch (error) {
    nodes.close();
    throw error;
  }
  tell = onNode ?? (() => undefined);
  for (const news of early) tell(...news);
  const copies = watchCopies(request);

  const report = (name: string, error: unknown): void => onFailure?.(name, error);
  const lives = new Lives({ fresh: EPOCHS_FRESH_MS, onFailure: report });
  const names = new WeakMap<Database, string>();
  const writes = new WriteListeners();
  const handles = new Handles({
    exists,
    async open(name) {
      if (!(await exists(name))) await request('PUT', prefix + name, [201, 202, 412]);
      const place = `${nodes.home}/${prefix}${name}`;
      const db = new PouchDB<AnyDoc>(place, {
        adapter: 'http',
        // Otherwise each handle would create its database anew after another gateway has deleted it.
        skip_setup: true,
        fetch: tellingFetch(
          carefulFetch(nodes, () => copies.hasMajority()),
          place,
          { heeds: () => writes.has(name), tell: (ids) => writes.tell(name, ids) },
        ),
      });
      guardRanges(db, () => copies.even(prefix + name));
      names.set(db, name);
      await lives.opened(name, db);
      return db;
    },
    source: (name, db) => lives.watched(name, db, remoteSource(request, prefix + name, pollOf(name))),
    async close(db: Database) {
      await lives.closing(names.get(db) ?? '', db);
      await db.close();
    },
    async destroy(name) {
      await request('DELETE', prefix + name, [200, 202, 404]);
      writes.tell(name, null);
    },
    // Another gateway has deleted it; anything else is tried again.
    isGone: async (name, error) =>
      error instanceof DatabaseMissing && (await copies.isNowhere(prefix + name).catch(() => false)),
    onFailure: report,
  });

  const existing = new SharedAnswers(isThere);
  /** Throws 503 where one node does not know it and others do, or too few answer: on a no databases are made. */
  function exists(name: string): Promise<boolean> {
    return isDatabaseName(name) ? existing.of(name) : Promise.resolve(false);
  }
  async function isThere(name: string): Promise<boolean> {
    for (let look = 1; look <= LOOKS; look++) {
      if ((await request('HEAD', prefix + name, [200, 404])).status === 200) return true;
      if (await copies.isNowhere(prefix + name)) return false;
      // Somebody may have made it between the two questions: then a node finds it a moment later.
      if (look < LOOKS) await delay(LOOK_AGAIN);
    }
    throw new CouchError(503, `a node does not find ${name} yet`);
  }

  return {
    kind: 'couchdb',
    open: (name) => handles.open(name),
    openExisting: (name) => handles.openExisting(name),
    exists,
    async list() {
      const names = await readJson<string[]>(request('GET', '_all_dbs'));
      return names
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
        .filter(isDatabaseName);
    },
    destroy: (name) => handles.destroy(name),
    feed: (name) => handles.feed(name),
    epochs: async (name) => lives.of(name, await handles.open(name)),
    onWrite: (name, listener) => writes.add(name, listener),
    fullest: (name) => copies.fullest(prefix + name),
    async assertMajority() {
      if (!(await copies.hasMajority())) throw new CouchError(503, 'most nodes of the cluster are gone');
    },
    async close() {
      await handles.close();
      nodes.close();
    },
  };
}

/** How long a CouchDB may take for its first answer, in ms. */
const FIRST_ANSWER = 10_000;

async function assertCouch(request: CouchRequest): Promise<void> {
  const reply = await request('GET', '_all_dbs?limit=1', [200], AbortSignal.timeout(FIRST_ANSWER));
  const names: unknown = await reply.json().catch(() => null);
  if (!Array.isArray(names)) throw new CouchError(502, 'what answers there is no CouchDB');
}

function remoteSource(request: CouchRequest, name: string, poll: number): ChangeSource {
  return {
    waits: true,
    now: async () => (await readJson<{ update_seq: string | number }>(request('GET', name))).update_seq,
    async read(since, signal) {
      const query = new URLSearchParams({
        feed: 'longpoll',
        style: 'all_docs',
        limit: String(BATCH),
        timeout: String(poll),
        since: String(since),
      });
      // A connection that died without a word would keep the follower waiting for ever.
      const either = AbortSignal.any([signal, AbortSignal.timeout(poll + POLL_LATE_MS)]);
      const reply = request('GET', `${name}/_changes?${query}`, [200], either);
      const { results, last_seq } = await readJson<{ results: ChangeRow[]; last_seq: string | number }>(
        reply,
      );
      return { rows: results, last: last_seq };
    },
  };
}
