import type { Session, SessionEntry } from '../documents/session.ts';
import { isBench } from './placement.ts';

/** A table with its guests in the order of the seats: who stands beside whom here, sits beside whom. */
export interface GuestTable {
  tableId: string;
  /** As people say it. */
  number: string;
  name: string;
  /** Seats in a row without a table. */
  isBench: boolean;
  seats: number;
  /** Those with the table as a whole come last. */
  entries: readonly SessionEntry[];
}

export interface TableList {
  tables: readonly GuestTable[];
  /** Who has no place, or one at a table that the plan lost. */
  without: readonly SessionEntry[];
}

/** Every table of the plan by its number, the empty ones too; a stage is none. */
export function tableList({ plan, clients }: Pick<Session, 'plan' | 'clients'>): TableList {
  const byTable = new Map<string, SessionEntry[]>();
  const without: SessionEntry[] = [];
  const known = plan?.state.tables ?? {};
  for (const entry of clients) {
    const id = entry.placement?.tableId;
    if (id == null || (plan != null && known[String(id)] === undefined)) {
      without.push(entry);
      continue;
    }
    const at = byTable.get(String(id));
    if (at === undefined) byTable.set(String(id), [entry]);
    else at.push(entry);
  }
  const ids = new Set([...Object.keys(known), ...byTable.keys()]);
  const isTable = (tableId: string): boolean =>
    known[tableId]?.type !== 'image' || known[tableId].seats > 0 || byTable.has(tableId);
  const tables = [...ids].filter(isTable).map((tableId): GuestTable => {
    const table = known[tableId];
    return {
      tableId,
      number: String(table?.number ?? table?.name ?? tableId),
      name: (table !== undefined && isBench(table)) || table?.number != null ? (table.name ?? '') : '',
      isBench: table !== undefined && isBench(table),
      seats: table?.seats ?? 0,
      entries: (byTable.get(tableId) ?? []).sort((a, b) => seatOf(a) - seatOf(b)),
    };
  });
  const order = new Intl.Collator('en', { numeric: true });
  return { tables: tables.sort((a, b) => order.compare(a.number, b.number)), without };
}

const seatOf = ({ placement }: SessionEntry): number => placement?.seatIndex ?? Infinity;
