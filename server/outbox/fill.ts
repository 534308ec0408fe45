import { audienceOf, runsFrom, type Recipient } from '#domain/notifications/audience.ts';
import { wantedAttempts } from '#domain/notifications/resends.ts';
import { rowId, type Row } from '#domain/notifications/row.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { isNewer } from '#domain/documents/index.ts';
import { update } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';
import type { ServiceSettings } from '../services/services.ts';
import type { EventFacts, FactReader } from './compose/eventFacts.ts';
import { withoutFlood } from './ledger/flood.ts';
import { newRow, type Ledger, type LedgerRow } from './ledger/ledger.ts';
import { stampedAsOwn } from './ledger/tell.ts';

export interface Filled {
  /** Rows that are new and to be sent. */
  queued: number;
  /** Those who got a new row. */
  consumerIds: ReadonlySet<string>;
  /** When the next notification is to be run (ms), or null. */
  next: number | null;
}

export interface FillParts {
  db: Database;
  reader: FactReader;
  settings: () => Promise<ServiceSettings | null>;
  /** Opened when there is anything to put in. */
  ledger: () => Promise<Ledger>;
  now: () => number;
  /** What was due before, another copy of the databases may have sent (ms). */
  doubtfulBefore: number;
}

/**
 * Puts into the outbox whoever is due for a notification now. May be done by several processes at once: a person's row is there
 * once, by its id.
 */
export async function fill({
  db,
  reader,
  settings,
  ledger: open,
  now,
  doubtfulBefore,
}: FillParts): Promise<Filled> {
  const active = [...(await reader.notifs()).values()].filter(isActive);
  const filled = { queued: 0, consumerIds: new Set<string>(), next: nextRun(active, now()) };
  if (active.length === 0) return filled;
  const ledger = await open();
  await ledger.refresh();
  if (!active.some((notif) => isDue(notif, now()) || notif.resendConsumerIds.length > 0)) return filled;
  const facts = await reader.facts(await settings(), ledger.optedOut);
  for (const notif of active) {
    const runs = isDue(notif, now());
    const rows = await fillOne(notif, runs, facts, ledger, { now: now(), doubtfulBefore });
    filled.queued += rows.filter(({ state }) => state === 'queued').length;
    for (const { consumerId } of rows) filled.consumerIds.add(consumerId);
    if (!runs || notif.notifType !== 'one-time') continue;
    await ledger.refresh();
    await finish(db, notif, Math.max(rows.length, countOfRun(notif, ledger)), now());
  }
  return filled;
}

async function fillOne(
  notif: Notif,
  runs: boolean,
  { source }: EventFacts,
  ledger: Ledger,
  { now, doubtfulBefore }: { now: number; doubtfulBefore: number },
): Promise<LedgerRow[]> {
  const resends = await ledger.noteResends(notif._id, notif.resendConsumerIds);
  const attempts = (consumerId: string): number => ledger.attempts(notif._id, consumerId);
  const past = { attempts, wanted: wantedAttempts(resends) };
  const { due } = audienceOf(notif, source, past, runs ? now : null);
  // Who was due, or asked for, before a manager said that this copy goes on, may have it from another one.
  const isDoubtful = ({ consumerId, attempt }: Recipient): boolean =>
    Math.max(
      timeOf(notif),
      ...(attempt === 1 ? [notif.sendAt ?? 0, timeOf(source.consumers.get(consumerId))] : []),
    ) < doubtfulBefore;
  if (due.length === 0) return [];
  const { notifType, notifMethod } = notif;
  const own = notifType === 'automatic' ? ledger.ofNotif(notif._id) : null;
  const timeFor =
    own === null
      ? null
      : withoutFlood(notifMethod, source.consumers, { rows: own, of: (id) => ledger.of(id) }, now);
  return ledger.insert(
    due.map((recipient) => {
      // Those who are to get it once more, somebody chose.
      const time =
        recipient.attempt === 1 && recipient.hold === null ? timeFor?.(recipient.consumerId) : null;
      return rowFor(notif, recipient, ledger, {
        ...{ now, time: time ?? null, isDoubtful: isDoubtful(recipient) },
        byItself: notifType === 'automatic' && past.wanted.get(recipient.consumerId) !== recipient.attempt,
        status: source.consumers.get(recipient.consumerId)?.status,
      });
    }),
  );
}

const timeOf = (doc: { metadata: { updatedAt?: number | undefined } } | undefined): number =>
  doc?.metadata.updatedAt ?? 0;

function rowFor(
  notif: Notif,
  { consumerId, attempt, hold }: Recipient,
  ledger: Ledger,
  {
    now,
    time,
    isDoubtful,
    byItself,
    status,
  }: {
    now: number;
    time: number | null;
    isDoubtful: boolean;
    byItself: boolean;
    status: Row['statusThen'] | undefined;
  },
): Row<string> {
  const before = ledger.get(rowId(notif._id, consumerId, attempt - 1));
  // Should the one before have arrived after all, mail programs see that it is the same message.
  const sameAs = before?.state === 'uncertain' ? (before.sameAs ?? before._id) : undefined;
  // Sent once more, it is the same message: what they became since the first time stays.
  const statusThen = before === null ? status : before.statusThen;
  return newRow(
    {
      ...{ notifId: notif._id, consumerId, attempt, method: notif.notifMethod },
      ...(hold === null ? { isDoubtful } : { hold }),
      ...(sameAs === undefined ? {} : { sameAs }),
      ...(time === null ? {} : { byForm: true as const }),
      ...(byItself ? { byItself } : {}),
      ...(statusThen === undefined ? {} : { statusThen }),
    },
    now,
    time ?? now,
  );
}

/** It may put somebody in, by itself or because somebody asks for it. */
const isActive = (notif: Notif): boolean =>
  notif.notifType !== 'deleted' && (runsFrom(notif) !== null || notif.resendConsumerIds.length > 0);

const isDue = (notif: Notif, now: number): boolean => (runsFrom(notif) ?? Infinity) <= now;

function nextRun(notifs: readonly Notif[], now: number): number | null {
  // Reminders come to be due by the days that pass.
  const looks = notifs.some(({ notifType, unpaidDays }) => notifType === 'automatic' && unpaidDays != null);
  const times = notifs.map((notif) => runsFrom(notif) ?? 0).filter((time) => time > now);
  if (looks) times.push(now + LOOK_AGAIN);
  return times.length === 0 ? null : Math.min(...times);
}

/** How often it is looked who has to be reminded, ms. */
const LOOK_AGAIN = 6 * 3_600_000;

/** Also those whom a process put in that died, or that ran beside this one. */
function countOfRun(notif: Notif, ledger: Ledger): number {
  const since = Math.max(timeOf(notif), notif.sendAt ?? 0);
  return [...ledger.ofNotif(notif._id)].filter(({ createdAt }) => createdAt >= since).length;
}

/** A one-time notification is done when it was run: it says when, and how many were meant, those held back too (readings, no. 35). */
async function finish(db: Database, { _id, sendAt }: Notif, count: number, now: number): Promise<void> {
  await update(db, _id, (stored) =>
    // Somebody may have given it another time, or taken it back, meanwhile.
    stored === null ||
    isNewer(stored) ||
    stored['notifType'] !== 'one-time' ||
    (stored['sendAt'] ?? null) !== (sendAt ?? null)
      ? null
      : // Dated, so that a device which changed it before it knew cannot have it run again, or untold.
        { ...stored, notifType: 'inactive', date: now, count, metadata: stampedAsOwn(stored, now) },
  );
}
