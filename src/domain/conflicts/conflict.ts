import { canonical, digest } from '../canonical.ts';
import { erased, isErased } from '../documents/erasure.ts';
import { versionOf } from '../documents/definition.ts';
import { upToDate } from '../documents/index.ts';
import { isNotedBefore, type Payment } from '../documents/payment.ts';
import type { Session } from '../documents/session.ts';
import { bankStepOf } from '../ids.ts';
import { mergeForms } from './mergeForm.ts';
import { mergeNotifs } from './mergeNotif.ts';
import { mergeAllSessions } from './mergeSession.ts';
import { hasRegisters, isLater, mergeRegisters } from './registers.ts';
import { filesByDigest, newestFiles, type Files } from './mergeFiles.ts';

/** A leaf of a document's revision tree, as `get(id, { rev, revs: true })` gives it. */
export type Leaf = Record<string, unknown> & {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: string[] };
};

/** Documents to write with `new_edits: false`: the merged one and a tombstone for each losing leaf. */
export interface Resolution {
  merged: Leaf;
  removed: Leaf[];
}

/**
 * Resolves a conflict: merged content on top of the winning leaf, the losers closed (specification 2 §4). The new
 * revision ids follow from the leaves alone, so every device that resolves the same leaves writes the same revisions:
 * no storm of new conflicts, on PouchDB and CouchDB alike. `leaves` are the undeleted leaves, in any order, at least
 * two.
 */
export function resolveConflict(leaves: readonly Leaf[]): Resolution {
  const sorted = [...leaves].sort(byWinner);
  const winner = sorted[0];
  if (winner === undefined || sorted.length < 2) throw new RangeError('a conflict has two leaves or more');
  const content = mergeContents(sorted);
  const files = isErased(content) ? null : newestFiles(sorted);
  const basis = canonical({
    ...{ content, leaves: sorted.map((leaf) => leaf._rev) },
    ...(files === null ? {} : otherwise(sorted, files)),
  });
  const attached = files === null || Object.keys(files).length === 0 ? {} : { _attachments: files };
  return {
    merged: child(winner, { ...content, ...attached }, digest(basis)),
    removed: sorted.slice(1).map(closed),
  };
}

/** What a program of before, which chooses files by their digests alone, would not have: then it is another revision. */
function otherwise(leaves: readonly Leaf[], files: Files): { files?: Files } {
  const digestsOf = (all: Files): string =>
    canonical(Object.fromEntries(Object.entries(all).map(([name, file]) => [name, file.digest ?? ''])));
  const known = filesByDigest(leaves);
  const [is, was] = [digestsOf(files), digestsOf(known)];
  return is === was ? {} : { files: JSON.parse(is) as Files };
}

/** The tombstone upon a leaf: the same wherever and whyever that leaf is closed. */
export const closed = (leaf: Leaf): Leaf =>
  child(leaf, { _id: leaf._id, _deleted: true }, digest(`closed ${leaf._rev}`));

/** Whether a tombstone only closes a leaf of a conflict; any other is somebody's deletion. */
export function isClosing({ _id, _rev, _revisions: { start, ids } }: Leaf): boolean {
  const [, ...before] = ids;
  const parent = `${start - 1}-${before[0] ?? ''}`;
  return closed({ _id, _rev: parent, _revisions: { start: start - 1, ids: before } })._rev === _rev;
}

/** CouchDB's choice of a winner: the longest history, then the greatest revision hash. */
function byWinner(a: Leaf, b: Leaf): number {
  const difference = pathOf(b).start - pathOf(a).start;
  if (difference !== 0) return difference;
  return a._rev < b._rev ? 1 : a._rev > b._rev ? -1 : 0;
}

function mergeContents(sorted: readonly Leaf[]): Record<string, unknown> {
  // In one form: a merge of two would be of none.
  const version = Math.max(...sorted.map(versionOf));
  const contents = sorted.map((leaf) => inVersion(contentOf(leaf), version));
  if (sorted[0]?.['type'] === 'session') {
    return mergeAllSessions(contents as unknown as [Session, ...Session[]]);
  }
  if (sorted[0]?.['type'] === 'form') return contents.reduce(mergeForms);
  if (sorted[0]?.['type'] === 'notif') return contents.reduce(mergeNotifs);
  // Whoever noted a payment of a bank statement first; a note by hand has an id of its own.
  if (bankStepOf(sorted[0]?._id ?? '') !== null)
    return (contents as unknown as Payment[]).reduce((a, b) => (isNotedBefore(b, a) ? b : a));
  // Whoever edited without knowing brings nobody back.
  const times = contents.flatMap((one) => (isErased(one) ? Number(one['erasedAt']) : []));
  if (times.length === 0 && contents.every(hasRegisters)) return mergeRegisters(contents);
  // As a whole.
  const latest = contents.reduce((a, b) => (isLater(b, a) ? b : a));
  return times.length === 0 ? latest : { ...erased(latest, 0), erasedAt: Math.max(...times) };
}

/** Leaves of one version stay as they are, older spellings too: every program must merge them alike (decision 3). */
function inVersion(content: Record<string, unknown>, version: number): Record<string, unknown> {
  return versionOf(content) === version ? content : upToDate(content, version);
}

function contentOf(leaf: Leaf): Record<string, unknown> {
  const { _rev, _revisions, _conflicts, _attachments, ...content } = leaf;
  return content;
}

function child(parent: Leaf, content: Record<string, unknown>, hash: string): Leaf {
  const { start, ids } = pathOf(parent);
  return {
    ...content,
    _id: parent._id,
    _rev: `${start + 1}-${hash}`,
    _revisions: { start: start + 1, ids: [hash, ...ids] },
  };
}

/**
 * The way to a leaf. Where one hash stands twice in it, as only a hand can write, PouchDB tells the way to the first of them: what is
 * written upon that closes nothing, and the conflict would be resolved again and again.
 */
function pathOf({ _rev, _revisions }: Pick<Leaf, '_rev' | '_revisions'>): Leaf['_revisions'] {
  const start = Number.parseInt(_rev, 10);
  return _revisions.start === start ? _revisions : { start, ids: [_rev.slice(_rev.indexOf('-') + 1)] };
}
