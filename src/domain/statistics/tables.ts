import { CATEGORIES, CURRENCIES, LANGUAGES, PAYMENT_TYPES, type Currency } from '../config.ts';
import { CONSUMER_STATUSES } from '../documents/consumer.ts';
import { productKinds, type Session } from '../documents/session.ts';
import { ARRIVAL_STEP, columnsOf, type ColumnId, type RowKey, type TableName } from './cells.ts';
import { beginOf, nextOf, stepFor, type Step } from '../days.ts';
import type { Figures } from './sums.ts';

/*
 * The sums as tables, in their order, without words: what the screen, its charts and the exported file are all made of,
 * so that they agree.
 */

/** Columns that are worked out from others, and so have nobody behind them but theirs. */
export type WorkedOut = 'soFar' | 'capacity' | 'fill' | 'messages';
/** Money is in cents; a share is 0 to 1, and more where too many are in. */
export type Unit = 'count' | 'money' | 'share';
export interface Column {
  id: ColumnId | WorkedOut;
  unit: Unit;
}
export interface Row {
  key: RowKey;
  /** In the order of the columns; null where there is nothing to say. */
  values: readonly (number | null)[];
}
export interface StatTable {
  /** Whose sums they are; with it and a row's key the people behind are found (see `coverOf`). */
  name: TableName;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Null where the rows have no sum: several currencies. */
  total: readonly (number | null)[] | null;
  /** Of days. */
  step?: Step;
  /** Of money, where all rows are of one. */
  currency?: Currency;
}

const NONE: ReadonlyMap<RowKey, readonly number[]> = new Map();
/** More steps than this, such as of a date typed wrong by centuries, are shown without those in which nothing was. */
const FILLED_AT_MOST = 400;

const unitOf = (name: TableName): Unit => (/^(?:money|rates:)/.test(name) ? 'money' : 'count');
/** Rows in the order of a list, what is not in it after them, what has none at the end. */
const inOrderOf =
  (list: readonly RowKey[]) =>
  (a: RowKey, b: RowKey): number => {
    const rank = (key: RowKey): number => {
      const at = list.indexOf(key);
      return key === '' ? list.length + 1 : at === -1 ? list.length : at;
    };
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return a < b ? -1 : Number(a > b);
  };

function plain(figures: Figures, name: TableName, order: (a: RowKey, b: RowKey) => number): StatTable {
  const rows = figures.get(name) ?? NONE;
  const ids = columnsOf(name);
  const unit = unitOf(name);
  const columns = ids.map((id): Column => ({ id, unit: id === 'registrations' ? 'count' : unit }));
  const sorted = [...rows].sort(([a], [b]) => order(a, b)).map(([key, values]) => ({ key, values }));
  return { name, columns, rows: sorted, total: sumOf(sorted, ids.length) };
}

const sumOf = (rows: readonly Row[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));

/** Registrations by day, week or month, with those between in which nobody registered; `step` null: as fits. */
export function timeTable(figures: Figures, wanted: Step | null): StatTable {
  const days = figures.get('days') ?? NONE;
  const known = [...days.keys()]
    .filter((key): key is number => typeof key === 'number')
    .sort((a, b) => a - b);
  const [first = 0, last = -1] = [known[0], known.at(-1)];
  const step = wanted ?? stepFor(last - first + 1);
  const sums = new Map<RowKey, number[]>();
  const width = columnsOf('days').length;
  const add = (key: RowKey, values: readonly number[]): void => {
    const row = sums.get(key) ?? Array.from({ length: width }, () => 0);
    sums.set(
      key,
      row.map((sum, at) => sum + (values[at] ?? 0)),
    );
  };
  const steps: number[] = [];
  if (known.length > 0) {
    for (
      let day = beginOf(step, first);
      day <= last && steps.length <= FILLED_AT_MOST;
      day = nextOf(step, day)
    ) {
      steps.push(day);
    }
  }
  if (steps.length <= FILLED_AT_MOST) for (const day of steps) add(day, []);
  for (const day of known) add(beginOf(step, day), days.get(day) ?? []);
  const unknown = days.get('');
  if (unknown !== undefined) add('', unknown);
  let soFar = 0;
  const rows = [...sums].map(([key, values]): Row => {
    soFar += values[0] ?? 0;
    return { key, values: [...values, soFar] };
  });
  const columns = columnsOf('days').map((id): Column => ({ id, unit: 'count' }));
  return {
    name: 'days',
    columns: [...columns, { id: 'soFar', unit: 'count' }],
    rows,
    total: [...sumOf(rows, width), rows.length === 0 ? 0 : soFar],
    step,
  };
}

const LISTS = {
  status: CONSUMER_STATUSES,
  paymentType: PAYMENT_TYPES,
  category: CATEGORIES,
  language: LANGUAGES,
} as const;

