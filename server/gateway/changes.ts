import { DEVICE_HEADER } from '#api/schemas.ts';
import { isLight, LIGHT_SELECTOR } from '#domain/light.ts';
import { canonical } from '#domain/canonical.ts';
import { matchesSelector } from 'pouchdb-selector-core';
import { invalidField } from '../errors.ts';
import { position } from '../storage/documents.ts';
import type { AnyDoc, ChangeRow, Database, Seq, Storage } from '../storage/types.ts';
import { isObject, jsonObject, type DbRequest } from './request.ts';
import type { Target } from './target.ts';

/** Longest wait of a long poll, and its default, in ms. */
export const LONGEST_POLL = 60_000;
/** Rows read from the database at a time. */
const PAGE = 2000;

/** Which rows a reader wants. */
export interface RowFilter {
  /** Equal keys, equal filters. */
  key: string;
  /** By id, where that is enough. */
  byId?: (id: string) => boolean;
  /** By content; needs the document. */
  byDoc?: (doc: AnyDoc) => boolean;
  docIds?: string[];
}

export interface ChangesQuery {
  since: Seq;
  limit: number;
  allLeaves: boolean;
  descending: boolean;
  includeDocs: boolean;
  conflicts: boolean;
  attachments: boolean;
  /** Check-ins come with their rows (docs/decisions/0011). */
  inline: boolean;
  /** The device that asks so, where it says who it is: its own check-ins are no reason to wake it. */
  device: string | null;
  filter: RowFilter;
  longpoll: boolean;
  timeout: number;
}

export interface ChangesPage {
  results: (ChangeRow & { doc?: AnyDoc })[];
  last_seq: Seq;
}

const EVERYTHING: RowFilter = { key: '' };
const LIGHT: RowFilter = { key: 'light', byId: isLight };

/** Reads the parameters of GET or POST `_changes`. Throws 400 naming a wrong one. */
export async function readChangesQuery(
  request: DbRequest,
  target: Target,
  kind: Storage['kind'],
): Promise<ChangesQuery> {
  const { query } = request;
  const feed = query.text('feed') ?? 'normal';
  if (feed !== 'normal' && feed !== 'longpoll') throw invalidField('feed', 'must be normal or longpoll');
  const style = query.text('style') ?? 'main_only';
  if (style !== 'main_only' && style !== 'all_docs')
    throw invalidField('style', 'must be main_only or all_docs');
  const inline = query.text('inline');
  if (inline !== undefined && inline !== 'checkins') throw invalidField('inline', 'must be checkins');
  const limit = query.count('limit', Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER;
  return {
    since: await readSince(query.text('since'), target.db, kind),
    // As CouchDB has it, 0 counts as 1.
    limit: Math.max(1, limit),
    allLeaves: style === 'all_docs',
    descending: query.flag('descending'),
    includeDocs: query.flag('include_docs'),
    conflicts: query.flag('conflicts'),
    attachments: query.flag('attachments'),
    // Nothing but an event's database holds check-ins, and what it holds is shown to everyone as it is.
    inline: inline !== undefined && target.kind === 'event',
    device: inline === undefined ? null : deviceOf(request),
    filter: readFilter(request),
    longpoll: feed === 'longpoll',
    timeout: query.count('timeout', LONGEST_POLL) ?? LONGEST_POLL,
  };
}

function deviceOf({ http }: DbRequest): string | null {
  const header = http.headers[DEVICE_HEADER];
  return typeof header === 'string' && header !== '' ? header : null;
}

async function readSince(text: string | undefined, db: Database, kind: Storage['kind']): Promise<Seq> {
  const since = (text ?? '0').replace(/^"(.*)"$/, '$1');
  if (since === 'now') return (await position(db)).seq;
  if (kind === 'couchdb') return since === '' ? '0' : since;
  if (since === '') return 0;
  if (!/^\d{1,15}$/.test(since)) throw invalidField('since', 'must be a position of this database, or now');
  return Number(since);
}

function readFilter(request: DbRequest): RowFilter {
  const filter = request.query.text('filter');
  const body = request.method === 'POST' && request.body.length > 0 ? jsonObject(request.body) : {};
  if (filter === undefined) {
    // PouchDB sends both; others only the body.
    if (body['doc_ids'] !== undefined) return byDocIds(body['doc_ids']);
    return body['selector'] === undefined ? EVERYTHING : bySelector(body['selector']);
  }
  if (filter === 'main/light') return LIGHT;
  if (filter === '_doc_ids') return byDocIds(body['doc_ids'] ?? request.query.json('doc_ids'));
  if (filter === '_selector') return bySelector(body['selector'] ?? request.query.json('selector'));
  if (filter === '_design') return { key: '_design', byId: (id) => id.startsWith('_design/') };
  throw invalidField('filter', 'must be main/light, _selector or _doc_ids');
}

function byDocIds(ids: unknown): RowFilter {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    throw invalidField('doc_ids', 'must be a list of ids');
  }
  const wanted = new Set(ids);
  return { key: `ids ${canonical(ids)}`, byId: (id) => wanted.has(id), docIds: ids };
}

