import type { Notif } from '#domain/documents/notif.ts';
import type { Hold } from '#domain/notifications/audience.ts';
import { read } from '../../storage/documents.ts';
import type { Database } from '../../storage/types.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

type Message = Pick<Notif, 'notifType' | 'date'>;

/** Somebody has stopped it; a one-time message is inactive, and dated, once it was run. */
export const isStopped = (
  { notifType, date }: Message,
  { createdAt }: Pick<LedgerRow, 'createdAt'>,
): boolean => notifType === 'inactive' && (date == null || createdAt > date);

/** Why nobody who still waits for a message is to get it any more; not whom somebody asked for by name, who may be of an inactive one. */
export function calledOff(
  notif: Message | undefined,
  row: Pick<LedgerRow, 'createdAt' | 'byItself'>,
): Hold | null {
  if (notif === undefined || notif.notifType === 'deleted') return 'gone';
  return row.byItself === true && isStopped(notif, row) ? 'stopped' : null;
}

/** Holds back whoever waits for a message that was called off, be it for hours. */
export async function holdCalledOff(
  ledger: Ledger,
  notifs: ReadonlyMap<string, Message>,
): Promise<LedgerRow[]> {
  const moved = [...ledger.all()].map(async (row) => {
    const notif = notifs.get(row.notifId);
    if (notif === undefined || (row.state !== 'queued' && row.state !== 'claimed')) return null;
    const hold = calledOff(notif, row);
    // Whoever has it in hand finds out before anything is sent.
    return hold === null ? null : ledger.move(row, { kind: 'hold', hold });
  });
  return (await Promise.all(moved)).filter((row) => row !== null);
}

/** Holds back whoever waits for a message that somebody stops on its way, asked for by name or not. */
export async function holdWaiting(ledger: Ledger, notifId: string): Promise<LedgerRow[]> {
  const moved = [...ledger.ofNotif(notifId)].map((row) =>
    ledger.move(row, { kind: 'hold', hold: 'stopped' }),
  );
  return (await Promise.all(moved)).filter((row) => row !== null);
}

/** Looked at again after so long (ms): each of thousands would ask. */
const FRESH = 1000;

/** Whether somebody called a message off meanwhile: of those that are ready to go, a slow provider takes minutes. */
export function callsOff(db: Database, fresh = FRESH): (row: LedgerRow) => Promise<Hold | null> {
  const known = new Map<string, { at: number; notif: Promise<Message | undefined> }>();
  return async (row) => {
    const { notifId } = row;
    let last = known.get(notifId);
    if (last === undefined || performance.now() - last.at >= fresh) {
      const notif = read(db, notifId).then((doc) => (doc ?? undefined) as Message | undefined);
      last = { at: performance.now(), notif };
      known.set(notifId, last);
      notif.catch(() => known.delete(notifId));
    }
    return calledOff(await last.notif, row);
  };
}
