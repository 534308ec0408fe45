import memory from 'pouchdb-adapter-memory';
import http from 'pouchdb-adapter-http';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';
import { DEVICE_HEADER } from '#api/wire.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import { checkinId } from '#domain/ids.ts';
import { createEmitter } from '#data/signal.ts';
import { PASSWORD } from '#data/testing/server.ts';
import { login } from '../../e2e/support/http.ts';
import type { DeviceOptions, LoadDevice } from './device.ts';

PouchDB.plugin(memory);
PouchDB.plugin(http);
PouchDB.plugin(replication);

let count = 0;

/**
 * The baseline: the same documents in the same place, replicated by PouchDB's live `sync` with its defaults. It is
 * spared the first pull (it begins with the session alone, at the server's position) and has no view to keep.
 */
export async function openPlainDevice(options: DeviceOptions): Promise<LoadDevice> {
  const { url, username, dbName, sessionId } = options;
  const api = await login(url, username, PASSWORD);
  const device = { id: `plain${process.pid}x${++count}`, name: username };
  let received = 0;
  const remote = new PouchDB(`${url}/db/${dbName}`, {
    skip_setup: true,
    fetch: async (address, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${api.token}`);
      headers.set(DEVICE_HEADER, device.id);
      const response = await fetch(address as string, { ...init, headers });
      received += Number(response.headers.get('content-length') ?? 0);
      return response;
    },
  });
  const db = new PouchDB(device.id, { adapter: 'memory', auto_compaction: true });
  const session = (await remote.get(sessionId, { revs: true })) as unknown as Session;
  await db.bulkDocs([session as unknown as PouchDB.Core.PutDocument<object>], { new_edits: false });
  // The session itself counts no more than the app's first pull.
  received = 0;
  let time = 0;
  const clientIds = session.clients.map(({ clientId }) => clientId);
  const words = new Map<string, number>();
  const changed = createEmitter();
  const here = await db.info();
  const feed = db.changes({ since: here.update_seq, live: true, include_docs: true, return_docs: false });
  void feed.on('change', ({ doc }) => {
    if (doc === undefined || !doc._id.startsWith('checkin_')) return;
    const { clientId } = doc as unknown as Checkin;
    words.set(clientId, (words.get(clientId) ?? 0) + 1);
    changed.emit();
  });
  const errors: string[] = [];
  const sync = db.sync(remote, {
    live: true,
    retry: true,
    pull: { since: (await remote.info()).update_seq },
    push: { since: here.update_seq },
  });
  void sync.on('error', (error) =>
    errors.push(error instanceof Error ? error.message : JSON.stringify(error)),
  );

  return {
    async act({ guest, action }) {
      const clientId = clientIds[guest] ?? '';
      time = Math.max(Date.now(), time + 1);
      const checkin: Checkin = {
        _id: checkinId(sessionId, time, `${device.id.slice(-6)}${String(words.size)}`),
        type: 'checkin',
        ...{ sessionId, clientId, action, time, device, method: 'scan' },
        author: { id: api.userId, name: username },
      };
      await db.put(checkin as unknown as PouchDB.Core.PutDocument<object>);
      return { id: checkin._id, clientId, checkInTime: action === 'in' ? time : null };
    },
    look: () => undefined,
    words: (guest) => words.get(clientIds[guest] ?? '') ?? 0,
    subscribe: (listener) => changed.subscribe(listener),
    async state() {
      const { rows } = await db.allDocs({ startkey: 'checkin_', endkey: 'checkin_\ufff0' });
      const checkins = rows.map(({ id }) => id);
      return { checkins, entries: null, conflicts: [], waiting: 0, received, trouble: NaN, errors };
    },
    async close() {
      feed.cancel();
      sync.cancel();
      await db.destroy();
    },
  };
}
