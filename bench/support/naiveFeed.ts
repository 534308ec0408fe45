import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LevelAdapter from 'pouchdb-adapter-leveldb';
import PouchDB from 'pouchdb-core';
import { listenAnywhere } from '../../e2e/support/port.ts';

/** The baseline of `listeners`: each waiting request opens a live changes feed of its own on the database. */
export async function startNaiveFeed() {
  PouchDB.plugin(LevelAdapter);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-naive-'));
  const db = new PouchDB<object>(join(folder, 'event'), { adapter: 'leveldb' });
  db.setMaxListeners(Infinity);
  await db.info();
  let waiting = 0;
  const server = createServer((incoming, reply) => {
    waiting++;
    reply.once('close', () => waiting--);
    const since = Number(new URL(incoming.url ?? '/', 'http://local').searchParams.get('since'));
    const feed = db.changes({ since, live: true, limit: 1 });
    void feed.on('change', (row) => {
      feed.cancel();
      reply.end(JSON.stringify({ results: [row], last_seq: row.seq }));
    });
    void feed.on('error', () => reply.destroy());
  });
  const port = await listenAnywhere(server);
  return {
    db,
    url: `http://127.0.0.1:${port}`,
    get waiting() {
      return waiting;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
