/** What the import cannot take over as it is. */
export const LOSSES = [
  'seat_numbers',
  'duplicate_numbers',
  'split_rows',
  'empty_rows',
  'unknown_colours',
  'simplified_areas',
  'texts',
  'shortened',
  'booking_order',
] as const;
export type LossCode = (typeof LOSSES)[number];
export interface Loss {
  code: LossCode;
  /** How many. */
  count: number;
  /** Which ones: rows, areas, categories as they are called in the file; some have no name. */
  names: readonly string[];
}

export interface PretixReport {
  name: string;
  /** Named zones. */
  zones: number;
  tables: number;
  seats: number;
  /** Areas without seats. */
  areas: number;
  categories: readonly { name: string; color: string | null }[];
  losses: readonly Loss[];
}
