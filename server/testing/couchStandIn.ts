import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryStorage } from './memoryStorage.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';

/*
 * A stand-in for CouchDB on loopback, for machines where none can be installed: the part of CouchDB's HTTP interface
 * that the storage uses, over PouchDB in memory, with what differs from embedded storage: opaque positions, 400 for a
 * position that is none, basic authentication, 412 for a database that exists. It shows that nothing above the storage
 * factory stands on PouchDB alone. It is no proof for CouchDB itself: `COUCHDB_URL=… npm test` is.
 */
const CREDENTIALS = 'admin:stand-in';

export interface StandIn {
  /** With credentials. */
  url: string;
  /**
   * What it says instead of the truth, as a node does that is just starting, or that it breaks off without a word; null for
   * the truth.
   */
  insteadOf: ((method: string, path: string) => Answer | 'break' | null) | null;
  /** What it was asked, `GET /event-x/event`, the newest last; without the looks whether it answers. */
  readonly asked: string[];
  close(): Promise<void>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export async function startCouchStandIn(): Promise<StandIn> {
  const storage = memoryStorage();
  const created = new Set<string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    if (url !== '/_up') asked.push(`${method} ${url}`);
    const instead = standIn.insteadOf?.(method, decodeURIComponent(url)) ?? null;
    if (instead === 'break') return request.socket.destroy();
    if (instead !== null) return send(response, instead.status, instead.json);
    answer(storage, created, request)
      .then(({ status, json }) => send(response, status, json))
      .catch((error: unknown) => {
        const { status = 500, code, name, reason, message } = error as Partial<Refusal>;
        send(response, status, { error: code ?? name ?? 'error', reason: reason ?? message });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://${CREDENTIALS}@127.0.0.1:${port}`,
    insteadOf: null,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await storage.close();
    },
  };
  return standIn;
}

function send(response: ServerResponse, status: number, json: unknown): void {
  if (json instanceof Buffer) {
    response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(json);
  } else {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }
}

export interface Answer {
  status: number;
  json: unknown;
}

async function answer(storage: Storage, created: Set<string>, request: IncomingMessage): Promise<Answer> {
  const expected = `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`;
  if (request.headers.authorization !== expected)
    throw new Refusal(401, 'unauthorized', 'no or wrong credentials');
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const [name, ...path] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  const method = request.method ?? 'GET';
  if (name === '_all_dbs') return { status: 200, json: [...created].sort() };
  if (name === undefined || name === '')
    return { status: 200, json: { couchdb: 'Welcome', version: '3-stand-in' } };
  if (name === '_membership') return { status: 200, json: { all_nodes: ['n1'], cluster_nodes: ['n1'] } };
  if (name === '_node' && path[1] === '_dbs') {
    if (!created.has(path[2] ?? '')) throw new Refusal(404, 'not_found', 'missing');
    return { status: 200, json: { by_range: {}, shard_suffix: [] } };
  }
  if (path.length === 0 && method === 'PUT') {
    if (created.has(name)) throw new Refusal(412, 'file_exists', 'it exists');
    created.add(name);
    await storage.open(name);
    return { status: 201, json: { ok: true } };
  }
  if (!created.has(name)) throw new Refusal(404, 'not_found', 'Database does not exist.');
  if (path.length === 0 && method === 'DELETE') {
    created.delete(name);
    await storage.destroy(name);
    return { status: 200, json: { ok: true } };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks);
  // Half of a pair of surrogates is no text to CouchDB, and the whole body is refused.
  if (/(?<!\\)\\ud[89a-f]/i.test(JSON.stringify(parsedOrNull(body))))
    throw new Refusal(400, 'bad_request', 'invalid UTF-8 JSON');
  const db = await storage.open(name);
  // What it stands on lets go of former versions by itself.
  if (path[0] === '_compact') return { status: 202, json: { ok: true } };
  return inDatabase({ storage, name, db, method, path, query: url.searchParams, body, request });
}

function parsedOrNull(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

interface Ask {
  storage: Storage;
  name: string;
  db: Database;
  method: string;
  path: string[];
  query: URLSearchParams;
  body: Buffer;
  request: IncomingMessage;
}

const json = (body: Buffer): AnyDoc => JSON.parse(body.toString() || '{}') as AnyDoc;
/** A long poll's words for a place are not those of a question without wait, as with shards that tell in another order. */
const opaque = (seq: unknown, waits = false): string =>
  `${String(seq)}-g1AAAAstandin${waits ? '' : '0'}${String(seq)}`;

async function inDatabase(ask: Ask): Promise<Answer> {
  const { db, path, method, query, body } = ask;
  const options = Object.fromEntries([...query].map(([key, value]) => [key, parse(value)]));
  switch (path[0]) {
    case undefined: {
      const info = await db.info();
      return { status: 200, json: { ...info, update_seq: opaque(info.update_seq) } };
    }
    case '_bulk_docs': {
      const { docs, new_edits = true } = json(body) as { docs: object[]; new_edits?: boolean };
      return { status: 201, json: await db.bulkDocs(docs as never, { new_edits }) };
    }
    case '_all_docs':
      return {
        status: 200,
        json: await db.allDocs({ ...options, ...(method === 'POST' ? json(body) : {}) }),
      };
    case '_bulk_get':
      return { status: 200, json: await bulkGet(db, { ...options, ...json(body) }) };
    case '_revs_diff':
      return { status: 200, json: await db.revsDiff(json(body) as never) };
    case '_changes':
      return changes(ask, options);
    case '_local':
    case '_design':
      return document(ask, path.slice(0, 2).join('/'), path.slice(2), options);
    default:
      return document(ask, path[0], path.slice(1), options);
  }
}

/** All leaves of a document that is asked for without a revision, where PouchDB gives the winner alone. */
async function bulkGet(db: Database, options: AnyDoc): Promise<object> {
  const docs = options['docs'] as { id: string; rev?: string }[];
  const whole = docs.filter(({ rev }) => rev === undefined).map(({ id }) => id);
  const named = docs.filter(({ rev }) => rev !== undefined);
  // PouchDB never answers about none.
  const { results } = named.length === 0 ? { results: [] } : await db.bulkGet({ ...options, docs: named });
  const leaves = whole.map(async (id) => ({
    id,
    docs: (await db
      .get(id, { ...options, open_revs: 'all' } as never)
      .catch(() => [{ error: { id, rev: 'undefined', error: 'not_found', reason: 'missing' } }])) as object[],
  }));
  return { results: [...results, ...(await Promise.all(leaves))] };
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

async function document(
  { db, method, body, request }: Ask,
  id: string,
  rest: string[],
  options: AnyDoc,
): Promise<Answer> {
  const rev = typeof options['rev'] === 'string' ? options['rev'] : '';
  if (rest.length > 0) {
    const name = rest.join('/');
    const type = request.headers['content-type'] ?? '';
    if (method === 'PUT') return { status: 201, json: await db.putAttachment(id, name, rev, body, type) };
    if (method === 'DELETE') return { status: 200, json: await db.removeAttachment(id, name, rev) };
    return { status: 200, json: await db.getAttachment(id, name, rev === '' ? {} : { rev }) };
  }
  if (method === 'PUT') return { status: 201, json: await db.put({ ...json(body), _id: id } as never) };
  if (method === 'DELETE') return { status: 200, json: await db.remove(id, rev) };
  return { status: 200, json: await db.get(id, options) };
}

async function changes({ storage, name, db, query, request }: Ask, options: AnyDoc): Promise<Answer> {
  const since = query.get('since') ?? '0';
  if (since !== 'now' && since !== '0' && !/^\d+-g1AAAAstandin\d+$/.test(since)) {
    throw new Refusal(400, 'bad_request', 'Malformed sequence supplied in since parameter.');
  }
  const from = since === 'now' ? since : Number.parseInt(since, 10);
  const feed = await storage.feed(name);
  const read = () => db.changes({ ...options, since: from, live: false } as PouchDB.Core.ChangesOptions);
  let page = await read();
  if (page.results.length === 0 && options['feed'] === 'longpoll') {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Number(options['timeout'] ?? 60_000));
      const stop = feed.subscribe(() => setImmediate(resolve));
      request.once('close', resolve);
      // Written between the reading and this line.
      if (feed.seq > page.last_seq) resolve();
      request.once('close', () => {
        clearTimeout(timer);
        stop();
      });
    });
    page = await read();
  }
  const waits = options['feed'] === 'longpoll';
  const results = page.results.map((row) => ({ ...row, seq: opaque(row.seq, waits) }));
  return { status: 200, json: { results, last_seq: opaque(page.last_seq, waits), pending: 0 } };
}