const LIGHT_TEXT = canonical(LIGHT_SELECTOR);

function bySelector(selector: unknown): RowFilter {
  if (!isObject(selector)) throw invalidField('selector', 'must be an object');
  const text = canonical(selector);
  if (text === LIGHT_TEXT) return LIGHT;
  if (text.length > 10_000) throw invalidField('selector', 'is too long');
  // A stranger's pattern could keep the whole server busy for minutes.
  if (text.includes('"$regex"')) throw invalidField('selector', '$regex is only for main/light');
  try {
    matchesSelector({ _id: '' }, selector);
  } catch {
    throw invalidField('selector', 'is not one that this server understands');
  }
  return { key: `selector ${text}`, byDoc: (doc) => matchesSelector(doc, selector) };
}

/** Reads from the database the rows that the filter lets through, up to the limit. */
export async function readChanges(target: Target, query: ChangesQuery): Promise<ChangesPage> {
  const { filter, limit } = query;
  const results: ChangesPage['results'] = [];
  const sifts = filter.byId !== undefined || filter.byDoc !== undefined;
  const page = Math.min(PAGE, sifts || query.descending ? PAGE : limit);
  const needsDocs = query.includeDocs || filter.byDoc !== undefined;
  let since = query.since;
  for (;;) {
    const size = query.descending && !sifts ? limit : Math.min(page, sifts ? PAGE : limit - results.length);
    const rows = await target.db.changes<AnyDoc>({
      since,
      limit: query.descending && sifts ? undefined : size,
      style: query.allLeaves ? 'all_docs' : 'main_only',
      descending: query.descending,
      include_docs: needsDocs,
      conflicts: query.conflicts && query.includeDocs,
      attachments: query.attachments && query.includeDocs,
      // The HTTP adapter reads 25 rows at a time otherwise.
      ...{ batch_size: PAGE },
    });
    for (const row of rows.results as ChangesPage['results']) {
      since = row.seq;
      if (!passes(target, filter, row)) continue;
      results.push(present(target, query, row));
      if (results.length >= limit) return { results, last_seq: since };
    }
    if (query.descending || rows.results.length < size) return { results, last_seq: rows.last_seq };
  }
}

/** Content counts as the reader sees it, or a selector could ask for what is hidden letter by letter. */
const passes = (target: Target, filter: RowFilter, row: ChangeRow & { doc?: AnyDoc }): boolean =>
  (filter.byId?.(row.id) ?? true) && (filter.byDoc?.(target.show(row.doc ?? {})) ?? true);

function present(
  target: Target,
  query: ChangesQuery,
  row: ChangeRow & { doc?: AnyDoc },
): ChangesPage['results'][number] {
  const { seq, id, changes, deleted, doc } = row;
  return {
    seq,
    id,
    changes,
    ...(deleted === true ? { deleted } : {}),
    ...(query.includeDocs && doc !== undefined ? { doc: target.show(doc) } : {}),
  };
}

/** The same from rows in memory: the last row of each document, filtered and cut. Only for filters by id. */
export function pickRows(
  rows: readonly ChangeRow[],
  query: Pick<ChangesQuery, 'filter' | 'allLeaves' | 'limit'>,
): ChangeRow[] {
  const newest = new Map<string, ChangeRow>();
  for (const row of rows) {
    newest.delete(row.id);
    if (query.filter.byId?.(row.id) ?? true) newest.set(row.id, row);
  }
  return [...newest.values()].slice(0, query.limit).map((row) => ({
    ...row,
    changes: query.allLeaves ? row.changes : row.changes.slice(0, 1),
  }));
}

/** True when rows in memory are enough to answer. */
export const isPlain = (query: ChangesQuery): boolean =>
  !query.descending && !query.includeDocs && query.filter.byDoc === undefined;
