import type { Client } from '#domain/documents/client.ts';
import type { Plan, SessionEntry } from '#domain/documents/session.ts';
import { tableLabel } from '#domain/sessions/placement.ts';
import type { TableListing } from '#pdf/tablePlan.ts';

interface ListingWords {
  /** 'Table 5' */
  table: (label: string) => string;
  /** Of who has a table and no seat. */
  whole: string;
  unknown: string;
  name: (client: Client) => string;
  compare: (a: string, b: string) => number;
}

/** Who sits where, table by table in the order of their numbers; tables where nobody sits are left out. */
export function listingsOf(
  plan: Plan,
  entries: readonly SessionEntry[],
  clients: ReadonlyMap<string, Client>,
  words: ListingWords,
): TableListing[] {
  const byTable = new Map<string, { seat: number | null; name: string; note: string }[]>();
  for (const { clientId, placement } of entries) {
    const client = clients.get(clientId);
    if (placement?.tableId == null) continue;
    const tableId = String(placement.tableId);
    const rows = byTable.get(tableId) ?? [];
    rows.push({
      seat: placement.seatIndex ?? null,
      name: client === undefined ? words.unknown : words.name(client),
      note: client?.company ?? '',
    });
    byTable.set(tableId, rows);
  }
  return Object.entries(plan.state.tables)
    .flatMap(([tableId, table]) => {
      const rows = byTable.get(tableId);
      if (rows === undefined) return [];
      const label = tableLabel(tableId, table);
      const named = table.number != null && table.name ? ` · ${table.name}` : '';
      const seated = rows.toSorted(
        (a, b) => (a.seat ?? Infinity) - (b.seat ?? Infinity) || words.compare(a.name, b.name),
      );
      return [
        {
          label,
          title: `${words.table(label)}${named}`,
          aside: `${rows.length} / ${table.seats}`,
          rows: seated.map(({ seat, name, note }) => ({
            ...{ place: seat === null ? '–' : String(seat + 1), name },
            note: seat === null && note === '' ? words.whole : note,
          })),
        },
      ];
    })
    .toSorted((a, b) => words.compare(a.label, b.label))
    .map(({ label: _label, ...listing }) => listing);
}
