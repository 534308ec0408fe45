import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { HttpError, isConflict, statusOf } from '../../base/errors.ts';
import type { Database } from '../../storage/types.ts';
import { invalid, type Refused } from '../shape.ts';

/** The answer for one document of a write, in CouchDB's form. */
export type Verdict = { ok: true; id: string; rev: string } | ({ id: string; rev?: string } & Refused);

/** A document on its way, with its place in the answer. */
export interface Candidate {
  doc: IncomingDoc & { _id: string };
  index: number;
  after?: () => Promise<void>;
}

/** Writes what was judged, and says of each what became of it. */
export async function writeAll(
  db: Database,
  candidates: readonly Candidate[],
  newEdits: boolean,
  verdicts: Verdict[],
): Promise<void> {
  if (candidates.length === 0) return;
  let results: unknown[];
  try {
    // The adapter changes what it is given; a second try below needs the documents as they came.
    results = await db.bulkDocs(candidates.map(({ doc }) => ({ ...doc })) as never, { new_edits: newEdits });
  } catch (error) {
    if ((statusOf(error) ?? 500) >= 500) throw error;
    if (candidates.length === 1) {
      const [{ doc, index }] = candidates as [Candidate];
      verdicts[index] = refusal(doc, databaseRefusal(error));
      return;
    }
    // One bad document fails its whole batch (an attachment's stub without its data): find it.
    for (const candidate of candidates) await writeAll(db, [candidate], newEdits, verdicts);
    return;
  }
  const rows = results as { ok?: boolean; id?: string; rev?: string; error?: unknown; status?: number }[];
  if (newEdits) {
    candidates.forEach(({ doc, index }, position) => {
      const row = rows[position];
      verdicts[index] =
        row?.ok === true && row.rev !== undefined
          ? { ok: true, id: doc._id, rev: row.rev }
          : refusal(doc, databaseRefusal(row));
    });
    return;
  }
  // Only failures are answered for replicated revisions.
  for (const { doc, index } of candidates) {
    const row = rows.find(({ id, error }) => id === doc._id && error !== undefined);
    verdicts[index] =
      row === undefined
        ? { ok: true, id: doc._id, rev: String(doc['_rev']) }
        : refusal(doc, databaseRefusal(row));
  }
}

/** What CouchDB says of a document that it could neither take nor refuse. */
const UNDECIDED: readonly unknown[] = ['internal_server_error', 'nodedown', 'timeout', 'unknown_error'];

/** Throws where it is no refusal: then nothing is known of the document, and its writer tries again. */
function databaseRefusal(error: unknown): Refused {
  if (UNDECIDED.includes((error as { name?: unknown } | undefined)?.name)) {
    throw new HttpError(503, 'unavailable', 'the database could not take a document');
  }
  if (isConflict(error)) return { error: 'conflict', reason: 'document update conflict' };
  const reason = (error as { reason?: unknown; message?: unknown } | undefined)?.reason;
  return invalid('', typeof reason === 'string' ? reason : 'the database refused the document');
}

export function refusal(doc: IncomingDoc, refused: Refused): Verdict {
  return {
    id: typeof doc._id === 'string' ? doc._id : '',
    ...(typeof doc['_rev'] === 'string' ? { rev: doc['_rev'] } : {}),
    ...refused,
  };
}

/** All of them, or none where one was refused. */
export function noneIfRefused(
  taken: readonly Candidate[],
  open: readonly Candidate[],
  verdicts: Verdict[],
): readonly Candidate[] {
  if (taken.length === open.length) return taken;
  refuseToo(taken, verdicts);
  return [];
}

/** Those that were to be written with one that is refused, as that one: whoever wrote them hears why, whichever they look at. */
export function refuseToo(candidates: readonly Candidate[], verdicts: Verdict[]): void {
  const first = verdicts.find((verdict) => verdict !== undefined && 'error' in verdict);
  if (first === undefined || !('error' in first)) return;
  const { id: _id, rev: _rev, ...refused } = first;
  for (const { doc, index } of candidates) verdicts[index] = refusal(doc, refused);
}
