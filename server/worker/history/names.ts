import type { AnyDoc, Database } from '../../storage/types.ts';
import { getMany } from '../couch.ts';
import { consumerState } from './snapshot.ts';

/** Names of clients, sessions and registrations by document id, as last read; for the sentences of the history. */
export interface Names {
  load(ids: readonly string[]): Promise<void>;
  learn(doc: AnyDoc): void;
  /** '' when unknown. */
  client(id: string): string;
  session(id: string): string;
}

/** Enough for the largest event; names are short. */
const KEPT = 50_000;

export function createNames(db: Database): Names {
  const known = new Map<string, string>();
  function learn(doc: AnyDoc): void {
    const id = String(doc['_id']);
    known.delete(id);
    known.set(id, nameOf(doc));
    if (known.size > KEPT) for (const oldest of [...known.keys()].slice(0, KEPT / 10)) known.delete(oldest);
  }
  return {
    learn,
    async load(ids) {
      const missing = [...new Set(ids)].filter((id) => !known.has(id));
      for (const { doc } of (await getMany(db, missing)).values()) if (doc !== null) learn(doc);
    },
    client: (id) => known.get(id) ?? '',
    session: (id) => known.get(id) ?? '',
  };
}

function nameOf(doc: AnyDoc): string {
  if (doc['type'] === 'session') return typeof doc['title'] === 'string' ? doc['title'] : '';
  if (doc['type'] === 'consumer') return consumerState(doc).name;
  return [doc['forename'], doc['surname']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
}
