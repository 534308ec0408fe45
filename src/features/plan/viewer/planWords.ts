import type { Client } from '#domain/documents/client.ts';
import { searchable, searchableSeat, type Searchable } from '#domain/search/search.ts';
import type { RosterGuest } from '#hooks/data/roster.ts';

interface Seat {
  optionName: string | null;
  tableNumber: string | null;
}
type Made = Seat & { client: Client | null; entry: Searchable<string> };

/** The words of a guest, made again only where the guest's document or seat is another one: not at each check-in. */
export function createPlanWords(): (guest: RosterGuest, seat: Seat) => Searchable<string> {
  const known = new Map<string, Made>();
  return ({ clientId, client }, { optionName, tableNumber }) => {
    const before = known.get(clientId);
    if (before?.client === client && before.optionName === optionName && before.tableNumber === tableNumber) {
      return before.entry;
    }
    const entry =
      client === null
        ? searchable(clientId, optionName, tableNumber)
        : searchableSeat(clientId, client, { optionName, tableNumber });
    known.set(clientId, { client, optionName, tableNumber, entry });
    return entry;
  };
}
