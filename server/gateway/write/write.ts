import { err } from '#domain/result.ts';
import { docId, isWrittenOnce, typeOfId } from '#domain/ids.ts';
import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { newId } from '../../base/newId.ts';
import type { Database } from '../../storage/types.ts';
import { ArchivedSessions } from './archivedSessions.ts';
import { Batch, readStored, sessionsFirst } from './batch.ts';
import { noteBringers } from './bringers.ts';
import { Doubts } from './doubt.ts';
import { FreshDocuments } from '../fresh.ts';
import { missingRevisions } from './missing.ts';
import type { JudgeContext } from './judge.ts';
import { KeyedLocks } from './locks.ts';
import { chunks, Pace } from '../pace.ts';
import { wildness } from '../request.ts';
import { checkEnvelope, invalid } from '../shape.ts';
import { speaksFor } from './ofHub.ts';
import { standingOf, type Standing } from './standing.ts';
import type { Target } from '../target.ts';
import { noneIfRefused, refusal, refuseToo, writeAll, type Candidate, type Verdict } from './storing.ts';

/** Documents that are judged and written at a time. */
const PIECE = 250;

/** Judges and writes documents. One per process: its locks only hold within. */
export class GatewayWriter {
  private readonly locks = new KeyedLocks();
  private readonly doubts = new Doubts();
  private readonly context: JudgeContext;
  private readonly archived: ArchivedSessions;
  /** What the server made itself a moment ago. */
  readonly fresh = new FreshDocuments();

  constructor(context: JudgeContext) {
    this.context = context;
    this.archived = new ArchivedSessions(context.storage);
  }

  /**
   * Writes what may be written and answers for each document, in the order given. A document whose very revision is
   * stored already is answered with ok and not judged again: a device repeats what it got no answer for.
   */
  async write(target: Target, docs: readonly IncomingDoc[], newEdits: boolean): Promise<Verdict[]> {
    if (target.kind !== 'users') return this.writeTogether(target, docs, newEdits);
    // One by one, and apart from other changes of roles: each judgement counts the managers.
    return this.context.accounts.exclusive(async () => {
      const verdicts: Verdict[] = [];
      for (const doc of docs) verdicts.push(...(await this.writeTogether(target, [doc], newEdits)));
      return verdicts;
    });
  }

  private async writeTogether(
    target: Target,
    docs: readonly IncomingDoc[],
    newEdits: boolean,
  ): Promise<Verdict[]> {
    const verdicts: Verdict[] = Array.from({ length: docs.length });
    const candidates: Candidate[] = [];
    const pace = new Pace();
    for (const [index, sent] of docs.entries()) {
      await pace.breathe();
      const doc = newEdits && sent._id === undefined ? { ...sent, _id: newDocumentId(sent) } : sent;
      const wild = wildness(doc);
      const envelope = wild === null ? checkEnvelope(doc, newEdits) : err(invalid('', wild));
      if (envelope.ok) candidates.push({ doc: doc as Candidate['doc'], index });
      else verdicts[index] = refusal(doc, envelope.error);
    }
    if (target.isWhole === true && candidates.length < docs.length) {
      refuseToo(candidates, verdicts);
      candidates.length = 0;
    }
    // In pieces: whoever writes a single document meanwhile need not wait for the end of thousands.
    const most = target.isWhole === true ? candidates.length : PIECE;
    for (const piece of chunks(candidates, most)) await this.writePiece(target, piece, newEdits, verdicts);
    this.noteRefused(target, verdicts);
    return verdicts;
  }

  private async writePiece(
    target: Target,
    candidates: readonly Candidate[],
    newEdits: boolean,
    verdicts: Verdict[],
  ): Promise<void> {
    const keys = candidates.map(({ doc }) => `${target.name}/${doc._id}`);
    const accepted = await this.locks.hold([...new Set(keys)], async () => {
      const ids = candidates.map(({ doc }) => doc._id);
      if (!newEdits) await this.doubts.settle(target.db, ids);
      const [standing, archived] = await Promise.all([
        standingOf(target.db, ids),
        this.archived.since(target.db, target.name, sessionsOf(target, candidates)),
      ]);
      const open = newEdits ? candidates : await this.dropStored(target.db, candidates, standing, verdicts);
      const taken = await this.judgeAll(target, open, { standing, archived }, newEdits, verdicts);
      const passed = target.isWhole === true ? noneIfRefused(taken, open, verdicts) : taken;
      const docsOf = passed.map(({ doc }) => doc);
      const note = await noteBringers(this.context, target, docsOf, newEdits);
      try {
        await writeAll(target.db, passed, newEdits, verdicts);
        if (target.isOwn === true) this.noteFresh(target, passed, verdicts);
      } catch (error) {
        this.doubts.note(
          target.db,
          passed.map(({ doc }) => doc._id),
        );
        throw error;
      }
      await note.done((doc) => {
        const verdict = verdicts[passed.find((one) => one.doc === doc)?.index ?? -1];
        return verdict !== undefined && 'ok' in verdict ? verdict.rev : null;
      });
      return passed;
    });
    for (const { index, after } of accepted) {
      if (after !== undefined && 'ok' in (verdicts[index] as Verdict)) await after();
    }
  }

