import type { RowEvent } from '#domain/notifications/row.ts';
import type { TwilioNews } from '../sms/status.ts';
import type { Outbox } from './outbox.ts';

/** How often it is looked again where somebody else was faster. */
const TRIES = 5;

export function eventOf({ kind, code }: TwilioNews): RowEvent<string> {
  const error = code === null ? 'undelivered' : String(code);
  return kind === 'delivered' ? { kind: 'deliver' } : { kind: 'bounce', failure: { error, errorCode: code } };
}

/** Notes what the provider says of a message. False for one that is not here, or was another then. */
export async function hear(
  outbox: Outbox,
  eventId: string,
  rowId: string,
  news: TwilioNews,
): Promise<boolean> {
  const ledger = await outbox.ledger(eventId);
  for (let tried = 1; tried <= TRIES; tried++) {
    await ledger.refresh();
    const row = ledger.get(rowId);
    if (row === null || (row.providerId !== undefined && row.providerId !== news.sid)) return false;
    if (row.state === 'delivered' || row.state === 'failed') return true;
    if ((await ledger.move(row, eventOf(news), { providerId: news.sid })) === null) continue;
    await outbox.tell(eventId, [row.consumerId]);
    return true;
  }
  return false;
}
