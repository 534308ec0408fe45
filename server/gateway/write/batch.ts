import { typeOfId } from '#domain/ids.ts';
import { ends, follows } from '#domain/judging/following.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { sinceIn } from './archivedSessions.ts';
import { attachesTooMuch } from './attachedSize.ts';
import { judge, type Judgement, type JudgeContext, type StoredDoc } from './judge.ts';
import { invalid } from '../shape.ts';
import type { Candidate } from './storing.ts';
import type { Target } from '../target.ts';
import { Versions } from './versions.ts';

interface BatchParts {
  context: JudgeContext;
  target: Target;
  newEdits: boolean;
  /** What is stored under the ids of the batch. */
  stored: ReadonlyMap<string, StoredDoc>;
  /** Registrations that are to be deleted, and of which the server knows money. */
  paid: ReadonlySet<string>;
  /** Since when sessions are archived, as the memory has it. */
  archived: ReadonlyMap<string, number | null>;
  /** The same of one session, as it is stored. */
  askArchived: (sessionId: string) => Promise<number | null>;
}

/** Documents that came together, judged one after the other: what may be written counts as stored for those after it. */
export class Batch {
  private readonly parts: BatchParts;
  private readonly archived: Map<string, number | null>;
  private readonly asked = new Set<string>();
  /** What was let pass, the last one of each id. */
  private readonly passed = new Map<string, StoredDoc>();
  private readonly versions: Versions;

  constructor(parts: BatchParts) {
    this.parts = parts;
    this.archived = new Map(parts.archived);
    this.versions = new Versions(parts.target.db, parts.stored);
  }

  async judge(doc: Candidate['doc']): Promise<Judgement> {
    const { target, paid, newEdits } = this.parts;
    const stored = this.parts.stored.get(doc._id) ?? null;
    const known = this.passed.get(doc._id) ?? stored;
    let judgement = await this.judgeAgainst(doc, known);
    if (judgement.refused === null && this.mustFitStored(doc, known))
      judgement = await this.judgeAgainst(doc, stored);
    if (judgement.refused !== null) return judgement;
    if (paid.has(doc._id) && doc._deleted === true && known !== null && ends(doc, known))
      return { refused: { error: 'forbidden', reason: 'forbidden_delete' } };
    const refused = await this.versions.tooMuch(doc, newEdits);
    if (refused !== null) return { refused };
    if (await attachesTooMuch(target.db, doc, stored))
      return { refused: invalid('_attachments', 'are too large together') };
    await this.versions.note(doc);
    // A tombstone may only close another leaf: what is stored counts on for the next one.
    if (doc._deleted !== true) this.passed.set(doc._id, (judgement.instead ?? doc) as unknown as StoredDoc);
    return judgement;
  }

  /**
   * A harmless first version must not make way for a second one that what is stored would forbid: so the second is judged
   * against that too. A tombstone that does not end the document closes a leaf: the merge before it in the batch is all it needs.
   */
  private mustFitStored(doc: Candidate['doc'], known: StoredDoc | null): boolean {
    if (!this.passed.has(doc._id) || this.parts.target.kind !== 'event') return false;
    return doc._deleted !== true || (known !== null && follows(doc, known));
  }

  /** Nothing is refused because of an archived session by the memory alone: then the session itself is asked, once. */
  private async judgeAgainst(doc: Candidate['doc'], against: StoredDoc | null): Promise<Judgement> {
    const { context, target, newEdits, askArchived } = this.parts;
    const judged = (since: number | null) => judge(context, target, doc, against, newEdits, since);
    const sessionId = String(doc['sessionId']);
    const brought = newEdits ? undefined : this.passed.get(sessionId);
    if (brought !== undefined) return judged(sinceIn(brought));
    const since = this.archived.get(sessionId) ?? null;
    const judgement = await judged(since);
    const isByMemory = since !== null && !this.asked.has(sessionId);
    if (!isByMemory || judgement.refused?.reason !== 'session_archived') return judgement;
    this.asked.add(sessionId);
    const asked = await askArchived(sessionId);
    this.archived.set(sessionId, asked);
    return judged(asked);
  }
}

/**
 * The order in which replicated documents are judged: what a merge made comes before the ends of the versions that went into
 * it, and a session before what was done in it since it was opened again, in whichever order they were sent.
 */
export function sessionsFirst(candidates: readonly Candidate[]): Candidate[] {
  const isSession = ({ doc }: Candidate): boolean => typeOfId(doc._id) === 'session';
  const living = candidates.filter(({ doc }) => doc._deleted !== true);
  return [
    ...living.filter(isSession),
    ...living.filter((one) => !isSession(one)),
    ...candidates.filter(({ doc }) => doc._deleted === true),
  ];
}

/** What is stored under these ids; a tombstone counts. */
export async function readStored(db: Database, ids: readonly string[]): Promise<Map<string, StoredDoc>> {
  const result = new Map<string, StoredDoc>();
  if (ids.length === 0) return result;
  const { rows } = await db.allDocs({ keys: [...new Set(ids)], include_docs: true, conflicts: true });
  for (const row of rows) {
    if (!('value' in row)) continue;
    const { rev, deleted } = row.value as { rev: string; deleted?: boolean };
    const doc = row.doc as AnyDoc | null | undefined;
    result.set(row.id, { ...doc, _id: row.id, _rev: rev, ...(deleted === true ? { _deleted: true } : {}) });
  }
  return result;
}
