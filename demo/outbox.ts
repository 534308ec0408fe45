import { newRow } from '../server/outbox/ledger/ledger.ts';
import type { Consumer, NotifMethod } from '#domain/documents/consumer.ts';
import type { NotifAttempt } from '#domain/notifications/attempts.ts';
import type { Row } from '#domain/notifications/row.ts';

/**
 * What was sent, as the server keeps it: registrations tell what stands there, so without it the first message that somebody sends
 * would take away what they tell of those before.
 */
export const rowsOf = (
  consumers: readonly Consumer[],
  methodOf: (notifId: string) => NotifMethod,
): (Row<string> & { told: true })[] =>
  consumers.flatMap(({ _id: consumerId, notifs }) =>
    Object.entries(notifs).flatMap(([notifId, attempts]) =>
      attempts.map((attempt, index) => ({
        ...newRow({ notifId, consumerId, attempt: index + 1, method: methodOf(notifId) }, attempt.date),
        ...stateOf(attempt),
        told: true as const,
      })),
    ),
  );

function stateOf({ ok, error, errorCode }: NotifAttempt): Pick<Row, 'state' | 'hold' | 'failure'> {
  if (ok) return { state: 'sent' };
  if (error === 'uncertain') return { state: 'uncertain' };
  if (error === 'missing_email' || error === 'missing_phone') return { state: 'withheld', hold: error };
  return { state: 'failed', failure: { error: error ?? 'misconfigured', errorCode: errorCode ?? null } };
}
