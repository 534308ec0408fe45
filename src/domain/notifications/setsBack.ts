import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Row } from './row.ts';

type Status = Consumer['status'];

/**
 * Whether the status that a message gives would undo what its person has done since they were put in: whoever has paid would owe
 * again and be reminded of it, whoever has cancelled would have their place back, though it may be another's by now. A message for
 * just those who have paid or cancelled gives them theirs; one for everybody, to who had paid already.
 */
export function setsBack(
  { consumerStatus, consumerStatusNew }: Pick<Notif, 'consumerStatus' | 'consumerStatusNew'>,
  { statusThen }: Pick<Row, 'statusThen'>,
  now: Status,
): boolean {
  if (consumerStatusNew == null || consumerStatusNew === now) return false;
  if (now === 'canceled') return consumerStatus !== now;
  return now === 'invoice_paid' && (consumerStatus ?? statusThen) !== now;
}
