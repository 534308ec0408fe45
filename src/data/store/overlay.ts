import { countsIn } from '#domain/clients/canceled.ts';
import { projectCheckIn } from '#domain/checkins/admissions.ts';
import { foldCheckins, type FactsByClient } from '#domain/checkins/checkin.ts';
import { goneInside, type GoneInside } from '#domain/checkins/goneInside.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { RegistersByClient } from '#domain/entries/layChanges.ts';
import { foldedEntry, foldEntries } from '#domain/sessions/foldEntries.ts';
import type { SessionCounts } from '../types.ts';

/**
 * A session as screens see it: its stored entries with the entry changes and the check-ins laid over them, without those
 * of deleted clients and without the places of cancelled ones. A check-in or a move changes one entry, so it must not cost a walk through all of them: at a busy
 * door 40 arrive in a second.
 */
export interface SessionOverlay {
  /** The same object until something in it changes. */
  session(): Session;
  /** The stored session with the entry changes laid over, deleted clients too: what commands decide on. */
  entries(): Session;
  /** Without the entries of cancelled registrations: who is expected. The same object where there are none. */
  withoutCanceled(): Session;
  /** With the places of cancelled ones, too, and without check-ins. The same object until one changes. */
  withHeldPlaces(): Session;
  counts(): SessionCounts;
  /** Who is in and not in the session any more. The same object until something in it changes. */
  goneInside(): readonly GoneInside[];
  /** A check-in of this client came or went. */
  touch(clientId: string): void;
  /** An entry change of this client came or went. */
  touchEntry(clientId: string): void;
  /** This client's registration was cancelled, or is valid again. */
  touchRegistration(clientId: string): void;
  /** This client was deleted. Where one is back, a new overlay is needed. */
  touchGone(clientId: string): void;
}

export interface OverlayParts {
  stored: Session;
  /** Read again at each touch, as the acts are; a change of `stored` needs a new overlay. */
  facts: FactsByClient;
  acts: RegistersByClient;
  /** Both are read again at each touch. */
  /** Of deleted clients. */
  deletedAt(clientId: string): number | null;
  isCanceled(clientId: string): boolean;
}

/** More changed entries at once than this, a first pull, are laid anew together. An import brings fewer at once. */
const MANY = 2_000;

