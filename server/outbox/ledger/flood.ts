import { contactKey, contactOf } from '#domain/notifications/audience.ts';
import { isSettled } from '#domain/notifications/row.ts';
import { FOYER } from '#domain/documents/common.ts';
import type { Consumer, NotifMethod } from '#domain/documents/consumer.ts';
import { DESK, PAYMENTS } from '../../commands/own.ts';
import type { LedgerRow } from './ledger.ts';

const DAY = 86_400_000;
/** Messages of one notification that go to one address in a day. */
const MOST = 20;

export interface SentSoFar {
  /** Those of the notification. */
  rows: Iterable<LedgerRow>;
  /** All of one person. */
  of(this: void, consumerId: string): Iterable<LedgerRow>;
}

/**
 * When the next message may go to whom (ms), or null: at once. Anybody can register a stranger's address at a public form, as often
 * as its limits let them: of what then goes by itself that address gets so many at first, and the rest within a day, so that whoever
 * is registered there rightly gets theirs. What staff have entered or changed goes at once.
 */
export function withoutFlood(
  method: NotifMethod,
  consumers: ReadonlyMap<string, Consumer>,
  { rows, of }: SentSoFar,
  now: number,
): (consumerId: string) => number | null {
  const keyOf = (consumerId: string): string | null => {
    const consumer = consumers.get(consumerId);
    if (consumer === undefined || !isByForm(consumer, () => of(consumerId))) return null;
    // 'ada+1@…' and 'ada+2@…' are mostly one mailbox.
    return contactKey(contactOf(consumer, method)).replace(/^([^+@]+)\+[^@]*@/, '$1@');
  };
  const times = new Map<string, number[]>();
  const note = (key: string, at: number): void => {
    const known = times.get(key);
    if (known === undefined) times.set(key, [at]);
    else known.push(at);
  };
  for (const { consumerId, state, dueAt } of rows) {
    const key = state === 'withheld' || dueAt <= now - DAY ? null : keyOf(consumerId);
    if (key !== null) note(key, dueAt);
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return (consumerId) => {
    const key = keyOf(consumerId);
    if (key === null) return null;
    const before = times.get(key)?.at(-MOST);
    const at = before === undefined ? now : Math.min(Math.max(now, before + DAY), now + DAY);
    note(key, at);
    return at;
  };
}

/**
 * Whether a registration stands as whoever filled in a public form has made it, and nobody of the staff has changed it since. That
 * it was given up at the form, or not paid in time, is theirs too: else it could be made again and again.
 */
function isByForm({ registration, metadata, cards }: Consumer, rows: () => Iterable<LedgerRow>): boolean {
  if (registration?.formId == null) return false;
  switch (metadata.author?.id) {
    case DESK.id:
      return true;
    case PAYMENTS.id:
      return !cards?.some(({ paid }) => paid > 0);
    // A message has set the status: who had caused that?
    case FOYER.id:
      return lastOf(rows())?.byForm === true;
    default:
      return false;
  }
}

function lastOf(rows: Iterable<LedgerRow>): LedgerRow | undefined {
  return [...rows]
    .filter((row) => isSettled(row) && row.state !== 'withheld')
    .sort((a, b) => a.at - b.at)
    .at(-1);
}
