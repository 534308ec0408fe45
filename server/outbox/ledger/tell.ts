import { isErased } from '#domain/documents/erasure.ts';
import { canonical } from '#domain/canonical.ts';
import { withRegisterTimes } from '#domain/conflicts/registers.ts';
import { isHeld } from '#domain/money/paymentState.ts';
import { attemptOf, type NotifAttempt } from '#domain/notifications/attempts.ts';
import { setsBack } from '#domain/notifications/setsBack.ts';
import { stampAfter } from '#domain/commands/command.ts';
import { FOYER } from '#domain/documents/common.ts';
import { isNewer } from '#domain/documents/index.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { update, type Stored } from '../../storage/documents.ts';
import type { OthersWrites } from '../../storage/others.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { createGroupWriter } from './groupWriter.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

/**
 * Writes what became of messages into their registrations: `notifs` is what the outbox says, whatever devices write there or a
 * merge drops. With the attempt that says that it was sent, and in the same write, comes the new status; then its row is marked. So
 * it is set once, and stays what somebody makes of it afterwards.
 */
export async function tellConsumers(
  db: Database,
  ledger: Ledger,
  notifs: ReadonlyMap<string, Notif>,
  consumerIds: Iterable<string>,
  now: number,
  others: OthersWrites | null = null,
): Promise<void> {
  const ids = [...new Set(consumerIds)];
  const { rows } = ids.length === 0 ? { rows: [] } : await db.allDocs({ keys: ids, include_docs: true });
  const said = rows.flatMap((row) => {
    const stored = ('doc' in row ? row.doc : null) as Stored | null;
    return (stored && saidIn(stored, ledger, notifs, now)) ?? [];
  });
  const writer = createGroupWriter(db, others);
  // Only these: a message that goes while this is written is in none of it.
  const told: LedgerRow[] = [];
  const late: string[] = [];
  await Promise.all(
    said.map(async ({ doc, next, rows: counted }) => {
      // Somebody may have changed it meanwhile: decided anew upon that.
      if (next === null || (await writer.put(next)) !== null) told.push(...counted);
      else late.push(doc._id);
    }),
  );
  for (const id of late) {
    let counted: readonly LedgerRow[] = [];
    await update(db, id, (stored) => {
      const again = stored && saidIn(stored, ledger, notifs, now);
      counted = again?.rows ?? [];
      return again?.next ?? null;
    });
    told.push(...counted);
  }
  await ledger.noteTold(told);
}

interface Said {
  doc: Stored;
  /** What is to be written; null where it says so already. */
  next: Stored | null;
  /** Which messages' new status is in it. */
  rows: readonly LedgerRow[];
}

/** Null for what is told nothing. */
function saidIn(
  stored: Stored,
  ledger: Ledger,
  notifs: ReadonlyMap<string, Notif>,
  now: number,
): Said | null {
  if (isNewer(stored) || stored['type'] !== 'consumer' || isErased(stored)) return null;
  const before = (stored['notifs'] ?? {}) as Record<string, NotifAttempt[]>;
  const told = toldBy(ledger, stored._id, notifs);
  const others = Object.entries(before).filter(([id]) => !id.startsWith('notif_'));
  const after = Object.fromEntries([...others, ...told]);
  const consumer = stored as Stored & Told;
  const all = untold(ledger, stored._id, notifs);
  const timely = all.filter((row) => !isOvertaken(row, ledger, notifs, consumer.status));
  const status = newStatus(before, timely, notifs, consumer);
  if (canonical(before) === canonical(after) && status === null)
    return { doc: stored, next: null, rows: all };
  const next = { ...stored, notifs: after };
  const changed =
    status === null
      ? next
      : withRegisterTimes(stored, { ...next, status, metadata: stampedAsOwn(stored, now) });
  return { doc: stored, next: changed, rows: all };
}

type Told = Pick<Consumer, 'status' | 'hold'>;

