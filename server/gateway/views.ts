import { idRange } from '#domain/ids.ts';
import { invalidField, notFound } from '../errors.ts';
import type { AnyDoc } from '../storage/types.ts';
import { jsonObject, type DbRequest } from './request.ts';
import type { Target, TargetKind } from './target.ts';

/** Type of the documents of each view of `_design/main`, by kind of database. Keys are document ids. */
const VIEWS: Partial<Record<TargetKind, Record<string, string>>> = {
  event: { clients: 'client', sessions: 'session' },
  users: { users: 'user' },
};

interface Row {
  id: string;
  key: string;
  value: null;
  doc?: AnyDoc;
}

/**
 * Answers `main/clients`, `main/sessions` and `main/users` (specification 1 §7) as their map functions would: the
 * documents of one type by id. Ids begin with the type, so this is a range of `_all_docs`, needs no index, and reading
 * never writes. couchdb/designDocuments.ts has the map functions for others who ask CouchDB itself.
 */
export async function queryView(request: DbRequest, target: Target, view: string): Promise<object> {
  const type = VIEWS[target.kind]?.[view];
  if (type === undefined) throw notFound('no such view');
  const { query } = request;
  if (query.flag('reduce')) throw invalidField('reduce', 'the view has no reduce function');
  const all = await rowsOfType(target, type);
  const keys = readKeys(request);
  const selected = keys === null ? inRange(request, all) : byKeys(all, keys);
  const skip = query.count('skip', Number.MAX_SAFE_INTEGER) ?? 0;
  const limit = query.count('limit', Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER;
  const withDocs = query.flag('include_docs');
  const rows = selected
    .slice(skip, skip + limit)
    .map(({ doc, ...row }) => (withDocs && doc !== undefined ? { ...row, doc: target.show(doc) } : row));
  return { total_rows: all.length, offset: skip, rows };
}

async function rowsOfType(target: Target, type: string): Promise<Row[]> {
  const range = target.kind === 'event' ? idRange(`${type}_`) : {};
  const { rows } = await target.db.allDocs({ ...range, include_docs: true });
  return rows.flatMap(({ id, doc }) => {
    const content = doc as AnyDoc | null | undefined;
    return content?.['type'] === type ? [{ id, key: id, value: null, doc: content }] : [];
  });
}

function readKeys({ method, body, query }: DbRequest): string[] | null {
  const sent = method === 'POST' ? jsonObject(body)['keys'] : undefined;
  const keys = sent ?? query.json('keys');
  if (keys === undefined) return null;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) {
    throw invalidField('keys', 'must be a list of texts');
  }
  return keys;
}

function byKeys(rows: readonly Row[], keys: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap((key) => byId.get(key) ?? []);
}

function inRange({ query }: DbRequest, rows: readonly Row[]): Row[] {
  const key = query.key('key');
  const descending = query.flag('descending');
  const start = key ?? query.key('startkey', 'start_key');
  const end = key ?? query.key('endkey', 'end_key');
  const inclusive = query.text('inclusive_end') === undefined || query.flag('inclusive_end');
  const [low, high] = descending ? [end, start] : [start, end];
  const found = rows.filter(
    (row) =>
      (low === undefined || row.key >= low) &&
      (high === undefined || row.key <= high) &&
      (inclusive || row.key !== end),
  );
  return descending ? found.reverse() : found;
}
