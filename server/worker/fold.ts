import type { CheckinFact } from '#domain/checkins/admissions.ts';
import { addFact, factsByClient, foldCheckins, type FactsByClient } from '#domain/checkins/checkin.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import { parseDocument, upToDate } from '#domain/documents/index.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session } from '#domain/documents/session.ts';
import type { RegistersByClient } from '#domain/entries/layChanges.ts';
import { checkinPrefix } from '#domain/ids.ts';
import { foldEntries } from '#domain/sessions/foldEntries.ts';
import { isConflict } from '../base/errors.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { getMany, getRange } from './couch.ts';
import type { SessionActs } from './sessionActs.ts';

export interface FolderOptions {
  db: Database;
  acts: SessionActs;
  now: () => number;
  /** ms that a fold of a session with so many entries waits for more; see `Timings.foldDelay`. */
  delay: (entries: number) => number;
  /** Told of each session that was written: from which revision to which. */
  onWrite: (sessionId: string, from: string, to: string) => void;
  /** Told how long each of them took, ms. */
  onFold: (ms: number) => void;
  /** A session that could not be folded, while the others go on; `null` for one that was. */
  onResult: (sessionId: string, error: unknown) => void;
}

/**
 * Writes entry changes and check-ins into the sessions' entries (ARCHITECTURE.md, "A check-in, from finger to history"):
 * one write for many of them, decided again on the fresh document after a conflict. Folding twice changes nothing, so a
 * second worker does no harm.
 */
export interface Folder {
  /** New check-ins and entry changes; their sessions are folded when their wait is over. */
  add(news: readonly (Checkin | EntryChange)[]): void;
  /** A session changed: folds it again if it does not say what they say. */
  check(session: AnyDoc): Promise<void>;
  schedule(sessionId: string): void;
  /** Sessions that wait for their fold. */
  waiting(): string[];
  /** When the next one is due (ms since 1970), or null. */
  due(): number | null;
  /** Folds what is due, or everything. True when there was something. */
  run(everything: boolean): Promise<boolean>;
}

const MAX_ATTEMPTS = 50;

export function createFolder({ db, acts, now, delay, onWrite, onFold, onResult }: FolderOptions): Folder {
  /** The facts of each client by session; absent until a session is first folded. */
  const facts = new Map<string, Map<string, readonly CheckinFact[]>>();
  /** When each waiting session is due. Set at its first check-in and not moved by later ones: a storm cannot starve it. */
  const waiting = new Map<string, number>();
  const sizes = new Map<string, number>();

  async function factsOf(sessionId: string): Promise<Map<string, readonly CheckinFact[]>> {
    const known = facts.get(sessionId);
    if (known !== undefined) return known;
    const docs = (await getRange(db, checkinPrefix(sessionId))) as unknown as Checkin[];
    // Another session's local id may begin with this one's and an underscore. A document of the wrong shape is set
    // aside where it arrives; here it must not admit anybody.
    const loaded = factsByClient(
      docs.filter((doc) => doc.sessionId === sessionId && parseDocument({ ...doc }).ok).map(factOf),
    );
    facts.set(sessionId, loaded);
    return loaded;
  }

  async function fold(sessionId: string): Promise<void> {
    const start = performance.now();
    const known = await factsOf(sessionId);
    for (let attempt = 1; ; attempt++) {
      const stored = (await getMany(db, [sessionId])).get(sessionId)?.doc ?? null;
      // What is to be folded may arrive before its session; the session's own arrival schedules again. So does the merge of a conflict:
      // one version's plan alone would take places away that the merged one has.
      if (stored === null || stored['_conflicts'] !== undefined) return;
      const session = parse(stored);
      sizes.set(sessionId, session.clients.length);
      const folded = foldAll(session, await acts.of(sessionId), known);
      if (folded === session) return;
      const { clients, removedClients, lateRegisters } = folded;
      const { lateRegisters: _before, ...rest } = upToDate(stored);
      const late = lateRegisters === undefined ? {} : { lateRegisters };
      try {
        const { rev } = await db.put({ ...rest, clients, removedClients, ...late });
        onWrite(sessionId, stored._rev, rev);
        onFold(performance.now() - start);
        return;
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  function schedule(sessionId: string): void {
    if (waiting.has(sessionId)) return;
    waiting.set(sessionId, now() + delay(sizes.get(sessionId) ?? 0));
  }

  return {
    schedule,
    add(news) {
      for (const one of news) {
        const known = facts.get(one.sessionId);
        if (one.type === 'entrychange') acts.add(one);
        else if (known !== undefined) addFact(known, factOf(one));
        schedule(one.sessionId);
      }
    },
    async check(doc) {
      const session = parse(doc);
      sizes.set(session._id, session.clients.length);
      const folded = foldAll(session, await acts.of(session._id), await factsOf(session._id));
      if (folded !== session) schedule(session._id);
    },
    waiting: () => [...waiting.keys()],
    due: () => (waiting.size === 0 ? null : Math.min(...waiting.values())),
    async run(everything) {
      const ready = [...waiting].filter(([, at]) => everything || at <= now()).map(([id]) => id);
      for (const sessionId of ready) {
        try {
          await fold(sessionId);
          onResult(sessionId, null);
        } catch (error) {
          onResult(sessionId, error);
        }
        waiting.delete(sessionId);
      }
      return ready.length > 0;
    },
  };
}

/** Entry changes first: they say who is there to be let in. */
const foldAll = (session: Session, acts: RegistersByClient, facts: FactsByClient): Session =>
  foldCheckins(foldEntries(session, acts), facts);

/** Throws for a document of the wrong shape: it is set aside rather than written over. */
function parse(doc: AnyDoc): Session {
  const { _conflicts, _revisions, ...rest } = doc;
  const parsed = parseDocument(rest);
  if (!parsed.ok) throw new Error(`${String(doc['_id'])}: ${parsed.error.field} ${parsed.error.detail}`);
  if (parsed.value.type !== 'session') throw new Error(`${parsed.value._id} is no session`);
  return parsed.value;
}

/** Only what the fold needs stays in memory. */
function factOf({ _id, sessionId, clientId, action, time, cancels }: Checkin): CheckinFact {
  return { _id, sessionId, clientId, action, time, cancels };
}
