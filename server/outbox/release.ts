import type { Consumer } from '#domain/documents/consumer.ts';
import { isErased } from '#domain/documents/erasure.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { meantAt } from '#domain/notifications/audience.ts';
import { wantedAttempts } from '#domain/notifications/resends.ts';
import { setsBack } from '#domain/notifications/setsBack.ts';
import { isStopped } from './ledger/calledOff.ts';
import type { EventFacts } from './compose/eventFacts.ts';
import type { Ledger, LedgerRow } from './ledger/ledger.ts';

/** Whoever was left out because their invoice was taken back. */
export const heldBack = (ledger: Ledger): LedgerRow[] =>
  [...ledger.all()].filter(({ state, hold }) => state === 'withheld' && hold === 'invoice_taken_back');

/**
 * Puts them in again once the next invoice is issued: nothing of that message has gone to them. Not whom somebody has it sent to
 * once more meanwhile, nor who was held back before this copy went on: the original may have sent it. That may be weeks later: only
 * who is still meant, be it because somebody asked for them by name.
 */
export async function release(
  ledger: Ledger,
  { notifs, source }: Pick<EventFacts, 'notifs' | 'source'>,
  { doubtfulBefore, now }: { doubtfulBefore: number; now: number },
): Promise<LedgerRow[]> {
  const meant = new Map<string, ReturnType<typeof meantAt>>();
  const isMeant = (notif: Notif, consumer: Consumer): boolean => {
    const among = meant.get(notif._id) ?? meantAt(notif, source, now);
    meant.set(notif._id, among);
    return among(consumer);
  };
  const ready = heldBack(ledger).filter((row) => {
    const { notifId, consumerId, attempt, createdAt } = row;
    const [notif, consumer] = [notifs.get(notifId), source.consumers.get(consumerId)];
    if (notif === undefined || notif.notifType === 'deleted') return false;
    if (consumer === undefined || isErased(consumer)) return false;
    if (createdAt < doubtfulBefore) return false;
    const wanted = wantedAttempts(ledger.resendsOf(notifId)).get(consumerId) ?? 0;
    if (Math.max(wanted, ledger.attempts(notifId, consumerId)) > attempt) return false;
    if (setsBack(notif, row, consumer.status)) return false;
    const isAskedFor = wanted === attempt;
    if (!isAskedFor && (isStopped(notif, row) || !isMeant(notif, consumer))) return false;
    return (
      consumer.status !== 'canceled' &&
      consumer.invoiceCorrects == null &&
      standingPaper(consumer)?.kind === 'invoice'
    );
  });
  const moved = await Promise.all(ready.map((row) => ledger.move(row, { kind: 'release' })));
  return moved.filter((row) => row !== null);
}
