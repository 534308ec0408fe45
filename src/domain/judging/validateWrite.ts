import { err, ok, type Result } from '../result.ts';
import { bearsMoney } from '../money/bearsMoney.ts';
import { hasRole, type Role } from '../rights/roles.ts';
import { holdsNobody, isErased } from '../documents/erasure.ts';
import { versionOf } from '../documents/definition.ts';
import {
  isNewer,
  parseDocument,
  type DocOf,
  type EventDocument,
  type ShapeError,
} from '../documents/index.ts';
import { archivedPart, changesArchivedPictures, type Pictures } from '../sessions/archive.ts';
import { MAX_AHEAD_MS } from '../checkins/admissions.ts';
import {
  bankPaymentId,
  bankStepOf,
  checkinPrefix,
  entryChangePrefix,
  isWrittenOnce,
  paymentPrefix,
  typeOfId,
} from '../ids.ts';
import { isNotedBefore, type Payment } from '../documents/payment.ts';
import { actAhead } from './ahead.ts';

/** Who writes. */
export interface Signer {
  id: string;
  role: Role;
  /** The user name, by which the history calls whoever signs with this id. */
  name: string;
}

export interface Refusal {
  code:
    | 'forbidden_role'
    | 'forbidden_author'
    | 'forbidden_immutable'
    | 'forbidden_delete'
    | 'session_archived'
    /** Whoever it is about was erased: nothing of them comes back. */
    | 'erased'
    | 'time_ahead'
    | 'invalid_document'
    /** A later version of this program wrote what is stored, or what comes. */
    | 'newer_document'
    /** What is stored is of a later version than what comes, whose writer is to be updated first. */
    | 'update_first';
  /** Dotted path of the field for `invalid_document`. */
  field?: string;
  detail?: string;
}

/** What the judgement needs to know beside the document. */
export interface Circumstances {
  /** ms, by the server's clock as far as it is known; Infinity where nothing can be ahead of it. */
  now: number;
  /** Of a check-in or an entry change: since when its session is archived, or null. */
  archivedSince: number | null;
  /**
   * It comes from no app of ours but from a script or another program, which knows the outside contract and no versions:
   * what it writes is read as of the first version, also where it takes the place of a later one.
   */
  fromOutside?: boolean;
  /** The attachments of a document that comes or is stored. Absent where no write changes any. */
  picturesOf?: (doc: Record<string, unknown>) => Pictures;
  /** A command of this program decided it, and nobody changes it any more: its shape is looked at once. */
  isDecided?: boolean;
}

/** A document as replication carries it. */
export type IncomingDoc = Record<string, unknown> & { _id?: unknown; _deleted?: unknown };

/**
 * The one judgement of a write to an event's database, used by the server's gateway and by the client before it saves
 * (ARCHITECTURE.md, "A check-in, from finger to history"). `stored` is what the database holds under that id now, or null.
 *
 * - a host writes nothing but new check-in documents, under its own name (specification 1 §6, 2 §6);
 * - check-ins, entry changes and notes of money are written once: nobody changes or deletes one; two that are made of the same
 *   payment of a bank statement meet;
 * - nothing is dated more than a day ahead, neither these nor an edit; past ones are always taken;
 * - an archived session's plan, entries and check-ins are read-only, except for what was done before, and it is not deleted;
 * - a registration on which money or an invoice stands is not deleted;
 * - members and managers write everything of the event's, but delete neither the event itself nor what is written once;
 * - who was erased stays so: nothing of the person is written again;
 * - whatever is written has the shape of its type;
 * - what a later version of this program wrote, this one does not touch, and no app writes an older version over a later.
 */
export function validateWrite(
  doc: IncomingDoc,
  stored: Record<string, unknown> | null,
  writer: Signer,
  { now, archivedSince, picturesOf, fromOutside = false, isDecided = false }: Circumstances,
): Result<null, Refusal> {
  if (!hasRole(writer.role, 'host')) return err({ code: 'forbidden_role' });
  const type = typeof doc._id === 'string' ? typeOfId(doc._id) : null;
  if (type === null) {
    if (!hasRole(writer.role, 'member')) return err({ code: 'forbidden_role' });
    return err({ code: 'invalid_document', field: '_id', detail: 'unknown document id' });
  }
  if (type !== 'checkin' && !hasRole(writer.role, 'member')) return err({ code: 'forbidden_role' });
  if (isWrittenOnce(type) && stored !== null && !meets(doc, stored))
    return err({ code: 'forbidden_immutable' });
  if (isNewer(doc) || (stored !== null && isNewer(stored))) return err({ code: 'newer_document' });
  if (doc._deleted === true) {
    if (type === 'event' || (isWrittenOnce(type) && stored === null))
      return err({ code: 'forbidden_delete' });
    if (stored === null || !ends(doc, stored)) return ok(null);
    if (bearsMoney(stored))
      return err({ code: 'forbidden_delete', detail: 'money or an invoice stands on it' });
    return isArchived(stored) ? err({ code: 'session_archived' }) : ok(null);
  }
  if (stored !== null && !fromOutside && versionOf(doc) < versionOf(stored)) {
    return err({ code: 'update_first' });
  }
  if (bringsBack(doc, stored)) return err({ code: 'erased' });
  const parsed = isDecided ? shapeOfDecided(doc) : shapeOf(doc);
  if (!parsed.ok) return parsed;
  const ahead = actAhead(doc, stored, now + MAX_AHEAD_MS);
  if (ahead !== null) return err({ code: 'time_ahead', field: ahead });
  const act = parsed.value;
  if (act.type === 'checkin' || act.type === 'entrychange' || act.type === 'payment') {
    return judgeAct(act, writer, { now, archivedSince });
  }
  if (parsed.value.type === 'session' && stored?.['status'] === 'archived') {
    const before = parseDocument(withoutReplicationFields(stored));
    if (!before.ok || before.value.type !== 'session') return ok(null);
    const isChild = follows(doc, stored);
    const part = archivedPart(before.value, parsed.value, isChild);
    if (part !== null) return err({ code: 'session_archived', field: part });
    const changed =
      picturesOf !== undefined &&
      changesArchivedPictures(
        { session: before.value, pictures: picturesOf(stored) },
        { session: parsed.value, pictures: picturesOf(doc) },
        { follows: isChild, byHand: doc['_revisions'] === undefined },
      );
    if (changed) return err({ code: 'session_archived', field: '_attachments' });
  }
  return ok(null);
}

