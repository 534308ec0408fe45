import type { Mapping } from './fields.ts';
import { fold } from '../search/search.ts';
import { headingKey } from './headingKey.ts';
import type { ImportTable, TableRow } from './table.ts';

/** A column that says of each row how it stands, with its words and how often each is there. */
export interface StatusColumn {
  column: number;
  values: readonly { key: string; value: string; count: number }[];
}

/** Which rows are taken: those that say one of these, by their keys. */
export interface RowFilter {
  column: number;
  values: ReadonlySet<string>;
}

/** What such columns are called by pretix, Eventbrite, Indico, Tito, Hi.Events, alf.io and people, folded to letters and digits. */
const NAMES = new Set([
  ...['status', 'statut', 'etat', 'state', 'zustand', 'orderstatus', 'paymentstatus', 'paymentstate', 'paid'],
  ...[
    'paye',
    'payee',
    'bezahlt',
    'ticketstatus',
    'attendeestatus',
    'registrationstate',
    'registrationstatus',
  ],
  ...['statutdupaiement', 'statutdelacommande', 'statutpaiement', 'statutdecommande', 'rsvp', 'reponse'],
  ...['response', 'confirmed', 'confirme', 'canceled', 'cancelled', 'annule', 'orderstate', 'invoicestatus'],
  ...['checkedin', 'ordercanceled', 'attendance', 'presence', 'inscription', 'voidstatus', 'refundstatus'],
  ...['statutdelinscription', 'bestellstatus', 'zahlungsstatus', 'ischeckedin', 'registrierungsstatus'],
  ...['anmeldestatus', 'teilnahmestatus', 'teilnehmerstatus', 'statutduparticipant', 'etatdelinscription'],
]);
/** 'Visastatus', 'État de la commande': of whatever, it is how that stands; perhaps nothing that concerns this event. */
const OF_WHATEVER = /^(statut|etat)(de|du|des|dela|del)[a-z]{3,}$|^[a-z]{3,}status$/;
const saysStatus = (key: string): boolean => NAMES.has(key) || OF_WHATEVER.test(key);
/** More different words than this are no states. */
const MOST = 12;

/** A cell's word; '' for none. */
const statusOf = (row: TableRow, column: number): string => row.cells[column]?.trim() ?? '';
/** 'payé', 'Payé' and 'PAYE' are one word. */
const keyOf = (row: TableRow, column: number): string => fold(statusOf(row, column));

/** The columns by which rows can be chosen; one that all rows agree on chooses nothing. */
export function statusColumns({ headers, rows }: ImportTable, mapping: Mapping): StatusColumn[] {
  return headers.flatMap((header, column): StatusColumn[] => {
    if ((mapping[column] ?? null) !== null || !saysStatus(headingKey(header))) return [];
    const counts = new Map<string, { key: string; value: string; count: number }>();
    for (const row of rows) {
      const key = keyOf(row, column);
      const { value, count } = counts.get(key) ?? { value: statusOf(row, column), count: 0 };
      counts.set(key, { key, value, count: count + 1 });
      if (counts.size > MOST) return [];
    }
    if (counts.size < 2) return [];
    const values = [...counts.values()];
    return [{ column, values: values.sort((a, b) => b.count - a.count) }];
  });
}

/** Words for a row of which nothing is to come, as programs and people write them. */
const OVER = new Set([
  ...['canceled', 'cancelled', 'annule', 'annulee', 'storniert', 'refunded', 'rembourse', 'remboursee'],
  ...['erstattet', 'expired', 'expire', 'expiree', 'abgelaufen', 'deleted', 'supprime', 'supprimee'],
  ...[
    'geloscht',
    'void',
    'voided',
    'notattending',
    'neparticipepas',
    'nimmtnichtteil',
    'declined',
    'decline',
    'declinee',
    'abgesagt',
  ],
  ...['rejected', 'refuse', 'refusee', 'abgelehnt', 'withdrawn', 'retire', 'retiree', 'zuruckgezogen'],
  ...['released', 'invalidated'],
]);
/** Columns that ask whether it is so, and how they say yes. */
const ASKS_OVER = new Set(['canceled', 'cancelled', 'annule', 'ordercanceled', 'voidstatus']);
const YES = new Set(['true', 'yes', 'oui', 'ja', 'si', '1', 'x']);

/**
 * What is left out until somebody wants it: rows that the file itself calls cancelled, refunded or the like, in a column that is
 * surely about coming.
 */
export function filtersAtFirst(table: ImportTable, mapping: Mapping): RowFilter[] {
  return statusColumns(table, mapping).flatMap(({ column, values }): RowFilter[] => {
    const heading = headingKey(table.headers[column] ?? '');
    if (!NAMES.has(heading)) return [];
    const asks = ASKS_OVER.has(heading);
    const taken = values.filter(({ value }) => {
      const word = headingKey(value);
      return !OVER.has(word) && !(asks && YES.has(word));
    });
    const isChoice = taken.length > 0 && taken.length < values.length;
    return isChoice ? [{ column, values: new Set(taken.map(({ key }) => key)) }] : [];
  });
}

/** Those whose column is not imported: what a person cannot see chooses no rows. */
export const inForce = (filters: readonly RowFilter[], mapping: Mapping): RowFilter[] =>
  filters.filter(({ column }) => (mapping[column] ?? null) === null);

export const takes = (filter: RowFilter | null, row: TableRow): boolean =>
  filter === null || filter.values.has(keyOf(row, filter.column));
