import type { RowKey, Tell, TableName } from './cells.ts';

/** Sums by row; each has one number for each column of its table (see `columnsOf`). A row of nothing but 0 is not there. */
export type Figures = ReadonlyMap<TableName, ReadonlyMap<RowKey, readonly number[]>>;

export interface Sums {
  add: Tell;
  /** Takes away what was added: the same cells with the same values. */
  takeAway: Tell;
  /** The tables that have rows: a new map each time, over sums that go on changing. */
  figures(): Figures;
}

interface Rows {
  name: TableName;
  sums: Map<RowKey, number[]>;
  /** The row that was added to last, which often is the next one too: looked up once instead of thousands of times. */
  lastRow: RowKey | null;
  lastSums: number[];
}

const NONE: number[] = [];

export function createSums(): Sums {
  /** By the tables' numbers. */
  const tables: (Rows | undefined)[] = [];

  const add: Tell = ({ name, at }, row, values) => {
    let table = tables[at];
    if (table === undefined) {
      tables[at] = table = { name, sums: new Map(), lastRow: null, lastSums: NONE };
    }
    let { lastSums } = table;
    if (table.lastRow !== row) {
      const found = table.sums.get(row);
      if (found === undefined) {
        // A row of nothing but 0 is none.
        if (values.some((value) => value !== 0)) table.sums.set(row, [...values]);
        return;
      }
      table.lastRow = row;
      table.lastSums = lastSums = found;
    }
    for (let column = 0; column < lastSums.length; column++) {
      const value = values[column] ?? 0;
      if (value !== 0) lastSums[column] = (lastSums[column] ?? 0) + value;
    }
  };
  const takeAway: Tell = ({ at }, row, values) => {
    const table = tables[at];
    const sums = table?.sums.get(row);
    if (table === undefined || sums === undefined) return;
    for (let column = 0; column < sums.length; column++) {
      sums[column] = (sums[column] ?? 0) - (values[column] ?? 0);
    }
    if (!sums.every((sum) => sum === 0)) return;
    table.sums.delete(row);
    table.lastRow = null;
  };
  return {
    add,
    takeAway,
    figures() {
      const figures = new Map<TableName, ReadonlyMap<RowKey, readonly number[]>>();
      for (const table of tables) {
        if (table !== undefined && table.sums.size > 0) figures.set(table.name, table.sums);
      }
      return figures;
    },
  };
}
