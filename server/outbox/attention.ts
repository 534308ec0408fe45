import type { MessageAttention } from '#api/messageSchemas.ts';
import { isErased } from '#domain/documents/erasure.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { notifName } from '#domain/notifications/name.ts';
import { outboxDatabase, type Storage } from '../storage/types.ts';
import type { LedgerRow } from './ledger/ledger.ts';
import type { Outbox } from './outbox.ts';

/** Nobody looks at what became of a message for ever; what was left so long was left on purpose. */
const RECENT_MS = 14 * 86_400_000;
/** What is set up wrongly, and may come right. Who has no address was named before anything was sent. */
const MENDABLE = new Set<string | undefined>([
  'disabled',
  'misconfigured',
  'unprintable',
  'unreadable_template',
  'missing_file',
  'no_address',
  'no_cards',
  'invoice_taken_back',
]);

/** Bytes. With less it is said, while there is still time to make room. */
const ENOUGH_ROOM = 200_000_000;

type Counted = Record<Waiting, number> & Pick<MessageAttention, 'stalled' | 'slowed'>;
type Waiting = 'failed' | 'uncertain' | 'withheld';

function waitingAs({ state, hold }: LedgerRow): Waiting | null {
  if (state === 'failed' || state === 'uncertain') return state;
  return state === 'withheld' && MENDABLE.has(hold) ? state : null;
}

/** What waits for a person in events that are not over, message by message: by the last attempt to each. */
export async function attentionOf(
  outbox: Outbox,
  storage: Storage,
  events: readonly CentralEvent[],
  now: number,
): Promise<{ paused: boolean; roomLeft?: number; messages: MessageAttention[] }> {
  const messages: MessageAttention[] = [];
  const names = new Set(await storage.list());
  for (const { id: eventId, status } of events) {
    if (status === 'archived' || !names.has(outboxDatabase(eventId))) continue;
    const rows = await waitingIn(outbox, eventId, now);
    if (rows.length === 0) continue;
    const { notifs, consumers } = await outbox.stored(eventId);
    // Of one that was deleted, or erased, no page tells, and nothing can be done.
    const isThere = ({ row: { consumerId } }: WaitingRow): boolean => {
      const consumer = consumers.get(consumerId);
      return consumer !== undefined && !isErased(consumer);
    };
    const counts = countsOf(rows.filter(isThere));
    for (const [notifId, counted] of counts) {
      const notif = notifs.get(notifId);
      if (notif === undefined || notif.notifType === 'deleted') continue;
      const name = notifName(notif, new Map());
      const words = 'words' in name ? name.words : null;
      messages.push({ eventId, notifId, method: notif.notifMethod, name: words, ...counted });
    }
  }
  const roomLeft = (await storage.roomLeft?.()) ?? ENOUGH_ROOM;
  return { paused: await outbox.isPaused(), ...(roomLeft < ENOUGH_ROOM ? { roomLeft } : {}), messages };
}

type Counting = Waiting | 'stalled' | 'slowed';
type WaitingRow = { row: LedgerRow; as: Counting };

async function waitingIn(outbox: Outbox, eventId: string, now: number): Promise<WaitingRow[]> {
  const ledger = await outbox.ledger(eventId);
  await ledger.refresh();
  return [...ledger.all()].flatMap((row) => {
    const as = isStalled(row) ? 'stalled' : isSlowed(row, now) ? 'slowed' : waitingAs(row);
    if (as === null || row.at < now - RECENT_MS) return [];
    return ledger.attempts(row.notifId, row.consumerId) === row.attempt ? [{ row, as }] : [];
  });
}

function countsOf(waiting: readonly WaitingRow[]): Map<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const { row, as } of waiting) {
    const own = counts.get(row.notifId) ?? { failed: 0, uncertain: 0, withheld: 0, stalled: null };
    if (as === 'stalled') own.stalled = withStalled(own.stalled, row);
    else if (as === 'slowed') own.slowed = withSlowed(own.slowed, row);
    else own[as]++;
    counts.set(row.notifId, own);
  }
  return counts;
}

/** Tried in vain, and to be tried again: its provider does not answer, or asks to wait. */
const isStalled = ({ state, tries, failure }: LedgerRow): boolean =>
  state === 'queued' && tries > 0 && failure !== undefined;

/** Put off by flood.ts. */
const isSlowed = ({ state, tries, byForm, dueAt }: LedgerRow, now: number): boolean =>
  state === 'queued' && tries === 0 && byForm === true && dueAt > now;

const withSlowed = (before: Counted['slowed'], { dueAt }: LedgerRow): Counted['slowed'] => ({
  count: (before?.count ?? 0) + 1,
  until: Math.max(before?.until ?? 0, dueAt),
});

function withStalled(before: Counted['stalled'], { dueAt, failure }: LedgerRow): Counted['stalled'] {
  const reason = String(failure?.errorCode ?? failure?.error ?? '');
  if (before === null) return { count: 1, reason, next: dueAt };
  return {
    count: before.count + 1,
    ...(dueAt < before.next ? { reason, next: dueAt } : { reason: before.reason, next: before.next }),
  };
}
