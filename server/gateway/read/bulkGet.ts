import { isInScope } from '#domain/rights/reach.ts';
import { HttpError, invalidField, isMissing } from '../../base/errors.ts';
import { isRemote, openRevisions, type Revision, type RevisionOptions } from '../../storage/revisions.ts';
import type { Database } from '../../storage/types.ts';
import { attachedBytes, SMALL } from '../../base/outgoing.ts';
import { chunks } from '../pace.ts';
import { isObject, jsonObject, type DbRequest } from '../request.ts';
import { isRev } from '../shape.ts';
import { gathered, Repeats, type Lines, type Pieces } from '../stream.ts';
import type { Target } from '../target.ts';

/** Most documents of one request, and how many are read at a time: a session may be a megabyte. */
const MAX_DOCS = 20_000;
const AT_ONCE = 20;

interface Wanted {
  id: string;
  /** Absent: every leaf. */
  rev?: string;
}

/** POST _bulk_get: for each document asked for an answer of its own, in the order of the question. */
export function bulkGet(request: DbRequest, target: Target): Pieces {
  const { query, body } = request;
  const { docs } = jsonObject(body);
  if (!Array.isArray(docs) || !docs.every(isWanted))
    throw invalidField('docs', 'must be a list of { id, rev }');
  if (docs.length > MAX_DOCS) throw new HttpError(413, 'too_large', `at most ${MAX_DOCS} documents at once`);
  const options = {
    revs: query.flag('revs'),
    attachments: query.flag('attachments'),
    latest: query.flag('latest'),
  };
  return gathered(results(target, docs, options, request));
}

async function* results(
  target: Target,
  docs: readonly Wanted[],
  options: RevisionOptions,
  turns: Pick<DbRequest, 'turn' | 'fileTurn'>,
): AsyncGenerator<Lines> {
  const repeats = new Repeats(docs.map(keyOf));
  let separator = '{"results":[';
  for (const some of chunks(docs, AT_ONCE)) {
    const fresh = new Map(
      some.flatMap((entry) => (repeats.get(keyOf(entry)) === undefined ? [[keyOf(entry), entry]] : [])),
    );
    const seen = [...fresh.values()].filter(({ id }) => isInScope(target.scope, id));
    const found = await turns.turn(() => readAll(target.db, seen, options));
    let lines: string[] = [];
    for (const entry of some) {
      const key = keyOf(entry);
      const text = repeats.get(key) ?? (await answer(target, entry, found.get(key) ?? [], options, turns));
      repeats.answered(key, text);
      lines.push(separator + text);
      separator = ',';
      // What is attached may be large: no more than one such document is kept.
      if (!options.attachments) continue;
      yield lines;
      lines = [];
    }
    yield lines;
  }
  yield [separator === ',' ? ']}' : '{"results":[]}'];
}

const keyOf = ({ id, rev = '' }: Wanted): string => `${rev} ${id}`;

/** Without what is attached: that is read one document at a time. */
async function readAll(
  db: Database,
  entries: readonly Wanted[],
  options: RevisionOptions,
): Promise<Map<string, Revision[]>> {
  const plain = { ...options, attachments: false };
  if (!isRemote(db)) {
    const found = await Promise.all(entries.map((entry) => revisionsOf(db, entry, plain)));
    return new Map(entries.map((entry, index) => [keyOf(entry), found[index] ?? []]));
  }
  if (entries.length === 0) return new Map();
  const { revs, latest } = plain;
  const { results } = await db.bulkGet({ docs: [...entries], revs, ...{ latest } });
  return new Map(
    entries.map((entry, index) => [
      keyOf(entry),
      (results[index]?.docs ?? []).flatMap((one) => ('ok' in one ? [one as unknown as Revision] : [])),
    ]),
  );
}

async function revisionsOf(db: Database, { id, rev }: Wanted, options: RevisionOptions): Promise<Revision[]> {
  try {
    return await openRevisions(db, id, rev === undefined ? 'all' : [rev], options);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function answer(
  target: Target,
  { id, rev = 'undefined' }: Wanted,
  revisions: readonly Revision[],
  { revs, attachments }: RevisionOptions,
  { turn, fileTurn }: Pick<DbRequest, 'turn' | 'fileTurn'>,
): Promise<string> {
  const docs: object[] = [];
  for (const revision of revisions) {
    if (!('ok' in revision)) continue;
    let whole = revision;
    if (attachments && revision.ok['_attachments'] !== undefined) {
      const options = { revs, attachments: true, latest: false };
      const one = attachedBytes(revision.ok) > SMALL ? fileTurn : turn;
      const [read] = await one(() => revisionsOf(target.db, { id, rev: revision.ok._rev }, options));
      if (read === undefined || !('ok' in read)) continue;
      whole = read;
    }
    docs.push({ ok: target.show(whole.ok) });
  }
  // CouchDB's words, whatever the storage: PouchDB's own errors hold stacks.
  if (docs.length === 0) docs.push({ error: { id, rev, error: 'not_found', reason: 'missing' } });
  return JSON.stringify({ id, docs });
}

const isWanted = (entry: unknown): entry is Wanted =>
  isObject(entry) &&
  typeof entry['id'] === 'string' &&
  entry['id'] !== '' &&
  !entry['id'].startsWith('_local/') &&
  (entry['rev'] === undefined || isRev(entry['rev']));
