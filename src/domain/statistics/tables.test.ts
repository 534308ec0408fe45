import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FILTER, type RowKey, type TableName } from './cells.ts';
import { compareEvents } from './compare.ts';
import { calendarOf, dayOfText, type Step } from '../days.ts';
import { createStatistics } from './statistics.ts';
import type { Figures } from './sums.ts';
import {
  arrivalTable,
  coverOf,
  currenciesOf,
  doorTable,
  listTable,
  messageTable,
  moneyTable,
  productTable,
  rateTable,
  sessionTable,
  timeTable,
  type StatTable,
} from './tables.ts';
import { randomSource } from './testing/randomEvent.ts';

const figures = (tables: Partial<Record<TableName, [RowKey, number[]][]>>): Figures =>
  new Map(Object.entries(tables).map(([name, rows]) => [name as TableName, new Map(rows)]));
const day = (text: string): number => dayOfText(text) ?? 0;
const keysOf = ({ rows }: StatTable) => rows.map(({ key }) => key);

describe('tables', () => {
  it('[STATS-01] none loses or doubles anything: totals are the sums, and each figure is that of who is behind it', () => {
    fc.assert(
      fc.property(
        randomSource,
        fc.constantFrom<Step | null>('day', 'week', 'month', null),
        (source, step) => {
          const kept = createStatistics();
          const counted = kept.update(source, NO_FILTER, calendarOf('Europe/Zurich'));
          const ids = source.sessions.map(({ _id }) => _id);
          const tables = [
            timeTable(counted, step),
            ...(['status', 'paymentType', 'category', 'language'] as const).map((one) =>
              listTable(counted, one),
            ),
            moneyTable(counted),
            ...currenciesOf(counted).map((one) => rateTable(counted, one)),
            messageTable(counted),
            sessionTable(counted, source.sessions, false, new Map()),
            ...ids.flatMap((id) => [
              productTable(counted, id, ['menu']),
              arrivalTable(counted, id),
              doorTable(counted, id),
            ]),
          ];
          for (const table of tables) {
            expect(new Set(keysOf(table)).size).toBe(table.rows.length);
            for (const [at, { id }] of table.columns.entries()) {
              if (id === 'soFar' || id === 'capacity' || id === 'fill' || id === 'messages') continue;
              const behind = (key: RowKey | null): number =>
                kept.behind(table.name, coverOf(table, key), id).reduce((sum, { amount }) => sum + amount, 0);
              for (const { key, values } of table.rows) expect(behind(key)).toBe(values[at]);
              expect(table.total === null ? null : behind(null)).toBe(table.total?.[at] ?? null);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('days without anybody stand between, and the last of "so far" is the sum', () => {
    const table = timeTable(
      figures({
        days: [
          ['', [1, 1, 0]],
          [day('2026-06-04'), [2, 3, 1]],
          [day('2026-06-01'), [1, 1, 0]],
        ],
      }),
      null,
    );
    expect(table.step).toBe('day');
    expect(keysOf(table)).toEqual([
      day('2026-06-01'),
      day('2026-06-02'),
      day('2026-06-03'),
      day('2026-06-04'),
      '',
    ]);
    expect(table.rows.map(({ values }) => values[3])).toEqual([1, 1, 1, 3, 4]);
    expect(table.total).toEqual([4, 5, 1, 4]);
  });

  it('a date that is wrong by decades makes no endless table', () => {
    const table = timeTable(
      figures({
        days: [
          [0, [1, 1, 0]],
          [2_000_000, [1, 1, 0]],
        ],
      }),
      'day',
    );
    expect(keysOf(table)).toEqual([0, 2_000_000]);
    const arrivals = arrivalTable(
      figures({
        'arrivals:s': [
          [0, [1]],
          [9e12, [1]],
        ],
      }),
      's',
    );
    expect(keysOf(arrivals)).toEqual([0, 9e12]);
  });

  it('[STATS-05] rows are in the order of the shared lists, and what is in none of them is not lost', () => {
    const rows: [RowKey, number[]][] = [
      ['', [1, 0, 0]],
      ['canceled', [1, 0, 0]],
      ['odd', [1, 0, 0]],
      ['pending', [1, 0, 0]],
    ];
    expect(keysOf(listTable(figures({ status: rows }), 'status'))).toEqual([
      'pending',
      'canceled',
      'odd',
      '',
    ]);
    const money = moneyTable(
      figures({
        money: [
          ['usd', [1]],
          ['chf', [1]],
        ],
      }),
    );
    expect(keysOf(money)).toEqual(['chf', 'usd']);
    expect(money.total).toBeNull();
  });

  it('a session without anybody has a row; how full it is goes by those who have not cancelled', () => {
    const counted = figures({ sessions: [['session_a', [12, 2, 5, 5]]] });
    const sessions = [
      { _id: 'session_b', capacity: 0 },
      { _id: 'session_a', capacity: 8 },
    ];
    const table = sessionTable(counted, sessions, false, new Map());
    expect(table.rows).toEqual([
      { key: 'session_b', values: [0, 0, 0, 0, 0, null] },
      { key: 'session_a', values: [12, 2, 5, 5, 8, 1.25] },
    ]);
    const fillOf = (isPart: boolean, taken: number | null) =>
      sessionTable(counted, sessions, isPart, new Map([['session_a', taken]])).rows[1]?.values.at(-1);
    expect([fillOf(false, null), fillOf(false, 16), fillOf(true, 16)]).toEqual([1.25, 2, null]);
  });
});

describe('comparison', () => {
  const days = (from: string, counts: number[]): Figures =>
    figures({ days: counts.map((count, at): [RowKey, number[]] => [day(from) + at, [count, 0, 0]]) });

  it('[STATS-01] tells of two events how many had registered at the same distance from their dates', () => {
    const own = { figures: days('2026-06-01', [5, 0, 2]), day: day('2026-06-10'), until: day('2026-06-05') };
    const other = {
      figures: days('2025-03-01', [1, 1, 1, 1]),
      day: day('2025-03-08'),
      until: day('2026-06-05'),
    };
    const rows = compareEvents(own, other);
    const at = (before: number) => rows.find((row) => row.before === before);
    expect(rows[0]).toEqual({ before: 9, own: 5, other: 0, isToday: false });
    expect(at(7)).toEqual({ before: 7, own: 7, other: 1, isToday: false });
    expect(at(5)).toEqual({ before: 5, own: 7, other: 3, isToday: true });
    // What has not come yet is not told.
    expect(at(4)).toEqual({ before: 4, own: null, other: 4, isToday: false });
    expect(rows.at(-1)).toEqual({ before: 0, own: null, other: 4, isToday: false });
  });

  it('goes on after the date, has few rows over years, and none for nobody', () => {
    const nobody = { figures: figures({}), day: 100, until: 100 };
    expect(compareEvents(nobody, nobody)).toEqual([]);
    const long = {
      figures: figures({
        days: [
          [0, [1, 0, 0]],
          [3000, [2, 0, 0]],
        ],
      }),
      day: 2990,
      until: 4000,
    };
    const rows = compareEvents(long, nobody);
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.before).toBe(2990);
    expect(rows.at(-1)).toMatchObject({ before: -10, own: 3 });
  });
});
