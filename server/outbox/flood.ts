import { contactKey, contactOf } from '#domain/notifications/audience.ts';
import type { Consumer, NotifMethod } from '#domain/documents/consumer.ts';
import type { LedgerRow } from './ledger.ts';

const DAY = 86_400_000;
/** Messages of one notification that go to one address in a day. */
const MOST = 20;

/**
 * When the next message may go to whom, ms. Anybody can register a stranger's address at a public form, as often as its limits
 * let them: what then goes by itself reaches that address so many times a day, and the rest waits. What staff entered goes at once.
 */
export function withoutFlood(
  method: NotifMethod,
  consumers: ReadonlyMap<string, Consumer>,
  rows: Iterable<LedgerRow>,
  now: number,
): (consumerId: string) => number {
  const keyOf = (consumerId: string): string | null => {
    const consumer = consumers.get(consumerId);
    if (consumer?.registration?.formId == null) return null;
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
    if (key === null) return now;
    const before = times.get(key)?.at(-MOST);
    const at = before === undefined ? now : Math.max(now, before + DAY);
    note(key, at);
    return at;
  };
}