export function createOverlay({ stored, facts, acts, deletedAt, isCanceled }: OverlayParts): SessionOverlay {
  const isGone = (clientId: string): boolean => deletedAt(clientId) !== null;
  const touched = new Set<string>();
  const changed = new Set<string>();
  let entries: Session | null = null;
  /** Changed since `entries` was laid. */
  const moved = new Set<string>();
  /** Where in `entries` everybody is. */
  let where: Map<string, number> | null = null;
  /** Without check-ins; in step with `shown`. */
  let base: Session = stored;
  let shown: Session = stored;
  let places: Map<string, number> | null = null;
  let counts: SessionCounts | null = null;
  /** Of which session as shown, and what is left of it. */
  let expected: { of: Session; session: Session } | null = null;
  let held: { of: Session; session: Session } | null = null;
  let gone: readonly GoneInside[] | null = null;
  let own: Map<string, SessionEntry> | null = null;
  const ownOf = (clientId: string): SessionEntry | undefined =>
    (own ??= new Map(stored.clients.map((entry) => [entry.clientId, entry]))).get(clientId);
  begin();

  /** A cancelled one's seat is free. */
  function placed(entry: SessionEntry): SessionEntry {
    return entry.placement != null && isCanceled(entry.clientId) ? { ...entry, placement: null } : entry;
  }

  function laid(): Session {
    return (entries ??= foldEntries(stored, acts));
  }

  /** What commands decide on: an act after the other that registers or moves somebody must not lay all of them anew. */
  function decidedOn(): Session {
    if (moved.size === 0 || entries === null) return laid();
    const clients = [...entries.clients];
    const index = (where ??= new Map(clients.map(({ clientId }, at) => [clientId, at])));
    for (const clientId of moved) {
      const entry = foldedEntry(stored, clientId, ownOf(clientId), acts.get(clientId));
      const isBack = entries.removedClients[clientId] !== undefined;
      // Who went, is back or stands in it twice: tombstones are told by the whole.
      if (entry === null || isBack || index.size < clients.length) {
        forgetLaid();
        return laid();
      }
      const place = index.get(clientId) ?? clients.length;
      index.set(clientId, place);
      clients[place] = entry;
    }
    moved.clear();
    if (clients.length > entries.clients.length) {
      // Who came stands behind those of the stored session, in the order of their ids.
      const first = clients.findIndex(({ clientId }) => ownOf(clientId) === undefined);
      clients.push(...clients.splice(first).sort((a, b) => (a.clientId < b.clientId ? -1 : 1)));
      where = null;
    }
    return (entries = { ...entries, clients });
  }

  function forgetLaid(): void {
    entries = null;
    where = null;
    moved.clear();
  }

  function begin(): void {
    const all = decidedOn();
    const clients = all.clients.flatMap((entry) => (isGone(entry.clientId) ? [] : placed(entry)));
    const isSame =
      clients.length === all.clients.length && clients.every((one, at) => one === all.clients[at]);
    base = isSame ? all : { ...all, clients };
    shown = foldCheckins(base, facts);
    places = null;
    counts = null;
  }

  const placesOf = (): Map<string, number> =>
    (places ??= new Map(base.clients.map(({ clientId }, index) => [clientId, index])));

  function bringUpToDate(): void {
    if (touched.size + changed.size === 0) return;
    gone = null;
    const index = placesOf();
    // A client with two entries, which no screen makes: then every entry is looked at.
    if (index.size < base.clients.length || changed.size > MANY) {
      begin();
      // Whose registration changed may stand in it as before; who is expected is another matter.
      if (changed.size > 0) shown = { ...shown };
    } else {
      if (changed.size > 0) replaceChanged(index);
      replaceTouched(index);
    }
    touched.clear();
    changed.clear();
  }

  /** Lays the acts of these clients over their stored entries; what is shown of them is left to `replaceTouched`. */
  function replaceChanged(index: Map<string, number>): void {
    const clients = [...base.clients];
    const seen = [...shown.clients];
    const left = new Set<string>();
    for (const clientId of changed) {
      const entry = isGone(clientId)
        ? null
        : foldedEntry(stored, clientId, ownOf(clientId), acts.get(clientId));
      const place = index.get(clientId);
      if (entry === null) {
        if (place !== undefined) left.add(clientId);
        continue;
      }
      touched.add(clientId);
      const at = place ?? clients.length;
      index.set(clientId, at);
      clients[at] = seen[at] = placed(entry);
    }
    const stays = ({ clientId }: SessionEntry): boolean => !left.has(clientId);
    base = { ...base, clients: left.size === 0 ? clients : clients.filter(stays) };
    shown = { ...shown, clients: left.size === 0 ? seen : seen.filter(stays) };
    counts = null;
    if (left.size > 0) places = null;
  }

  function replaceTouched(known: ReadonlyMap<string, number>): void {
    if (touched.size === 0) return;
    const index = places === null ? new Map(base.clients.map((entry, at) => [entry.clientId, at])) : known;
    let clients: SessionEntry[] | null = null;
    let came = 0;
    let canceledCame = 0;
    for (const clientId of touched) {
      const place = index.get(clientId) ?? -1;
      const mine = base.clients[place];
      const before = shown.clients[place];
      if (mine === undefined || before === undefined) continue;
      const checkInTime = projectCheckIn(mine.checkInTime, facts.get(clientId) ?? []);
      if (checkInTime === before.checkInTime) continue;
      clients ??= [...shown.clients];
      clients[place] = checkInTime === mine.checkInTime ? mine : { ...mine, checkInTime };
      const more = Number(checkInTime !== null) - Number(before.checkInTime !== null);
      came += more;
      if (more !== 0 && isCanceled(clientId)) canceledCame += more;
    }
    if (clients === null) return;
    shown = { ...shown, clients };
    if (counts !== null && came !== 0)
      counts = { expected: counts.expected + canceledCame, arrived: counts.arrived + came };
  }

  return {
    session() {
      bringUpToDate();
      return shown;
    },
    entries: decidedOn,
    counts() {
      bringUpToDate();
      counts ??= {
        expected: shown.clients.filter((one) => countsIn(one, isCanceled)).length,
        arrived: shown.clients.filter(({ checkInTime }) => checkInTime !== null).length,
      };
      return counts;
    },
    goneInside() {
      bringUpToDate();
      const index = placesOf();
      return (gone ??= goneInside(facts, {
        isListed: (clientId) => index.has(clientId),
        deletedAt,
        laid: decidedOn,
      }));
    },
    withoutCanceled() {
      bringUpToDate();
      if (expected?.of !== shown) {
        const clients = shown.clients.filter(({ clientId }) => !isCanceled(clientId));
        const isWhole = clients.length === shown.clients.length;
        expected = { of: shown, session: isWhole ? shown : { ...shown, clients } };
      }
      return expected.session;
    },
    withHeldPlaces() {
      const all = decidedOn();
      if (held?.of !== all) {
        const clients = all.clients.filter(({ clientId }) => !isGone(clientId));
        held = { of: all, session: clients.length === all.clients.length ? all : { ...all, clients } };
      }
      return held.session;
    },
    touch: (clientId) => void touched.add(clientId),
    touchRegistration: (clientId) => void changed.add(clientId),
    touchGone(clientId) {
      changed.add(clientId);
      held = null;
    },
    touchEntry(clientId) {
      changed.add(clientId);
      moved.add(clientId);
      if (moved.size > MANY) forgetLaid();
    },
  };
}
