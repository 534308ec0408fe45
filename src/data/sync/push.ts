import { byBytes, saysLater } from '#api/batches.ts';
import type { Clock } from '#domain/devices/clock.ts';
import { isClosing, type Leaf } from '#domain/conflicts/conflict.ts';
import { isOfOthers, mayBring, type CopyScope } from '#domain/rights/reach.ts';
import type { Deps } from '../deps.ts';
import { isOlder } from '#domain/documents/index.ts';
import { DataFailure } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { PushAnswer, Remote, WireDoc } from '../net/remote.ts';
import { closeHere, dateBackHere, renewHere } from '../repository/update.ts';
import type { DataError, RefusedChange } from '../types.ts';
import { dateCheckinAnew } from './dateAnew.ts';
import { lineage, type RefusedLedger } from './ledger.ts';
import type { Outbox, Outgoing } from './outbox.ts';

const BATCH_DOCS = 200;

export interface PushContext {
  deps: Deps;
  db: LocalDatabase;
  remote: Remote;
  outbox: Outbox;
  ledger: RefusedLedger;
  clock: Clock;
  /** Who sends, and what of the event is on their devices. */
  userId: string;
  scope: CopyScope;
}

/**
 * Sends everything that waits and is not held. Returns when nothing more can leave; throws when the server cannot be reached or
 * refuses the whole request. A refused document goes to the ledger and never holds up others (decision 2).
 */
export async function pushAll(context: PushContext, signal: AbortSignal): Promise<void> {
  while ((await pushNext(context, signal)) > 0);
  await context.outbox.save();
}

/** Sends what waits now, and leaves to the next time what comes meanwhile. */
export async function pushWaiting(context: PushContext, signal: AbortSignal): Promise<void> {
  while ((await pushNext(context, signal)) === BATCH_DOCS);
  await context.outbox.save();
}

/** How many it took. */
async function pushNext(context: PushContext, signal: AbortSignal): Promise<number> {
  const { outbox } = context;
  const taken = outbox.take(BATCH_DOCS);
  if (taken.length === 0) return 0;
  signal.throwIfAborted();
  try {
    await pushBatch(context, taken, signal);
  } catch (error) {
    // Perhaps the server has them and only its answer was lost.
    outbox.doubt();
    throw error;
  }
  return taken.length;
}

async function pushBatch(
  context: PushContext,
  taken: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const { outbox, remote } = context;
  const wanted = new Map(taken.map(({ id, revs }) => [id, revs]));
  const unsure = taken.filter(({ certain }) => !certain);
  if (unsure.length > 0) {
    const missing = await remote.revsDiff(
      Object.fromEntries(unsure.map(({ id, revs }) => [id, revs])),
      signal,
    );
    for (const { id, revs } of unsure) {
      const lacking = missing[id] ?? [];
      wanted.set(id, lacking);
      const there = revs.filter((rev) => !lacking.includes(rev));
      outbox.known(id, there);
      await context.ledger.record([], [{ id, revs: there }]);
    }
  }
  const revisions = [...wanted].flatMap(([id, revs]) => revs.map((rev) => ({ id, rev })));
  if (revisions.length === 0) return;
  const read = await readRevisions(context, revisions);
  await passOverClosed(context, read);
  const docs = read.filter((doc) => isOurs(context, doc));
  for (const part of byBytes(docs)) await send(context, part, signal);
}

/**
 * At a door nobody deletes: what ends a version there says only that the server has lost that version, and it would refuse the
 * end. After a crash nothing else tells; one that was refused before this was known is no refusal of anybody's work.
 */
async function passOverClosed({ scope, ledger }: PushContext, docs: readonly WireDoc[]): Promise<void> {
  if (scope === 'all') return;
  const closed = docs.filter(isClosed);
  await ledger.record(
    [],
    closed.map(({ _id, _rev }) => ({ id: _id, revs: [_rev] })),
  );
}
const isClosed = (doc: WireDoc): boolean => doc['_deleted'] === true && isClosing(doc as unknown as Leaf);

/** False for what others have to bring; then it is settled. */
function isOurs({ outbox, scope, userId }: PushContext, doc: WireDoc): boolean {
  const isLost = outbox.isResent(doc._id, doc._rev);
  const isOfServer = isOfOthers(scope, userId, doc) || (scope === 'door' && isClosed(doc));
  if (isLost ? mayBring(scope, userId, doc) : !isOfServer) return true;
  outbox.settle(doc._id, [doc._rev]);
  return false;
}

/** Leaves with their histories and attachments. A revision that is a leaf no more is settled: its successor waits. */
async function readRevisions(
  { db, outbox }: PushContext,
  revisions: { id: string; rev: string }[],
): Promise<WireDoc[]> {
  const docs = await readFirst(db, revisions);
  const isRead = new Set(docs.map(({ _id }) => _id));
  const others = revisions.filter(({ id }) => !isRead.has(id));
  if (others.length > 0) {
    const { results } = await db.use((pouch) =>
      pouch.bulkGet({ docs: others, revs: true, attachments: true }),
    );
    for (const { docs: found } of results)
      for (const doc of found) if ('ok' in doc) docs.push(doc.ok as unknown as WireDoc);
  }
  const have = new Set(docs.map((doc) => `${doc._id} ${doc._rev}`));
  for (const { id, rev } of revisions) if (!have.has(`${id} ${rev}`)) outbox.settle(id, [rev]);
  return docs;
}

