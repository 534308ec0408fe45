import type { Client } from '../documents/client.ts';
import type { Plan, Session, SessionEntry } from '../documents/session.ts';
import { placementAt } from '../sessions/placement.ts';
import { seatingOf, seatKey, type SeatMove } from '../sessions/seating.ts';

/*
 * Who came together sits together. A party is who registered together, as at the door; a company is another thing: its
 * people may well not know each other.
 */

type Clients = ReadonlyMap<string, Pick<Client, 'consumerId'>>;

/** Everybody of the session in a party, larger ones first; each client in exactly one, in the order of the session. */
export function partiesOf(entries: readonly SessionEntry[], clients: Clients): SessionEntry[][] {
  const alone: SessionEntry[][] = [];
  const parties = new Map<string, SessionEntry[]>();
  for (const entry of entries) {
    const consumerId = clients.get(entry.clientId)?.consumerId;
    const party = consumerId ? parties.get(consumerId) : undefined;
    if (party !== undefined) party.push(entry);
    else if (consumerId) parties.set(consumerId, [entry]);
    else alone.push([entry]);
  }
  return [...parties.values(), ...alone].sort((x, y) => y.length - x.length);
}

/** The client's own party in this session, the client first. */
export function partyOf(
  session: Pick<Session, 'clients'>,
  clients: Clients,
  clientId: string,
): SessionEntry[] {
  const party = partiesOf(session.clients, clients).find((one) =>
    one.some((entry) => entry.clientId === clientId),
  );
  return [...(party ?? [])].sort((a, b) => Number(b.clientId === clientId) - Number(a.clientId === clientId));
}

/**
 * `count` free seats of a table that lie together, from `near` on where it is given: one run of neighbours when there
 * is one, else the fewest runs. Null when the table has too few.
 */
export function neighbouringSeats(
  table: Plan['state']['tables'][string],
  isFree: (seatIndex: number) => boolean,
  count: number,
  near: number | null = null,
): number[] | null {
  const { seats } = table;
  const free = Array.from({ length: seats }, (_, index) => index).filter(isFree);
  if (free.length < count) return null;
  let best: number[] | null = null;
  let bestCost = Infinity;
  const starts = near !== null && isFree(near) ? [near] : free;
  for (const start of starts) {
    for (const step of [1, -1]) {
      const found: number[] = [];
      let gaps = 0;
      for (let walked = 0; walked < seats && found.length < count; walked++) {
        const index = (((start + step * walked) % seats) + seats) % seats;
        // Only a round table has neighbours across its ends.
        if (walked > 0 && table.type !== 'circle' && index === (step === 1 ? 0 : seats - 1)) gaps += seats;
        if (isFree(index)) found.push(index);
        else gaps += 1;
      }
      const cost = gaps + (near === null ? 0 : Math.abs(start - near) / (2 * seats + 1));
      if (found.length === count && cost < bestCost) {
        best = found;
        bestCost = cost;
      }
    }
  }
  return best;
}

export interface SeatProposal {
  moves: readonly SeatMove[];
  /** Of the parties (two and more) that it seats somebody of: those that then sit at one table, and all. */
  together: number;
  parties: number;
  /** Clients for whom no seat is left. */
  left: number;
}

/**
 * Seats for everybody who has none, parties together: large ones first, at the table where some of them sit already,
 * else at the fullest table that holds them all; a party that no table holds is spread over as few as possible. Nobody
 * who sits is moved. The same answer for the same session.
 */
export function proposeSeats(session: Pick<Session, 'clients' | 'plan'>, clients: Clients): SeatProposal {
  const seating = seatingOf(session);
  const tables = Object.entries(session.plan?.state.tables ?? {});
  const free = new Map<string, Set<number>>();
  for (const [tableId, table] of tables) {
    const own = new Set<number>();
    for (let seatIndex = 0; seatIndex < table.seats; seatIndex++) {
      if (!seating.bySeat.has(seatKey({ tableId, seatIndex }))) own.add(seatIndex);
    }
    // Who has the table as a whole needs a chair too.
    const standing = seating.onTable.get(tableId)?.length ?? 0;
    for (const seatIndex of [...own].reverse().slice(0, standing)) own.delete(seatIndex);
    free.set(tableId, own);
  }
  const waiting = new Set(seating.unplaced.map(({ clientId }) => clientId));
  const moves: SeatMove[] = [];
  let [together, parties, left] = [0, 0, 0];

  const give = (tableId: string, entries: readonly SessionEntry[]): void => {
    const table = session.plan?.state.tables[tableId];
    const own = free.get(tableId);
    if (table === undefined || own === undefined) return;
    const seats = neighbouringSeats(table, (index) => own.has(index), entries.length);
    for (const [at, entry] of entries.entries()) {
      const seatIndex = seats?.[at];
      if (seatIndex === undefined) continue;
      own.delete(seatIndex);
      moves.push({
        clientId: entry.clientId,
        from: entry.placement ?? null,
        to: placementAt(tableId, seatIndex),
      });
    }
  };
  const roomAt = (tableId: string): number => free.get(tableId)?.size ?? 0;

  for (const party of partiesOf(session.clients, clients)) {
    let rest = party.filter(({ clientId }) => waiting.has(clientId));
    if (rest.length === 0) continue;
    const used = new Set(
      party.flatMap(({ clientId, placement }) => (waiting.has(clientId) ? [] : [String(placement?.tableId)])),
    );
    while (rest.length > 0) {
      const tableId = bestTable(
        tables.map(([id]) => id),
        roomAt,
        used,
        rest.length,
      );
      if (tableId === null) break;
      used.add(tableId);
      const here = rest.slice(0, roomAt(tableId));
      give(tableId, here);
      rest = rest.slice(here.length);
    }
    left += rest.length;
    if (party.length > 1) {
      parties += 1;
      if (used.size === 1 && rest.length === 0) together += 1;
    }
  }
  return { moves, together, parties, left };
}

/** Where the party sits already when there is room for all, else the tightest that holds all, else the roomiest. */
function bestTable(
  ids: readonly string[],
  roomAt: (tableId: string) => number,
  used: ReadonlySet<string>,
  wanted: number,
): string | null {
  let best: string | null = null;
  let bestScore = -Infinity;
  for (const id of ids) {
    const room = roomAt(id);
    if (room === 0) continue;
    const score =
      room >= wanted ? 10_000 - room + (used.has(id) ? 1_000 : 0) : room + (used.has(id) ? 0.5 : 0);
    if (score > bestScore) [best, bestScore] = [id, score];
  }
  return best;
}
