import { DEVICE_HEADER } from '#api/wire.ts';
import { isLight, LIGHT_SELECTOR } from '#domain/devices/light.ts';
import { canonical } from '#domain/canonical.ts';
import { isInScope } from '#domain/rights/reach.ts';
import { HttpError, invalidField } from '../../base/errors.ts';
import { position } from '../../storage/documents.ts';
import type { AnyDoc, ChangeRow, Database, Seq, Storage } from '../../storage/types.ts';
import { Pace } from '../pace.ts';
import { isObject, jsonObject, type DbRequest } from '../request.ts';
import { compileSelector, NoSelector, TooCostly } from './selector.ts';
import type { Pieces } from '../stream.ts';
import type { Target } from '../target.ts';

/** Longest wait of a long poll, and its default, in ms. */
const LONGEST_POLL = 60_000;
/** Rows read from the database at a time: bare ones, with documents, with everything attached. */
const PAGE = 2000;
const DOCS_PAGE = 100;
const ATTACHMENTS_PAGE = 2;
/** Rows with documents that are told from the newest on: those are read together. */
const MAX_DESCENDING = 1000;
/** Rows with documents that one long poll answers, and with everything attached; the next begins where it ended. */
const MAX_POLLED = 200;
const MAX_POLLED_FILES = 10;
const MAX_DOC_IDS = 20_000;
/** A selector is looked at for each document. */
const MAX_SELECTOR = 2000;

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
  /** Check-ins come with their rows (decision 11). */
  inline: boolean;
  /** Up to where it was told of check-ins beyond its position (ahead.ts). */
  ahead: Seq | undefined;
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
  const longpoll = feed === 'longpoll';
  const descending = query.flag('descending');
  const includeDocs = query.flag('include_docs');
  const attachments = includeDocs && query.flag('attachments');
  const ahead = query.text('ahead');
  const filter = within(target, readFilter(request));
  // What is answered as a whole waits in memory as a whole.
  const isWhole = longpoll || inline !== undefined;
  const most = !isWhole || !includeDocs ? limit : attachments ? MAX_POLLED_FILES : MAX_POLLED;
  if (descending && attachments) throw invalidField('descending', 'goes with no attachments');
  if (descending && filter.byDoc !== undefined) throw invalidField('descending', 'goes with no selector');
  if (descending && includeDocs && limit > MAX_DESCENDING) {
    throw invalidField('limit', `must be at most ${MAX_DESCENDING} with descending and include_docs`);
  }
  return {
    since: await readSince(query.text('since'), target.db, kind),
    // As CouchDB has it, 0 counts as 1.
    limit: Math.max(1, Math.min(limit, most)),
    allLeaves: style === 'all_docs',
    descending,
    includeDocs,
    conflicts: query.flag('conflicts'),
    attachments,
    // Nothing but an event's database holds check-ins, and what it holds is shown to everyone as it is.
    inline: inline !== undefined && target.kind === 'event',
    ahead: ahead === undefined ? undefined : positionIn(ahead, kind, 'ahead'),
    device: inline === undefined ? null : deviceOf(request),
    filter,
    longpoll,
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
  return positionIn(since === '' ? '0' : since, kind, 'since');
}

/** Told by a CouchDB, before the databases were moved or put back here: beyond all that is here, as one from the future is. */
const ELSEWHERE = Number.MAX_SAFE_INTEGER;

function positionIn(text: string, kind: Storage['kind'], field: string): Seq {
  // A number was told by embedded databases, before they were moved here: CouchDB would refuse it for ever.
  if (kind === 'couchdb') return /^\d+$/.test(text) ? '0' : text;
  if (/^\d+-[\w~-]+$/.test(text)) return ELSEWHERE;
  if (!/^\d{1,15}$/.test(text)) throw invalidField(field, 'must be a position of this database');
  return Number(text);
}

