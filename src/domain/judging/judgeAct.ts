import type { DocOf } from '../documents/index.ts';
import { isNotedBefore, type Payment } from '../documents/payment.ts';
import { bankPaymentId, bankStepOf, checkinPrefix, entryChangePrefix, paymentPrefix } from '../ids.ts';
import { err, ok } from '../result.ts';
import { hasRole } from '../rights/roles.ts';
import { MAX_AHEAD_MS } from '../checkins/admissions.ts';
import { ends, follows } from './following.ts';
import type { Circumstances, IncomingDoc, Signer, Verdict } from './verdict.ts';

/** What is written once: somebody did it, then. */
export type Act = DocOf<'checkin'> | DocOf<'entrychange'> | DocOf<'payment'>;

export const isAct = (doc: { type: string }): doc is Act =>
  doc.type === 'checkin' || doc.type === 'entrychange' || doc.type === 'payment';

/** Whether it names what its id says, who signs it, and when it was done. */
export function judgeAct(
  act: Act,
  writer: Signer,
  { now, archivedSince }: Pick<Circumstances, 'now' | 'archivedSince'>,
): Verdict {
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

function prefixOf(act: Act): string {
  if (act.type === 'payment') return paymentPrefix(act.consumerId);
  return act.type === 'checkin' ? checkinPrefix(act.sessionId) : entryChangePrefix(act.sessionId);
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

/**
 * Whether it is the same step with a payment of a bank statement, made elsewhere, or the end of one of several versions of it. What
 * is made upon the stored one may only be their merge: never a later word of who noted it.
 */
export function meets(doc: IncomingDoc, stored: Record<string, unknown>): boolean {
  if (typeof doc._id !== 'string' || bankStepOf(doc._id) === null) return false;
  if (doc._deleted === true) return !ends(doc, stored);
  const [one, other] = [stored, doc] as unknown as [Payment, Payment];
  return one.currency === other.currency && !(follows(doc, stored) && isNotedBefore(one, other));
}