export const listTable = (figures: Figures, name: keyof typeof LISTS): StatTable =>
  plain(figures, name, inOrderOf(LISTS[name]));

export const formTable = (figures: Figures, formIds: readonly string[]): StatTable =>
  plain(figures, 'form', inOrderOf(formIds));

/** A row for each currency: they have no sum. */
export const moneyTable = (figures: Figures): StatTable => ({
  ...plain(figures, 'money', inOrderOf(CURRENCIES)),
  total: null,
});

export const currenciesOf = (figures: Figures): Currency[] =>
  CURRENCIES.filter((one) => figures.get('money')?.has(one));

/** The highest rate first. */
export const rateTable = (figures: Figures, currency: Currency): StatTable => ({
  ...plain(figures, `rates:${currency}`, (a, b) => Number(b) - Number(a)),
  currency,
});

export function messageTable(figures: Figures): StatTable {
  const table = plain(figures, 'messages', inOrderOf(['ok']));
  const withSum = (values: readonly (number | null)[]) => [
    ...values,
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  ];
  return {
    ...table,
    columns: [...table.columns, { id: 'messages', unit: 'count' }],
    rows: table.rows.map(({ key, values }) => ({ key, values: withSum(values) })),
    total: withSum(table.total ?? []),
  };
}

/**
 * A row for each session, also where nobody is; how full it is where it has a capacity: by the places that are `taken`, and
 * where none are told by those who have not cancelled. `isPart`: only some are counted, so that nothing can be said of that.
 */
export function sessionTable(
  figures: Figures,
  sessions: readonly Pick<Session, '_id' | 'capacity'>[],
  isPart: boolean,
  taken: ReadonlyMap<string, number | null>,
): StatTable {
  const table = plain(figures, 'sessions', inOrderOf(sessions.map(({ _id }) => _id)));
  const counted = figures.get('sessions') ?? NONE;
  const rows = sessions.map(({ _id, capacity }): Row => {
    const values = counted.get(_id) ?? table.columns.map(() => 0);
    const [registered = 0, canceled = 0] = values;
    const places = capacity ?? null;
    const full = taken.get(_id) ?? registered - canceled;
    const fill = isPart || places === null || places === 0 ? null : full / places;
    return { key: _id, values: [...values, places, fill] };
  });
  return {
    ...table,
    columns: [...table.columns, { id: 'capacity', unit: 'count' }, { id: 'fill', unit: 'share' }],
    rows,
    total: [...sumOf(rows, table.columns.length), null, null],
  };
}

/** Of one session: options in the order of their names' list, of each adults before children. */
export function productTable(figures: Figures, sessionId: string, optionIds: readonly string[]): StatTable {
  const keys = [...optionIds, ''].flatMap((option) =>
    [...productKinds, ''].map((kind) => `${kind}/${option}`),
  );
  return plain(figures, `products:${sessionId}`, inOrderOf(keys));
}

/** Who came in each five minutes, with those between in which nobody did. */
export function arrivalTable(figures: Figures, sessionId: string): StatTable {
  const name: TableName = `arrivals:${sessionId}`;
  const counted = figures.get(name) ?? NONE;
  const known = [...counted.keys()].map(Number).sort((a, b) => a - b);
  const [first = 0, last = -ARRIVAL_STEP] = [known[0], known.at(-1)];
  const steps = (last - first) / ARRIVAL_STEP + 1;
  const keys =
    steps > FILLED_AT_MOST
      ? known
      : Array.from({ length: steps }, (_, index) => first + index * ARRIVAL_STEP);
  let soFar = 0;
  const rows = keys.map((key): Row => {
    const [arrived = 0] = counted.get(key) ?? [];
    soFar += arrived;
    return { key, values: [arrived, soFar] };
  });
  return {
    name,
    columns: [
      { id: 'arrived', unit: 'count' },
      { id: 'soFar', unit: 'count' },
    ],
    rows,
    total: [soFar, soFar],
  };
}

/** Most arrived first. */
export function doorTable(figures: Figures, sessionId: string): StatTable {
  const name: TableName = `doors:${sessionId}`;
  const counted = figures.get(name) ?? NONE;
  const most = (key: RowKey): number => counted.get(key)?.[0] ?? 0;
  return plain(figures, name, (a, b) => most(b) - most(a) || (a < b ? -1 : 1));
}

/** Which rows of the sums a row of a table stands for; null for the line of totals. */
export function coverOf({ name, step }: Pick<StatTable, 'name' | 'step'>, key: RowKey | null) {
  if (key === null) return () => true;
  if (name !== 'days' || step === undefined || key === '') return (row: RowKey) => row === key;
  return (row: RowKey) => typeof row === 'number' && beginOf(step, row) === key;
}
