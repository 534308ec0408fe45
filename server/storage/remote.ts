import { OutOfReach } from '../base/outOfReach.ts';
import { CouchError, DatabaseMissing, saysNoDatabase } from './couchRequest.ts';
import { QUESTIONS, type CouchInit, type CouchNodes } from './nodes.ts';
import type { Database, WrittenIds } from './types.ts';

/** How long CouchDB may take for an answer, in ms; long polls have their own way (couchdb.ts). */
const LONGEST_ANSWER = 60_000;

/**
 * An address with `.` or `..` for a name. PouchDB does not escape them, and `fetch` would go where they lead: from one
 * database to all others, with this server's own rights.
 */
const LEAVES = /^[^?#]*\/\.{1,2}(?:[/?#]|$)/;

const COMPACTION = /\/_compact(?:\?|$)/;

/** How PouchDB's HTTP adapter asks. */
export type AdapterFetch = (url: string | Request, options?: RequestInit) => Promise<Response>;

/**
 * Requests of PouchDB's HTTP adapter, by connections that stay open (its own way opens one for each). What says nothing of
 * the document asked for, but that the database or a part of the cluster cannot be reached, becomes 503, so that whoever
 * asked tries again. That a write came to fewer copies than most (202) counts so as well: the node that took it may be
 * lost, and nothing is acknowledged that could be.
 */
const fetchCarefully =
  (nodes: CouchNodes): AdapterFetch =>
  async (url, options = {}) => {
    const method = (options.method ?? 'GET').toUpperCase();
    const address = typeof url === 'string' ? url : url.url;
    if (LEAVES.test(address)) throw new CouchError(404, 'missing');
    const path = address.slice(nodes.home.length + 1);
    let response: Response;
    try {
      const timeout = AbortSignal.timeout(LONGEST_ANSWER);
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      const headers = Object.fromEntries(options.headers as Iterable<[string, string]>);
      response = await nodes.ask(path, { method, headers, body: options.body as CouchInit['body'], signal });
    } catch (error) {
      throw error instanceof OutOfReach ? error : new OutOfReach('no answer');
    }
    // Compaction answers so because it goes on by itself; of a write it says that most copies lack it.
    if (response.status === 202 && method !== 'GET' && !COMPACTION.test(path)) {
      throw new CouchError(503, 'too few nodes of the cluster have it');
    }
    if (response.status === 404 && saysNoDatabase(await response.clone().text())) {
      throw new DatabaseMissing(method);
    }
    if (response.status >= 500) {
      const text = (await response.text()).slice(0, 200);
      throw new CouchError(503, `CouchDB answered ${response.status} ${text}`);
    }
    // Attachments: as Node's bytes, which is what the adapter gives on.
    return Object.assign(response, { buffer: async () => Buffer.from(await response.arrayBuffer()) });
  };

/** How the adapter's `bulkDocs` ends for revisions that were made elsewhere. */
const REPLICATED = '"new_edits":false}';

/**
 * The same, and two traps more, for which the cluster is asked afterwards whether most of its nodes are there: of
 * revisions that were made elsewhere CouchDB never says 202, however few nodes took them; and a node without the others
 * says 404 of a document that only they have.
 */
export function carefulFetch(nodes: CouchNodes, hasMajority: () => Promise<boolean>): AdapterFetch {
  const ask = fetchCarefully(nodes);
  return async (url, options) => {
    const response = await ask(url, options);
    const isReplicated = typeof options?.body === 'string' && options.body.endsWith(REPLICATED);
    const isDoubtful = (isReplicated && response.ok) || response.status === 404;
    if (isDoubtful && !(await hasMajority())) {
      throw new CouchError(503, 'most nodes of the cluster are gone');
    }
    return response;
  };
}

/** What a request to a database writes; an empty list for one that only reads, or writes no document that is replicated. */
function writtenBy(path: string, options: RequestInit = {}): WrittenIds {
  const method = (options.method ?? 'GET').toUpperCase();
  const [first = '', second = ''] = (path.split('?')[0] ?? '').split('/').map(decodeURIComponent);
  if (method === 'GET' || method === 'HEAD' || first === '_local' || QUESTIONS.has(first)) return [];
  if (first === '_design') return [`_design/${second}`];
  if (first !== '' && !first.startsWith('_')) return [first];
  if (first !== '_bulk_docs' || typeof options.body !== 'string') return null;
  const { docs } = JSON.parse(options.body) as { docs: { _id?: unknown }[] };
  return docs.map(({ _id }) => String(_id));
}

/** The same requests; `told` hears of each that may have written, whether it was answered or not. */
export function tellingFetch(
  fetch: AdapterFetch,
  place: string,
  told: { heeds: () => boolean; tell: (ids: WrittenIds) => void },
): AdapterFetch {
  return async (url, options) => {
    try {
      return await fetch(url, options);
    } finally {
      if (told.heeds()) {
        const { pathname } = new URL(typeof url === 'string' ? url : url.url);
        const ids = writtenBy(pathname.slice(new URL(place).pathname.length + 1), options);
        if (ids === null || ids.length > 0) told.tell(ids);
      }
    }
  };
}

/** Options of `allDocs` for those who look themselves whether anything is missing (gateway/read/listing.ts). */
export const ANY_COPY = { anyCopy: true };

interface RangeOptions {
  keys?: unknown;
  key?: string;
  startkey?: string;
  endkey?: string;
  descending?: boolean;
  limit?: number;
  anyCopy?: boolean;
}

/** No range is read before all copies of the database are even: it would come from one of them (copies.ts). */
export function guardRanges(db: Database, even: () => Promise<void>): void {
  const original = db.allDocs.bind(db) as (options: object) => Promise<never>;
  (db as { allDocs: unknown }).allDocs = async (options: RangeOptions = {}) => {
    if (options.keys === undefined && options.anyCopy !== true) await even();
    return original(endsBeforeAll(options) ? { limit: 0 } : options);
  };
}

/** PouchDB's HTTP adapter leaves an empty key out, and would answer with everything where there is nothing. */
function endsBeforeAll({ key, startkey, endkey, descending = false }: RangeOptions): boolean {
  return key === '' || (descending ? startkey : endkey) === '';
}