  /** At once: who waits for news is woken by the same write. */
  private noteFresh({ name }: Target, written: readonly Candidate[], verdicts: readonly Verdict[]): void {
    for (const { doc, index } of written) {
      const verdict = verdicts[index];
      if (verdict !== undefined && 'ok' in verdict) this.fresh.note(name, doc, verdict.rev);
    }
  }

  private noteRefused({ name, person }: Target, verdicts: readonly Verdict[]): void {
    for (const verdict of verdicts) {
      if (!('error' in verdict) || verdict.error !== 'forbidden') continue;
      this.context.security.note({
        kind: 'write_refused',
        actor: { id: person.id, name: person.user.username },
        ...{ address: person.address ?? '', detail: `${name} ${verdict.reason}` },
      });
    }
  }

  /** The target as a hub writes into it: `brought` tells who brought what there. */
  async ofHub(target: Target, brought: unknown): Promise<Target> {
    return { ...target, speaksFor: await speaksFor(this.context, target, brought) };
  }

  /** Before anybody is told that these are stored: see Doubts. */
  settle(target: Target, ids: readonly string[]): Promise<void> {
    return this.doubts.settle(target.db, ids);
  }

  private async dropStored(
    db: Database,
    candidates: readonly Candidate[],
    standing: Standing,
    verdicts: Verdict[],
  ): Promise<Candidate[]> {
    const wanted = new Map<string, string[]>();
    for (const { doc } of candidates) {
      if (standing.has(doc._id)) wanted.set(doc._id, [...(wanted.get(doc._id) ?? []), String(doc['_rev'])]);
    }
    const missing = await missingRevisions(db, wanted);
    return candidates.filter(({ doc, index }) => {
      const rev = String(doc['_rev']);
      if (!standing.has(doc._id) || missing.get(doc._id)?.includes(rev) === true) return true;
      verdicts[index] = { ok: true, id: doc._id, rev };
      return false;
    });
  }

  private async judgeAll(
    target: Target,
    candidates: readonly Candidate[],
    { standing, archived }: { standing: Standing; archived: ReadonlyMap<string, number | null> },
    newEdits: boolean,
    verdicts: Verdict[],
  ): Promise<Candidate[]> {
    const known = candidates.map(({ doc }) => doc._id).filter((id) => standing.has(id));
    const batch = new Batch({
      ...{ context: this.context, target, newEdits, archived },
      stored: await readStored(target.db, known),
      paid: await this.moneyKnown(target, candidates),
      askArchived: (sessionId) => this.archived.asked(target.db, target.name, sessionId),
    });
    const passed: Candidate[] = [];
    const pace = new Pace();
    for (const candidate of newEdits ? candidates : sessionsFirst(candidates)) {
      await pace.breathe();
      const { doc, index } = candidate;
      const { refused, instead, after } = await batch.judge(doc);
      if (refused === null)
        passed.push({ ...candidate, doc: (instead as Candidate['doc'] | undefined) ?? doc, after });
      else verdicts[index] = refusal(doc, refused);
    }
    return passed;
  }

  /** Those that are to be deleted, and of which the server knows money. */
  private async moneyKnown(
    { kind, eventId, db }: Target,
    candidates: readonly Candidate[],
  ): Promise<ReadonlySet<string>> {
    const going = candidates.flatMap(({ doc }) =>
      doc._deleted === true && typeOfId(doc._id) === 'consumer' ? doc._id : [],
    );
    if (going.length === 0 || kind !== 'event' || eventId === null) return new Set();
    return (await this.context.moneyKnown?.(eventId, db, [...new Set(going)])) ?? new Set();
  }
}

/** The sessions whose being archived counts for these. */
function sessionsOf({ kind }: Target, candidates: readonly Candidate[]): string[] {
  if (kind !== 'event') return [];
  return candidates.map(({ doc }) => String(doc['sessionId'])).filter((id) => typeOfId(id) === 'session');
}

/** A new document without an id (PouchDB's `post`): its type says what the id begins with. */
function newDocumentId({ type }: IncomingDoc): string | undefined {
  const id = docId(type as 'client', newId());
  const known = typeOfId(id);
  // There is one event, and the id of what is written once says its session and time.
  return known === null || known === 'event' || isWrittenOnce(known) ? undefined : id;
}
