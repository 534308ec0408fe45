import { projectCheckIn } from '#domain/checkins/admissions.ts';
import { foldCheckins, type FactsByClient } from '#domain/checkins/checkin.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { SessionCounts } from '../types.ts';

/**
 * A session as screens see it: its stored entries without those of deleted clients, and the check-ins laid over them.
 * A check-in changes one entry, so it must not cost a walk through all of them: at a busy door 40 arrive in a second.
 */
export interface SessionOverlay {
  /** The same object until something in it changes. */
  session(): Session;
  counts(): SessionCounts;
  /** A check-in of this client came or went. */
  touch(clientId: string): void;
}

/** `facts` is read again at each touch; a change of `stored` or of who is gone needs a new overlay. */
export function createOverlay(
  stored: Session,
  facts: FactsByClient,
  isGone: (clientId: string) => boolean,
): SessionOverlay {
  const staying = stored.clients.filter(({ clientId }) => !isGone(clientId));
  const base = staying.length === stored.clients.length ? stored : { ...stored, clients: staying };
  const touched = new Set<string>();
  let shown = foldCheckins(base, facts);
  let places: Map<string, number> | null = null;
  let counts: SessionCounts | null = null;

  function bringUpToDate(): void {
    if (touched.size === 0) return;
    places ??= new Map(base.clients.map(({ clientId }, index) => [clientId, index]));
    // A client with two entries, which no screen makes: then every entry is looked at.
    if (places.size < base.clients.length) replaceAll();
    else replaceTouched(places);
    touched.clear();
  }

  function replaceAll(): void {
    shown = foldCheckins(base, facts);
    counts = null;
  }

  function replaceTouched(index: ReadonlyMap<string, number>): void {
    let clients: SessionEntry[] | null = null;
    let came = 0;
    for (const clientId of touched) {
      const place = index.get(clientId) ?? -1;
      const own = base.clients[place];
      const before = shown.clients[place];
      if (own === undefined || before === undefined) continue;
      const checkInTime = projectCheckIn(own.checkInTime, facts.get(clientId) ?? []);
      if (checkInTime === before.checkInTime) continue;
      clients ??= [...shown.clients];
      clients[place] = checkInTime === own.checkInTime ? own : { ...own, checkInTime };
      came += Number(checkInTime !== null) - Number(before.checkInTime !== null);
    }
    if (clients === null) return;
    shown = { ...shown, clients };
    if (counts !== null && came !== 0) counts = { ...counts, arrived: counts.arrived + came };
  }

  return {
    session() {
      bringUpToDate();
      return shown;
    },
    counts() {
      bringUpToDate();
      counts ??= {
        expected: shown.clients.length,
        arrived: shown.clients.filter(({ checkInTime }) => checkInTime !== null).length,
      };
      return counts;
    },
    touch: (clientId) => void touched.add(clientId),
  };
}