/** Those with one version, as every act is: in one transaction, where `bulkGet` takes one and more for each. */
async function readFirst(
  db: LocalDatabase,
  revisions: readonly { id: string; rev: string }[],
): Promise<WireDoc[]> {
  const wanted = new Map(revisions.map(({ id, rev }) => [id, rev]));
  const keys = revisions.flatMap(({ id, rev }) => (rev.startsWith('1-') ? [id] : []));
  if (keys.length === 0 || wanted.size < revisions.length) return [];
  const { rows } = await db.use((pouch) => pouch.allDocs({ keys, include_docs: true }));
  return rows.flatMap((row) => {
    const doc = ('doc' in row ? row.doc : null) as WireDoc | null | undefined;
    if (doc == null || doc._rev !== wanted.get(doc._id) || '_attachments' in doc) return [];
    return [{ ...doc, _revisions: { start: 1, ids: [doc._rev.slice(2)] } }];
  });
}

async function send(context: PushContext, docs: readonly WireDoc[], signal: AbortSignal): Promise<void> {
  const { deps, remote } = context;
  let answers: PushAnswer[];
  try {
    answers = await remote.bulkDocs(docs, signal);
  } catch (error) {
    if (!(error instanceof DataFailure) || ![400, 413].includes(error.status)) throw error;
    // Something in the batch is too much or malformed: find it by sending each alone.
    if (docs.length > 1) {
      for (const doc of docs) await send(context, [doc], signal);
      return;
    }
    const reason = error.status === 413 ? 'too_large' : 'invalid_document';
    answers = docs.map((doc) => ({ id: doc._id, rev: doc._rev, error: { name: reason, reason } }));
  }
  const fates: Fate[] = [];
  for (const doc of docs) fates.push(await fateOf(context, doc, answerFor(doc, answers), deps.wall()));
  await settle(context, fates);
  const late = fates.find((fate) => fate.kind === 'later');
  if (late !== undefined) throw new DataFailure({ code: 'offline', message: late.why }, 503);
}

/** What becomes of a document that was sent. */
type Fate = { doc: WireDoc } & (
  | { kind: 'accepted' | 'not_ours' | 'dated_anew' | 'erased' }
  | { kind: 'later'; why: string }
  | { kind: 'untimely'; why: DataError }
  | { kind: 'refused'; change: RefusedChange }
);

/** `time`: now, as this device's wall clock says it. */
async function fateOf(
  context: PushContext,
  doc: WireDoc,
  answer: PushAnswer | null,
  time: number,
): Promise<Fate> {
  const { outbox } = context;
  // Not one word about this document: whoever answered, it counts as not taken.
  if (answer === null) return { doc, kind: 'later', why: 'unanswered' };
  const { error } = answer;
  if (error === null) return { doc, kind: 'accepted' };
  const why = UNTIMELY[error.reason];
  if (why !== undefined) return { doc, kind: 'untimely', why };
  if (saysLater(error)) return { doc, kind: 'later', why: error.name };
  // Not this person's to write: whoever wrote it, or may, sends it too.
  if (outbox.isResent(doc._id, doc._rev) && isForbidden(error.reason)) return { doc, kind: 'not_ours' };
  // The answer told this device what time it is.
  if (error.reason === 'time_ahead' && (await dateAnew(context, doc))) return { doc, kind: 'dated_anew' };
  // Its person was erased elsewhere: what this device holds of them goes too.
  if (error.reason === 'erased') return { doc, kind: 'erased' };
  const reason = error.reason || error.name;
  return { doc, kind: 'refused', change: { id: doc._id, rev: doc._rev, reason, time } };
}

const dateAnew = (context: PushContext, doc: WireDoc): Promise<boolean> =>
  doc['type'] === 'checkin'
    ? dateCheckinAnew(context, doc)
    : dateBackHere(context.db, doc._id, context.clock.now());

async function settle(context: PushContext, fates: readonly Fate[]): Promise<void> {
  const { db, outbox, ledger } = context;
  const docsOf = (kind: Fate['kind']): WireDoc[] =>
    fates.flatMap((fate) => (fate.kind === kind ? [fate.doc] : []));
  const refused = fates.flatMap((fate) => (fate.kind === 'refused' ? [fate.change] : []));
  const accepted = docsOf('accepted').map((doc) => ({ id: doc._id, revs: lineage(doc) }));
  // The ledger first: a crash in between repeats the push instead of losing the entry.
  await ledger.record(refused, accepted);
  for (const { id, revs } of accepted) outbox.known(id, revs.slice(0, 1));
  for (const doc of docsOf('erased')) await closeHere(db, doc);
  for (const fate of fates) if (fate.kind === 'untimely') await putOff(context, fate);
  if (docsOf('dated_anew').length > 0) await outbox.catchUp();
  for (const kind of ['erased', 'refused', 'not_ours'] as const)
    for (const { _id, _rev } of docsOf(kind)) outbox.settle(_id, [_rev]);
}

/** What the server takes only once one of the two is updated, and which. */
const UNTIMELY: Partial<Record<string, DataError>> = {
  update_first: 'app_outdated',
  newer_document: 'server_outdated',
};

/** Keeps what cannot be sent yet. What an older version of this app wrote is brought up to date and then sent. */
async function putOff(
  { db, outbox }: PushContext,
  { doc, why }: { doc: WireDoc; why: DataError },
): Promise<void> {
  if (why === 'app_outdated' && isOlder(doc) && (await renewHere(db, doc._id))) await outbox.catchUp();
  else outbox.hold(doc._id, doc._rev, why);
}

const isForbidden = (reason: string): boolean => reason.startsWith('forbidden');

/** A refusal may leave the revision out, an acceptance never does. */
const answerFor = (doc: WireDoc, answers: readonly PushAnswer[]): PushAnswer | null =>
  answers.find(
    ({ id, rev, error }) => id === doc._id && (rev === doc._rev || (rev === null && error !== null)),
  ) ?? null;
