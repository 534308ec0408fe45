import { idRange } from '#domain/ids.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import type { AnyDoc } from '../../storage/types.ts';
import { readKeys } from './allDocs.ts';
import { chunks } from '../pace.ts';
import type { DbRequest } from '../request.ts';
import { gathered, Repeats, type Lines, type Pieces } from '../stream.ts';
import type { Target, TargetKind } from '../target.ts';

/** Type of the documents of each view of `_design/main`, by kind of database. Keys are document ids. */
const VIEWS: Partial<Record<TargetKind, ReadonlyMap<string, string>>> = {
  event: new Map([
    ['clients', 'client'],
    ['sessions', 'session'],
  ]),
  users: new Map([['users', 'user']]),
};

interface Row {
  id: string;
  key: string;
  value: null;
}

/** Documents that are read at a time. */
const PAGE = 100;

/**
 * Answers `main/clients`, `main/sessions` and `main/users` (specification 1 §7) as their map functions would: the
 * documents of one type by id. Ids begin with the type, so this is a range of `_all_docs`, needs no index, and reading
 * never writes. couchdb/designDocuments.ts has the map functions for others who ask CouchDB itself.
 */
export async function queryView(request: DbRequest, target: Target, view: string): Promise<Pieces> {
  const type = VIEWS[target.kind]?.get(view);
  if (type === undefined) throw notFound('no such view');
  const { query } = request;
  if (query.flag('reduce')) throw invalidField('reduce', 'the view has no reduce function');
  const keys = readKeys(request);
  const all = await rowsOfType(request, target, type);
  const selected = keys === null ? inRange(request, all) : byKeys(all, keys);
  const skip = query.count('skip', Number.MAX_SAFE_INTEGER) ?? 0;
  const limit = query.count('limit', Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER;
  const withDocs = query.flag('include_docs');
  const rows = selected.slice(skip, skip + limit);
  return gathered(viewRows(request, target, { total: all.length, skip, rows, withDocs }));
}

async function* viewRows(
  { turn }: DbRequest,
  target: Target,
  { total, skip, rows, withDocs }: { total: number; skip: number; rows: readonly Row[]; withDocs: boolean },
): AsyncGenerator<Lines> {
  const repeats = new Repeats(rows.map(({ id }) => id));
  yield [`{"total_rows":${total},"offset":${skip},"rows":[`];
  let separator = '';
  for (const some of chunks(rows, PAGE)) {
    const fresh = [...new Set(some.map(({ id }) => id))].filter((id) => repeats.get(id) === undefined);
    const docs = withDocs && fresh.length > 0 ? await turn(() => readDocs(target, fresh)) : new Map();
    yield (function* () {
      for (const row of some) {
        const doc = docs.get(row.id) as AnyDoc | undefined;
        const text = repeats.get(row.id) ?? JSON.stringify(doc === undefined ? row : { ...row, doc });
        repeats.answered(row.id, text);
        yield separator + text;
        separator = ',';
      }
    })();
  }
  yield [']}'];
}

async function readDocs(target: Target, keys: string[]): Promise<Map<string, AnyDoc>> {
  const { rows } = await target.db.allDocs({ keys, include_docs: true });
  return new Map(
    rows.flatMap((row) =>
      'doc' in row && row.doc != null ? [[row.id, target.show(row.doc as AnyDoc)]] : [],
    ),
  );
}

/** Ids say the type; only where they do not must the documents be read. */
async function rowsOfType({ turn }: DbRequest, target: Target, type: string): Promise<Row[]> {
  const isEvent = target.kind === 'event';
  const range = isEvent ? idRange(`${type}_`) : { include_docs: true };
  const { rows } = await turn(async () => target.db.allDocs(range));
  return rows.flatMap((row) => {
    const isOne = isEvent || (row.doc as AnyDoc | null | undefined)?.['type'] === type;
    return isOne ? [{ id: row.id, key: row.id, value: null }] : [];
  });
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
