import { OutOfReach } from '../base/outOfReach.ts';
import type { CouchInit, CouchNodes } from './nodes.ts';

/** CouchDB answered a request of ours with an unexpected status. The message holds no credentials. */
export class CouchError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'CouchError';
    this.status = status;
  }
}

/**
 * A node said that there is no such database. One that is just starting says so of those that exist, so to whoever asked
 * the database is only out of reach; whether it is gone is asked of all nodes (copies.ts).
 */
export class DatabaseMissing extends CouchError {
  constructor(what: string) {
    super(503, `${what}: no such database on this node`);
    this.name = 'DatabaseMissing';
  }
}

/** What CouchDB's 404 says where the database is missing and not a document of it. */
export const saysNoDatabase = (text: string): boolean => /Database does not exist|no_db_file/.test(text);

export type CouchRequest = (
  method: string,
  path: string,
  expected?: readonly number[],
  signal?: AbortSignal,
) => Promise<Response>;

/** How long an answer may take, in ms: a node that hangs must not hold up all who share the question. */
const LONGEST_ANSWER = 60_000;
const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** Requests to a CouchDB by their paths. */
export function couchRequest(nodes: CouchNodes): CouchRequest {
  return async (method, path, expected = [200], signal) => {
    const response = await answerTo(nodes, path, { method, headers: HEADERS, signal });
    if (expected.includes(response.status)) return response;
    const body = (await response.text()).slice(0, 200);
    if (response.status === 404 && !path.startsWith('_') && saysNoDatabase(body)) {
      throw new DatabaseMissing(`${method} ${path.split('?')[0]}`);
    }
    // Whatever fails there: this server's own answer is that the database cannot be reached.
    const status = response.status >= 500 ? 503 : response.status;
    throw new CouchError(status, `${method} ${path.split('?')[0]}: ${response.status} ${body}`);
  };
}

async function answerTo(nodes: CouchNodes, path: string, init: CouchInit): Promise<Response> {
  if (init.signal != null) return nodes.ask(path, init);
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  try {
    return await nodes.ask(path, { ...init, signal });
  } catch (error) {
    throw signal.aborted ? new OutOfReach('no answer') : error;
  }
}

export async function readJson<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}
