import type { TFunction } from 'i18next';
import type { Currency } from '#domain/config.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Session } from '#domain/documents/session.ts';
import type { ColumnId, RowKey, TableName } from '#domain/statistics/cells.ts';
import type { Calendar, Step } from '#domain/days.ts';
import type { Figures } from '#domain/statistics/sums.ts';
import type { Unit } from '#domain/statistics/tables.ts';
import type { useFormat } from '#ui/words/useFormat.ts';

/*
 * Tables with their words: what the screen shows, its charts draw and the exported file holds.
 */

export interface Words {
  t: TFunction;
  format: ReturnType<typeof useFormat>;
  rateText: (rate: number) => string;
}

export interface ViewColumn {
  id: string;
  label: string;
  unit: Unit;
  /** What is counted in it; null where it is worked out, and nobody is behind it. */
  counts: ColumnId | null;
}
export interface ViewRow {
  key: RowKey;
  label: string;
  /** Of days: the first of the row, for files in which it is to be a date. */
  day?: number;
  values: readonly (number | null)[];
  currency: Currency | null;
  /** One among the others: today. */
  strong?: boolean;
}
export interface View {
  /** Its own among all views. */
  id: string;
  title: string;
  hint?: string | undefined;
  rowHeading: string;
  columns: readonly ViewColumn[];
  rows: readonly ViewRow[];
  total: readonly (number | null)[] | null;
  chart: ChartKind;
  /** Null: nobody can be looked up. */
  people: { table: TableName; cover: (key: RowKey | null) => (row: RowKey) => boolean } | null;
}
/** How it is drawn: which columns as bars or lines, by their ids. */
export interface ChartKind {
  bars: readonly string[];
  lines: readonly string[];
  /** Bars lie, and lie on one another. */
  lying?: boolean;
  /** Below the table, which is too wide to have anything beside it. */
  below?: boolean;
  stacked?: boolean;
}

export interface Counted {
  figures: Figures;
  sessions: readonly Session[];
  /** Places by session, with those without a name; null where the guests say it. */
  taken: ReadonlyMap<string, number | null>;
  forms: ReadonlyMap<string, Form>;
  calendar: Calendar;
  step: Step | null;
  /** Whether only some are counted: by status or date, and of one session. */
  isPart: boolean;
  ofSession: boolean;
  doorName: (deviceId: string) => string;
}
