import { isErased } from '#domain/documents/erasure.ts';
import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import type { Author } from '#domain/documents/common.ts';
import type { RegistersByClient } from '#domain/entries/layChanges.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { Writers } from '../../events/trail.ts';
import { clientName, diffStates, isErasedState, type NameOf } from './diff.ts';
import type { ToldChange } from './told.ts';
import {
  authorOf,
  historyId,
  metadataOf,
  snapshotId,
  timeOf,
  type HistoryDoc,
  type Named,
  type SnapshotDoc,
} from './documents.ts';
import type { KnownMoney } from './knownMoney.ts';
import { laid, withoutActs } from './laid.ts';
import { moneyState } from './money.ts';
import { overruled } from './overruled.ts';
import { clientState, consumerState, sessionState, withRegisters, type DocState } from './snapshot.ts';

/** A document as it stands in the event's database. */
export interface Reading {
  id: string;
  /** The revision that stands for this content; for a conflict the one that its resolution will have. */
  rev: string;
  /** Empty when deleted, one normally, more in a conflict. */
  leaves: readonly (AnyDoc | Leaf)[];
  /** The body of a deletion, if it says who and when. */
  tombstone?: AnyDoc | null;
  /** Who wrote a leaf, by its revision, where the server knows better than the document. */
  writers?: ReadonlyMap<string, Writers>;
}

export interface Context {
  event: Named;
  nameOf: NameOf;
  /** ms; for changes that carry no time of their own. */
  now: number;
  /** What the entry changes of a session say: they are told from their own documents. */
  actsOf: (sessionId: string) => RegistersByClient;
  knownMoney: KnownMoney;
}

/** The next snapshot of a document, its outbox filled, or null when there is nothing to tell. */
export function decide(snapshot: SnapshotDoc | null, reading: Reading, context: Context): SnapshotDoc | null {
  if (snapshot?.rev === reading.rev) return null;
  const steps = reading.leaves.length === 0 ? [deletion(snapshot, reading)] : versions(snapshot, reading);
  const outbox: HistoryDoc[] = [];
  let state: DocState | null = snapshot?.state ?? null;
  let at = snapshot?.at ?? 0;
  for (const step of steps) {
    const next =
      step.doc === null ? null : withRegisters(state, stateOf(reading.id, step.doc, state, context));
    const acts = context.actsOf(reading.id);
    const after = state === null ? withoutActs(next, acts) : laid(next, acts);
    const changes = diffStates(laid(state, acts), after, context.nameOf);
    const created = state === null && next !== null ? timeOf(metadataOf(step.doc ?? {})['createdAt']) : null;
    const time = created ?? step.time ?? context.now;
    outbox.push(
      ...tell(changes, { ...step, time, key: `${reading.id} ${step.rev}` }, next ?? state, reading, context),
    );
    state = next;
    at = Math.max(at, step.time ?? 0);
  }
  outbox.push(...overruledLeaves(reading, snapshot, state, context));
  // A registration's beginning is not told, but what comes later is told as a difference to it.
  const begins = state?.kind === 'consumer' && snapshot === null;
  const isGone = isErasedState(state);
  if (outbox.length === 0 && !begins && !isGone) return null;
  const formerName = isGone ? (snapshot?.formerName ?? nameIn(snapshot?.state ?? null)) : '';
  return {
    ...(snapshot === null ? {} : { _rev: snapshot._rev }),
    _id: snapshotId(reading.id),
    type: 'snapshot',
    rev: reading.rev,
    state,
    at,
    ...(formerName === '' ? {} : { formerName }),
    outbox,
  } as SnapshotDoc;
}

/** How the history calls whom a state is of. */
function nameIn(state: DocState | null): string {
  if (state === null || state.kind === 'session' || isErasedState(state)) return '';
  return state.kind === 'client' ? clientName(state) : state.name;
}

/** What each losing version of a conflict said; for documents of every type. */
export function overruledLeaves(
  reading: Reading,
  snapshot: SnapshotDoc | null,
  state: DocState | null,
  context: Context,
): HistoryDoc[] {
  if (reading.leaves.length < 2) return [];
  const leaves = reading.leaves as readonly Leaf[];
  const { merged } = resolveConflict(leaves);
  // What it said of somebody who was erased is not to be told.
  if (isErased(merged)) return [];
  const told = snapshot?.state?.kind === 'session' ? snapshot.state.registers : [];
  return leaves.flatMap((leaf) => {
    const change = overruled(leaf, merged, { told, ...apart(leaf, leaves) });
    if (change === null) return [];
    // Whoever tells it again must find the same time, or it is told twice.
    const time = ownTime(leaf) ?? ownTime(merged) ?? context.now;
    // The key names the losing revision alone: it is overruled once, whatever else joins the conflict.
    const writers = writersOf(leaf, leaf._rev, reading.writers);
    const step = { ...writers, time, key: `overruled ${leaf._id} ${leaf._rev}` };
    return tell([change], step, state, reading, context);
  });
}

