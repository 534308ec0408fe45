import { isErased } from '#domain/documents/erasure.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { wantedAttempts } from '#domain/notifications/resends.ts';
import type { EventFacts } from './eventFacts.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

/** Whoever was left out because their invoice was taken back. */
export const heldBack = (ledger: Ledger): LedgerRow[] =>
  [...ledger.all()].filter(({ state, hold }) => state === 'withheld' && hold === 'invoice_taken_back');

/**
 * Puts them in again once the next invoice is issued: nothing of that message has gone to them. Not whom somebody has it sent to
 * once more meanwhile, nor who was held back before this copy went on: the original may have sent it.
 */
export async function release(
  ledger: Ledger,
  { notifs, source }: Pick<EventFacts, 'notifs' | 'source'>,
  doubtfulBefore: number,
): Promise<LedgerRow[]> {
  const ready = heldBack(ledger).filter(({ notifId, consumerId, attempt, createdAt }) => {
    const [notif, consumer] = [notifs.get(notifId), source.consumers.get(consumerId)];
    if (notif === undefined || notif.notifType === 'deleted') return false;
    if (consumer === undefined || isErased(consumer)) return false;
    if (createdAt < doubtfulBefore) return false;
    const wanted = wantedAttempts(ledger.resendsOf(notifId)).get(consumerId) ?? 0;
    if (Math.max(wanted, ledger.attempts(notifId, consumerId)) > attempt) return false;
    return (
      consumer.status !== 'canceled' &&
      consumer.invoiceCorrects == null &&
      standingPaper(consumer)?.kind === 'invoice'
    );
  });
  const moved = await Promise.all(ready.map((row) => ledger.move(row, { kind: 'release' })));
  return moved.filter((row) => row !== null);
}