/** A place that waits for its payment by card: a message for everybody does not make it one that was taken for good. */
const keepsPlace = ({ consumerStatus }: Notif, consumer: Told): boolean =>
  isHeld(consumer) && consumerStatus !== consumer.status;

/** A message that was put in later went sooner, and what holds is of that one. */
const isOvertaken = (
  { consumerId, createdAt }: LedgerRow,
  ledger: Ledger,
  notifs: ReadonlyMap<string, Notif>,
  is: Consumer['status'],
): boolean =>
  [...ledger.of(consumerId)].some(
    (other) =>
      other.told === true &&
      other.createdAt > createdAt &&
      notifs.get(other.notifId)?.consumerStatusNew === is,
  );

function toldBy(
  ledger: Ledger,
  consumerId: string,
  notifs: ReadonlyMap<string, Notif>,
): [string, NotifAttempt[]][] {
  const byNotif = new Map<string, LedgerRow[]>();
  for (const row of ledger.of(consumerId)) {
    byNotif.set(row.notifId, [...(byNotif.get(row.notifId) ?? []), row]);
  }
  return [...byNotif]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([notifId, rows]) => {
      const sorted = rows.sort((a, b) => a.attempt - b.attempt);
      const is = notifs.get(notifId)?.notifMethod;
      const attempts = sorted.flatMap((row) => {
        const attempt = attemptOf(row, row.message ?? null, urlOf(row));
        if (attempt === null) return [];
        return is === undefined || is === row.method ? attempt : { ...attempt, method: row.method };
      });
      return attempts.length === 0 ? [] : [[notifId, attempts] as [string, NotifAttempt[]]];
    });
}

/** Where the provider tells what became of it. */
const urlOf = ({ method, providerId }: LedgerRow): string | null =>
  method === 'email' || providerId === undefined
    ? null
    : `https://console.twilio.com/us1/monitor/logs/sms/${encodeURIComponent(providerId)}`;

/** Messages that were sent and set a status, of which the registration may not know yet. */
const untold = (ledger: Ledger, consumerId: string, notifs: ReadonlyMap<string, Notif>): LedgerRow[] =>
  [...ledger.of(consumerId)].filter(
    ({ state, told, notifId }) =>
      (state === 'sent' || state === 'delivered') &&
      told !== true &&
      notifs.get(notifId)?.consumerStatusNew != null,
  );

/** That it was delivered is told later. */
const takenAt = ({ at, acceptedAt = at }: LedgerRow): number => acceptedAt;

/** What the last message that is told for the first time asks for; null where that is nothing else than they are. */
function newStatus(
  before: Readonly<Record<string, readonly NotifAttempt[]>>,
  rows: readonly LedgerRow[],
  notifs: ReadonlyMap<string, Notif>,
  consumer: Told,
): Consumer['status'] | null {
  const { status: is } = consumer;
  // A crash may have come between the registration and the mark.
  const knows = ({ notifId, at, acceptedAt = at }: LedgerRow): boolean => {
    const attempts = before[notifId];
    return (
      Array.isArray(attempts) && attempts.some(({ ok, date }) => ok && (date === at || date === acceptedAt))
    );
  };
  const [status] = rows
    .filter((row) => !knows(row))
    .sort((a, b) => takenAt(b) - takenAt(a))
    .flatMap((row) => {
      const notif = notifs.get(row.notifId);
      if (notif === undefined || setsBack(notif, row, is) || keepsPlace(notif, consumer)) return [];
      return notif.consumerStatusNew ?? [];
    });
  return status === undefined || status === is ? null : status;
}

/** The metadata of a document that the server changes by itself. */
export function stampedAsOwn(stored: AnyDoc, now: number): AnyDoc {
  const metadata = (stored['metadata'] ?? {}) as { updatedAt?: number };
  const { author, time } = stampAfter({ author: FOYER, time: now }, { metadata });
  return { ...metadata, author, updatedAt: time };
}
