import { isInScope } from '#domain/rights/reach.ts';
import { HttpError, invalidField } from '../../base/errors.ts';
import { position } from '../../storage/documents.ts';
import type { AnyDoc, Seq } from '../../storage/types.ts';
import { chunks } from '../pace.ts';
import { jsonObject, type DbRequest } from '../request.ts';
import { gathered, Repeats, type Lines, type Pieces } from '../stream.ts';
import { countUnseen, type Target } from '../target.ts';

/** Most keys of one request. */
const MAX_KEYS = 20_000;
/** Rows that are read at a time: without documents, with them, with everything attached. */
const PAGE = { bare: 2000, docs: 100, attachments: 1 };

interface Row {
  id?: string;
  key: string;
  doc?: AnyDoc | null;
}
interface Page {
  total_rows: number;
  offset?: number;
  rows: Row[];
}

/** GET and POST _all_docs */
export function allDocs(request: DbRequest, target: Target): Pieces {
  const { query, turn, fileTurn } = request;
  const keys = readKeys(request);
  const attachments = query.flag('attachments');
  const include_docs = query.flag('include_docs');
  const limit = query.count('limit', Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER;
  const skip = query.count('skip', Number.MAX_SAFE_INTEGER) ?? 0;
  const question: Question = {
    options: { include_docs, attachments, conflicts: query.flag('conflicts') },
    size: !include_docs ? PAGE.bare : attachments ? PAGE.attachments : PAGE.docs,
    descending: query.flag('descending'),
    limit,
    skip,
    withPosition: query.flag('update_seq') ? async () => (await position(target.db)).seq : null,
    read: (asked) =>
      (attachments && include_docs ? fileTurn : turn)(
        async () => (await target.db.allDocs(asked as PouchDB.Core.AllDocsOptions)) as unknown as Page,
      ),
    seen: (id) => isInScope(target.scope, id),
    unseen: () => turn(() => countUnseen(target)),
    text: (row) => JSON.stringify(row.doc == null ? row : { ...row, doc: target.show(row.doc) }),
  };
  if (keys === null) {
    const range = readRange(request);
    return gathered(target.scope === 'all' ? inRange(question, range) : seenInRange(question, range));
  }
  const ordered = question.descending ? keys.toReversed() : keys;
  return gathered(byKeys(question, ordered.slice(skip, skip + limit)));
}

/** The keys of a question, or null. Throws 400 for what are none, and 413 for too many. */
export function readKeys({ method, body, query }: DbRequest): string[] | null {
  const sent = method === 'POST' && body.length > 0 ? jsonObject(body)['keys'] : undefined;
  const keys = sent ?? query.json('keys');
  if (keys === undefined) return null;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) {
    throw invalidField('keys', 'must be a list of texts');
  }
  if (keys.length > MAX_KEYS) throw new HttpError(413, 'too_large', `at most ${MAX_KEYS} keys at once`);
  return keys;
}

interface Question {
  options: { include_docs: boolean; attachments: boolean; conflicts: boolean };
  size: number;
  /** Reads the database's position, where it is asked for. */
  withPosition: (() => Promise<Seq>) | null;
  descending: boolean;
  limit: number;
  skip: number;
  read(options: object): Promise<Page>;
  /** False for what is not there for this person. */
  seen(id: string): boolean;
  unseen(): Promise<number>;
  text(row: Row): string;
}

async function* byKeys(
  { options, size, withPosition, read, seen, unseen, text }: Question,
  keys: readonly string[],
): AsyncGenerator<Lines> {
  const repeats = new Repeats(keys);
  let separator = '';
  // Without keys for the number of documents alone.
  for (const some of keys.length === 0 ? [[]] : chunks(keys, size)) {
    const fresh = [...new Set(some)].filter((key) => seen(key) && repeats.get(key) === undefined);
    const page = fresh.length > 0 || separator === '' ? await read({ ...options, keys: fresh }) : null;
    if (separator === '') yield [head((page?.total_rows ?? 0) - (await unseen()), 0, await withPosition?.())];
    const found = new Map(page?.rows.map((row) => [row.key, row]));
    yield (function* () {
      for (const key of some) {
        const line = repeats.get(key) ?? text(found.get(key) ?? ({ key, error: 'not_found' } as Row));
        repeats.answered(key, line);
        yield separator + line;
        separator = ',';
      }
    })();
    separator = ',';
  }
  yield [']}'];
}

interface Range {
  startkey?: string;
  endkey?: string;
  key?: string;
  inclusive_end: boolean;
}

function readRange({ query }: DbRequest): Range {
  const startkey = query.key('startkey', 'start_key');
  const endkey = query.key('endkey', 'end_key');
  const key = query.key('key');
  return {
    inclusive_end: query.text('inclusive_end') === undefined || query.flag('inclusive_end'),
    ...(startkey === undefined ? {} : { startkey }),
    ...(endkey === undefined ? {} : { endkey }),
    ...(key === undefined ? {} : { key }),
  };
}

/** As if what this person may not see were not there: limit and skip count the others only. */
async function* seenInRange(question: Question, range: Range): AsyncGenerator<Lines> {
  const { descending, limit, skip, read, seen } = question;
  const ids: string[] = [];
  let last: string | null = null;
  while (ids.length < skip + limit) {
    const start: object = last === null ? {} : { startkey: last, skip: 1 };
    const page = await read({ ...range, descending, ...start, limit: PAGE.bare });
    ids.push(...page.rows.flatMap(({ id }) => (id !== undefined && seen(id) ? [id] : [])));
    last = page.rows.at(-1)?.id ?? null;
    if (last === null || range.key !== undefined || page.rows.length < PAGE.bare) break;
  }
  yield* byKeys(question, ids.slice(skip, skip + limit));
}

async function* inRange(question: Question, range: Range): AsyncGenerator<Lines> {
  const { options, descending, size, limit, read, text } = question;
  let left = limit;
  let last: string | null = null;
  for (;;) {
    // The row that the page before ended with comes again: it may be gone by now, so it is no use to skip one.
    const again: number = last === null ? 0 : 1;
    const page = await read({
      ...options,
      ...range,
      descending,
      ...(last === null ? { skip: question.skip } : { startkey: last }),
      limit: Math.min(size, left) + again,
    });
    const isFirst = last === null;
    if (isFirst) yield [head(page.total_rows, page.offset ?? question.skip, await question.withPosition?.())];
    const rows: Row[] = page.rows.filter((row) => row.id !== last);
    const told = rows.slice(0, left);
    yield (function* () {
      for (const [index, row] of told.entries()) yield (isFirst && index === 0 ? '' : ',') + text(row);
    })();
    left -= rows.length;
    const end = rows.at(-1)?.id;
    if (end === undefined || left <= 0 || page.rows.length < Math.min(size, left + rows.length) + again)
      break;
    if (range.key !== undefined) break;
    last = end;
  }
  yield [']}'];
}

const head = (total: number, offset: number, seq: Seq | undefined): string =>
  `{"total_rows":${total},"offset":${offset},${seq === undefined ? '' : `"update_seq":${JSON.stringify(seq)},`}"rows":[`;
