import type { Client } from '#domain/documents/client.ts';
import type { Plan, SessionEntry } from '#domain/documents/session.ts';
import { hasOwnWord, isBench, tableLabel } from '#domain/sessions/placement.ts';
import type { PlaceCard, TableSign } from '#pdf/tableCards.ts';
import type { ListingRow, TableListing } from '#pdf/tablePlan.ts';

export interface ListingWords {
  /** 'Table 5' */
  table: (label: string) => string;
  /** 'Row 5', of a row of seats without a name. */
  row: (label: string) => string;
  /** Of who has a table, or a row, and no seat. */
  whole: { table: string; row: string };
  /** What is written below a guest; '' for nothing. */
  remark?: (client: Client) => string;
  unknown: string;
  name: (client: Client) => string;
  compare: (a: string, b: string) => number;
}

/** A row of seats is called by its name alone. */
function titleOf(label: string, table: Plan['state']['tables'][string], words: ListingWords): string {
  const isOwn = hasOwnWord(label);
  if (isBench(table)) return table.name || (isOwn ? label : words.row(label));
  return `${isOwn ? label : words.table(label)}${table.number != null && table.name ? ` · ${table.name}` : ''}`;
}

/** Of which table it is: two may have one name. */
type Listing = TableListing & { tableId: string };

/** A card for everybody who has a place, in the order in which a hand lays them out. */
export const cardsOf = (listings: readonly TableListing[]): PlaceCard[] =>
  listings.flatMap(({ title, rows }) =>
    rows.map(({ place, name, note }) => ({
      name,
      note,
      place: title,
      seat: place === '–' ? '' : place,
    })),
  );

/** A sign for every table that has seats. */
export function signsOf(
  plan: Plan,
  listings: readonly Listing[],
  words: ListingWords & { word: { table: string; row: string } },
): TableSign[] {
  const people = new Map(listings.map(({ tableId, rows }) => [tableId, rows.map(({ name }) => name)]));
  return Object.entries(plan.state.tables)
    .filter(([, { seats }]) => seats > 0)
    .map(([tableId, table]) => {
      const label = tableLabel(tableId, table);
      const isRow = isBench(table);
      return {
        word: hasOwnWord(label) || (isRow && table.name) ? '' : words.word[isRow ? 'row' : 'table'],
        label: (isRow && table.name) || label,
        name: isRow || table.number == null ? '' : (table.name ?? ''),
        people: people.get(tableId) ?? [],
      };
    })
    .toSorted((a, b) => words.compare(a.label, b.label));
}

/** Who sits where, table by table in the order of their numbers; tables where nobody sits are left out. */
export function listingsOf(
  plan: Plan,
  entries: readonly SessionEntry[],
  clients: ReadonlyMap<string, Client>,
  words: ListingWords,
): Listing[] {
  const byTable = new Map<string, (Omit<ListingRow, 'place'> & { seat: number | null })[]>();
  for (const { clientId, placement } of entries) {
    const client = clients.get(clientId);
    if (placement?.tableId == null) continue;
    const tableId = String(placement.tableId);
    const rows = byTable.get(tableId) ?? [];
    const remark = client === undefined ? '' : (words.remark?.(client) ?? '');
    rows.push({
      seat: placement.seatIndex ?? null,
      name: client === undefined ? words.unknown : words.name(client),
      note: client?.company ?? '',
      ...(remark === '' ? {} : { remark }),
    });
    byTable.set(tableId, rows);
  }
  return Object.entries(plan.state.tables)
    .flatMap(([tableId, table]) => {
      const rows = byTable.get(tableId);
      if (rows === undefined) return [];
      const label = tableLabel(tableId, table);
      const seated = rows.toSorted(
        (a, b) => (a.seat ?? Infinity) - (b.seat ?? Infinity) || words.compare(a.name, b.name),
      );
      return [
        {
          ...{ label, tableId },
          title: titleOf(label, table, words),
          aside: `${rows.length} / ${table.seats}`,
          rows: seated.map(({ seat, note, ...row }) => ({
            ...{ ...row, place: seat === null ? '–' : String(seat + 1) },
            note: seat === null && note === '' ? words.whole[isBench(table) ? 'row' : 'table'] : note,
          })),
        },
      ];
    })
    .toSorted((a, b) => words.compare(a.label, b.label))
    .map(({ label: _label, ...listing }) => listing);
}