/** The filter among what there is for this person. */
function within({ scope }: Target, filter: RowFilter): RowFilter {
  if (scope === 'all') return filter;
  const { byId } = filter;
  return {
    ...filter,
    key: `${scope} ${filter.key}`,
    byId: (id) => isInScope(scope, id) && (byId?.(id) ?? true),
  };
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
  if (ids.length > MAX_DOC_IDS)
    throw new HttpError(413, 'too_large', `at most ${MAX_DOC_IDS} doc_ids at once`);
  const wanted = new Set(ids);
  return { key: `ids ${canonical(ids)}`, byId: (id) => wanted.has(id), docIds: ids };
}

const LIGHT_TEXT = canonical(LIGHT_SELECTOR);

function bySelector(selector: unknown): RowFilter {
  if (!isObject(selector)) throw invalidField('selector', 'must be an object');
  const text = canonical(selector);
  if (text === LIGHT_TEXT) return LIGHT;
  if (text.length > MAX_SELECTOR) throw invalidField('selector', 'is too long');
  // A stranger's pattern could keep the whole server busy for minutes.
  if (text.includes('"$regex"')) throw invalidField('selector', '$regex is only for main/light');
  const matches = compiled(selector);
  return {
    key: `selector ${text}`,
    byDoc(doc) {
      try {
        return matches(doc);
      } catch (error) {
        if (error instanceof TooCostly) throw invalidField('selector', 'asks too much of a document');
        throw error;
      }
    },
  };
}

function compiled(selector: object): (doc: AnyDoc) => boolean {
  try {
    return compileSelector(selector);
  } catch (error) {
    if (error instanceof NoSelector)
      throw invalidField('selector', 'is not one that this server understands');
    throw error;
  }
}

/** Reads from the database the rows that the filter lets through, up to the limit. */
export async function readChanges(
  target: Target,
  query: ChangesQuery,
  turn: DbRequest['turn'],
): Promise<ChangesPage> {
  const results: ChangesPage['results'] = [];
  const pages = changePages(target, query, turn);
  for (;;) {
    const { done, value } = await pages.next();
    if (done === true) return { results, last_seq: value };
    results.push(...value);
  }
}

/** The same as text, a page after another, for answers of any length. */
export async function* changesPieces(target: Target, query: ChangesQuery, turn: DbRequest['turn']): Pieces {
  const pages = changePages(target, query, turn);
  let separator = '{"results":[';
  for (;;) {
    const { done, value } = await pages.next();
    if (done === true) {
      yield `${separator === ',' ? '' : separator}],"last_seq":${JSON.stringify(value)}}`;
      return;
    }
    if (value.length === 0) continue;
    yield separator + value.map((row) => JSON.stringify(row)).join();
    separator = ',';
  }
}

/** Yields the rows of each page that was read; returns the position reached. */
async function* changePages(
  target: Target,
  query: ChangesQuery,
  turn: DbRequest['turn'],
): AsyncGenerator<ChangesPage['results'], Seq> {
  const { filter, limit } = query;
  const sifts = filter.byId !== undefined || filter.byDoc !== undefined;
  const needsDocs = query.includeDocs || filter.byDoc !== undefined;
  const most = !needsDocs ? PAGE : query.attachments ? ATTACHMENTS_PAGE : DOCS_PAGE;
  const pace = new Pace();
  let since = query.since;
  let found = 0;
  for (;;) {
    const size = query.descending && !sifts ? limit : sifts ? most : Math.min(most, limit - found);
    const rows = await turn(async () =>
      target.db.changes<AnyDoc>({
        since,
        limit: query.descending && sifts ? undefined : size,
        style: query.allLeaves ? 'all_docs' : 'main_only',
        descending: query.descending,
        include_docs: needsDocs,
        conflicts: query.conflicts && query.includeDocs,
        attachments: query.attachments,
        // The HTTP adapter reads 25 rows at a time otherwise.
        ...{ batch_size: most },
      }),
    );
    const results: ChangesPage['results'] = [];
    for (const row of rows.results as ChangesPage['results']) {
      await pace.breathe();
      since = row.seq;
      if (!passes(target, filter, row)) continue;
      results.push(present(target, query, row));
      if (++found < limit) continue;
      yield results;
      return since;
    }
    yield results;
    if (query.descending || rows.results.length < size) return rows.last_seq;
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
