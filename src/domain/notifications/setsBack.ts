import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Row } from './row.ts';

type Status = Consumer['status'];

/** What money and guests say themselves. */
const SAID_SINCE: ReadonlySet<Status> = new Set<Status>(['invoice_paid', 'canceled']);

/**
 * Whether the status that a message gives would undo what its person has done since they were put in: whoever has paid would owe
 * again and be reminded of it, whoever has cancelled would have their place back. A message for just those who have paid or
 * cancelled, or that found them so, gives them theirs.
 */
export function setsBack(
  { consumerStatus, consumerStatusNew }: Pick<Notif, 'consumerStatus' | 'consumerStatusNew'>,
  { statusThen }: Pick<Row, 'statusThen'>,
  now: Status,
): boolean {
  if (consumerStatusNew == null || consumerStatusNew === now) return false;
  return SAID_SINCE.has(now) && (consumerStatus ?? statusThen) !== now;
}