/** Something of a person who was erased, here or where it comes from. */
const bringsBack = (doc: IncomingDoc, stored: Record<string, unknown> | null): boolean =>
  (isErased(stored) || isErased(doc)) && !holdsNobody(doc);

/**
 * Whether it is the same step with a payment of a bank statement, made elsewhere, or the end of one of several versions of it. What
 * is made upon the stored one may only be their merge: never a later word of who noted it.
 */
function meets(doc: IncomingDoc, stored: Record<string, unknown>): boolean {
  if (typeof doc._id !== 'string' || bankStepOf(doc._id) === null) return false;
  if (doc._deleted === true) return !ends(doc, stored);
  const [one, other] = [stored, doc] as unknown as [Payment, Payment];
  return one.currency === other.currency && !(follows(doc, stored) && isNotedBefore(one, other));
}

/** What the id of a step with a payment of a bank statement says, the note must say; the field that does not, or null. */
function unlikeId({ _id, consumerId, kind, amount, cancels, day }: Payment): string | null {
  const of = bankStepOf(_id);
  if (of === null) return day === undefined ? null : 'day';
  const { step, cents } = of;
  if (_id !== bankPaymentId(consumerId, of)) return '_id';
  if (kind !== 'transfer') return 'kind';
  const isBack = step % 2 === 1;
  if (amount !== (isBack ? -cents : cents)) return 'amount';
  const before = isBack ? bankPaymentId(consumerId, { ...of, step: step - 1 }) : undefined;
  return cancels === before ? null : 'cancels';
}

function judgeAct(
  act: DocOf<'checkin'> | DocOf<'entrychange'> | DocOf<'payment'>,
  writer: Signer,
  { now, archivedSince }: Pick<Circumstances, 'now' | 'archivedSince'>,
): Result<null, Refusal> {
  const { author, _id, time } = act;
  const prefix = prefixOf(act);
  const cancels = act.type === 'entrychange' ? undefined : act.cancels;
  const named = { _id, cancels, ...(act.type === 'checkin' ? { double: act.double } : {}) };
  for (const [field, id] of Object.entries(named)) {
    if (id?.startsWith(prefix) === false)
      return err({
        code: 'invalid_document',
        field,
        detail: act.type === 'payment' ? 'does not name its registration' : 'does not name its session',
      });
  }
  const field = act.type === 'payment' ? unlikeId(act) : null;
  if (field !== null) return err({ code: 'invalid_document', field, detail: 'is not what the id says' });
  // Members push what others left unpushed on a shared device; nobody signs with the own id and another's name.
  const isOwn = author.id === writer.id;
  if (isOwn ? author.name !== writer.name : !hasRole(writer.role, 'member'))
    return err({ code: 'forbidden_author' });
  if (time > now + MAX_AHEAD_MS) return err({ code: 'time_ahead' });
  if (archivedSince !== null && time > archivedSince) return err({ code: 'session_archived' });
  return ok(null);
}

function prefixOf(act: DocOf<'checkin'> | DocOf<'entrychange'> | DocOf<'payment'>): string {
  if (act.type === 'payment') return paymentPrefix(act.consumerId);
  return act.type === 'checkin' ? checkinPrefix(act.sessionId) : entryChangePrefix(act.sessionId);
}

/** Whether it was made upon the stored revision: that one is its own of before, or among those that it stands on. */
export function follows({ _rev, _revisions }: IncomingDoc, stored: Record<string, unknown>): boolean {
  if (_revisions === undefined) return _rev === stored['_rev'];
  const { start, ids } = _revisions as { start: number; ids: string[] };
  const [generation = '', hash] = String(stored['_rev']).split('-');
  const place = start - Number(generation);
  return place > 0 && ids[place] === hash;
}

/** Whether nothing is left of it: whoever closes one of several versions leaves the others. */
export const ends = (doc: IncomingDoc, stored: Record<string, unknown>): boolean =>
  stored['_conflicts'] === undefined && follows(doc, stored);

const isArchived = ({ type, status }: Record<string, unknown>): boolean =>
  type === 'session' && status === 'archived';

/** Those of the right shape: a command judges what it decides, again with what is written together, and so does the gateway. */
const decided = new WeakMap<IncomingDoc, EventDocument>();

function shapeOfDecided(doc: IncomingDoc): Result<EventDocument, ShapeError> {
  const known = decided.get(doc);
  if (known !== undefined) return ok(known);
  const parsed = shapeOf(doc);
  if (parsed.ok) decided.set(doc, parsed.value);
  return parsed;
}

const shapeOf = (doc: IncomingDoc): Result<EventDocument, ShapeError> =>
  parseDocument(withoutReplicationFields(doc));

function withoutReplicationFields(doc: IncomingDoc): Record<string, unknown> {
  const { _revisions, _conflicts, _deleted, ...rest } = doc;
  return rest;
}
