import { byBytes, saysLater } from '#api/batches.ts';
import type { RefusedChange } from '#api/hubSchemas.ts';
import { readTrails } from '../events/trail.ts';
import { openRevisions } from '../storage/revisions.ts';
import { historyDatabase, type Database, type Seq, type Storage } from '../storage/types.ts';
import { changeRefused, readRefused } from './marks.ts';
import type { Pace } from './pace.ts';
import { byUrgency } from './pull.ts';
import { UpstreamError } from './asking.ts';
import type { RemoteEvent, Row, Verdict, WireDoc } from './upstream.ts';

/** Documents per request, at most. */
export const BATCH_DOCS = 250;
const PAGE = 2000;

/** Refused because the person was erased there: the erased version comes, and the merge is erased (decision 39). */
const ERASED = 'erased';

export interface PushContext {
  storage: Storage;
  eventId: string;
  db: Database;
  remote: RemoteEvent;
  pace: Pace;
  now: () => number;
  /** Of what was pulled: the central server has it. */
  isKnown(id: string, rev: string): boolean;
}

/** The hub's own changes after a position, and the position that they go up to. */
export async function changesAfter(
  { db, isKnown }: Pick<PushContext, 'db' | 'isKnown'>,
  from: Seq,
): Promise<{ rows: Row[]; upTo: Seq }> {
  const rows = new Map<string, Row>();
  for (let since = from; ;) {
    const page = await db.changes({ since, limit: PAGE, style: 'all_docs' });
    for (const { id, changes } of page.results) {
      if (id.startsWith('_')) continue;
      const revs = changes.map(({ rev }) => rev).filter((rev) => !isKnown(id, rev));
      if (revs.length > 0) rows.set(id, { id, revs, doc: null });
    }
    since = page.last_seq as Seq;
    if (page.results.length < PAGE) return { rows: [...rows.values()], upTo: since };
  }
}

/**
 * Sends what the central server lacks of these, check-ins first. What it refuses is kept and holds nothing up. Resolves with
 * how many documents it took. Throws an UpstreamError where it cannot be reached, or says 'later'.
 */
export async function pushRows(
  context: PushContext,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<number> {
  const sorted = byUrgency(rows);
  let taken = 0;
  for (let start = 0; start < sorted.length;) {
    signal.throwIfAborted();
    const batch = sorted.slice(start, start + context.pace.size());
    start += batch.length;
    const missing = await context.remote.revsDiff(
      Object.fromEntries(batch.map(({ id, revs }) => [id, revs])),
      signal,
    );
    const docs: WireDoc[] = [];
    for (const [id, revs] of Object.entries(missing)) docs.push(...(await readLeaves(context.db, id, revs)));
    const there = batch.map(({ id, revs }) => ({
      id,
      revs: revs.filter((rev) => missing[id]?.includes(rev) !== true),
    }));
    await note(context.db, [], there);
    for (const part of byBytes(docs)) taken += await send(context, part, signal);
  }
  return taken;
}

/** What was refused is offered again: rights, or clocks, may be others by now. */
export async function pushRefused(context: PushContext, signal: AbortSignal): Promise<void> {
  const refused = await readRefused(context.db);
  await pushRows(
    context,
    refused.map(({ id, rev }) => ({ id, revs: [rev], doc: null })),
    signal,
  );
}

async function readLeaves(db: Database, id: string, revs: readonly string[]): Promise<WireDoc[]> {
  const found = await openRevisions(db, id, revs, { revs: true, attachments: true, latest: false });
  // A revision that is no leaf any more has a successor, which waits as well.
  return found.flatMap((revision) => ('ok' in revision ? [revision.ok as WireDoc] : []));
}

async function send(context: PushContext, docs: readonly WireDoc[], signal: AbortSignal): Promise<number> {
  const { db, remote, pace, now } = context;
  let verdicts: Verdict[];
  try {
    const brought = await broughtBy(context, docs);
    verdicts = await pace.run(() => remote.write(docs, brought, signal), signal);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.trouble !== 'refused') throw error;
    // Something in the batch is too much: find it by sending each alone.
    if (docs.length > 1) {
      let taken = 0;
      for (const doc of docs) taken += await send(context, [doc], signal);
      return taken;
    }
    verdicts = docs.map(({ _id, _rev }) => ({
      ...{ id: _id, rev: _rev, refused: { name: 'invalid_document', reason: 'invalid_document' } },
    }));
  }
  const refused: RefusedChange[] = [];
  const taken: { id: string; revs: string[] }[] = [];
  let later: string | null = null;
  for (const doc of docs) {
    const { _id, _rev } = doc;
    const verdict = verdicts.find(({ id, rev }) => id === _id && (rev === _rev || rev === null));
    if (verdict === undefined) later = 'unanswered';
    else if (verdict.refused === null) taken.push({ id: _id, revs: [_rev] });
    else if (saysLater(verdict.refused)) later = verdict.refused.name;
    else if (verdict.refused.reason !== ERASED)
      refused.push({ id: _id, rev: _rev, reason: verdict.refused.reason, time: now(), ...signerOf(doc) });
  }
  // First what was refused: a crash in between repeats the push instead of losing the entry.
  await note(db, refused, taken);
  if (later !== null) throw new UpstreamError('offline', later);
  return taken.length;
}

/** For those who look what became of it: a name, as the document has it. */
function signerOf({ author, metadata }: WireDoc): { by?: string } {
  const signer = (author ?? (metadata as { author?: unknown } | undefined)?.author) as
    { name?: unknown } | null | undefined;
  return typeof signer?.name === 'string' ? { by: signer.name } : {};
}

/** Keeps what was refused, and forgets what is there by now. */
async function note(
  db: Database,
  refused: readonly RefusedChange[],
  there: readonly { id: string; revs: readonly string[] }[],
): Promise<void> {
  if (refused.length === 0 && (await readRefused(db)).length === 0) return;
  const nameOf = ({ id, rev }: RefusedChange): string => `${id} ${rev}`;
  const gone = new Set([
    ...there.flatMap(({ id, revs }) => revs.map((rev) => `${id} ${rev}`)),
    ...refused.map(nameOf),
  ]);
  await changeRefused(db, (before) => {
    const since = new Map(before.map((change) => [nameOf(change), change.time]));
    return [
      ...before.filter((change) => !gone.has(nameOf(change))),
      ...refused.map((change) => ({ ...change, time: since.get(nameOf(change)) ?? change.time })),
    ];
  });
}

/** Who brought them to this hub, where that is not who the document says (decision 15). */
async function broughtBy(
  { storage, eventId }: PushContext,
  docs: readonly WireDoc[],
): Promise<Record<string, string>> {
  const historyDb = await storage.open(historyDatabase(eventId));
  const trails = await readTrails(
    historyDb,
    docs.map(({ _id }) => _id),
  );
  return Object.fromEntries(
    docs.flatMap(({ _id, _rev }) => {
      const entry = trails.get(_id)?.findLast(({ rev }) => rev === _rev);
      return entry === undefined ? [] : [[`${_id} ${_rev}`, entry.by.id]];
    }),
  );
}