/** How many writes of a version not all others stand upon. */
function apart(leaf: Leaf, leaves: readonly Leaf[]): { others: Leaf[]; edits: number } {
  const others = leaves.filter((other) => other !== leaf);
  const isShared = (id: string): boolean => others.every(({ _revisions: { ids } }) => ids.includes(id));
  return { others, edits: leaf._revisions.ids.filter((id) => !isShared(id)).length };
}

const ownTime = (doc: AnyDoc): number | null =>
  timeOf(metadataOf(doc)['updatedAt']) ?? timeOf(metadataOf(doc)['createdAt']);

interface Step {
  doc: AnyDoc | null;
  rev: string;
  author: Author;
  signed: Author | null;
  time: number | null;
}

/**
 * The versions to tell one after the other. In a conflict each leaf adds its share under its own author's name: the
 * merge of the first leaf, of the first two, and so on, beginning with the branch that was told already.
 */
function versions(snapshot: SnapshotDoc | null, { leaves, rev, writers }: Reading): Step[] {
  const single = leaves.length === 1 ? leaves[0] : undefined;
  if (single !== undefined) return [stepOf(single, single, rev, writers)];
  const conflict = leaves as readonly Leaf[];
  const told = conflict.filter((leaf) => snapshot !== null && descends(leaf, snapshot.rev));
  if ((snapshot !== null && told.length === 0) || conflict.some(isErased)) {
    // Told from a resolution that was never written: only the whole can be compared with it.
    const { merged } = resolveConflict(conflict);
    return [stepOf(merged, merged, rev, writers)];
  }
  const ordered = [...conflict].sort(
    (a, b) =>
      Number(told.includes(b)) - Number(told.includes(a)) ||
      updatedAt(a) - updatedAt(b) ||
      (a._rev < b._rev ? -1 : 1),
  );
  return ordered.map((leaf, index) => {
    const merged = index === 0 ? leaf : resolveConflict(ordered.slice(0, index + 1)).merged;
    return stepOf(merged, leaf, leaf._rev, writers);
  });
}

const writersOf = (source: AnyDoc, rev: string, writers: Reading['writers']): Writers =>
  writers?.get(rev) ?? { author: authorOf(source), signed: null };

const stepOf = (doc: AnyDoc, source: AnyDoc, rev: string, writers: Reading['writers']): Step => ({
  doc,
  rev,
  ...writersOf(source, rev, writers),
  time: timeOf(metadataOf(source)['updatedAt']),
});

function deletion(snapshot: SnapshotDoc | null, { rev, tombstone, writers }: Reading): Step {
  const time = timeOf(metadataOf(tombstone ?? {})['updatedAt']);
  // A tombstone that merely repeats the last version says nothing of who deleted it.
  const isSigned = time !== null && time > (snapshot?.at ?? 0);
  return {
    doc: null,
    rev,
    ...(writers?.get(rev) ?? {
      author: isSigned ? authorOf(tombstone ?? {}) : { id: '', name: '' },
      signed: null,
    }),
    time: isSigned ? time : null,
  };
}

/** True when `rev` is the leaf itself or one of its ancestors. */
function descends(leaf: Leaf, rev: string): boolean {
  const [generation = '', hash] = rev.split('-');
  return leaf._revisions.ids[leaf._revisions.start - Number(generation)] === hash;
}

const updatedAt = (doc: AnyDoc): number => timeOf(metadataOf(doc)['updatedAt']) ?? 0;

function stateOf(id: string, doc: AnyDoc, before: DocState | null, { knownMoney }: Context): DocState {
  if (id.startsWith('session_')) return sessionState(doc);
  if (!id.startsWith('consumer_')) return clientState(doc);
  return {
    ...consumerState(doc),
    ...knownMoney(id, moneyState(doc), before?.kind === 'consumer' ? before : {}),
  };
}

function tell(
  changes: readonly ToldChange[],
  { author, signed, time, key }: Writers & { time: number; key: string },
  state: DocState | null,
  reading: Reading,
  { event }: Context,
): HistoryDoc[] {
  const isSession = state?.kind === 'session';
  const session = isSession ? { id: reading.id, name: state.title } : null;
  return changes.map(({ apart, ...change }, index) => ({
    _id: apart === undefined ? historyId(time, key, index) : historyId(apart.time, apart.key),
    type: 'historyevent',
    event,
    session,
    author: apart?.author ?? author,
    ...(signed === null || apart !== undefined ? {} : { signed }),
    ...change,
    createdAt: Math.floor((apart?.time ?? time) / 1000),
    ...(isSession || state === null ? {} : { of: [reading.id] }),
  }));
}
