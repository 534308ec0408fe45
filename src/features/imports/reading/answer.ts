import type { Mapping } from '#domain/import/fields.ts';
import { tableProblems, type ReadProblem } from '#domain/import/readProblems.ts';
import { mappingOf, tableOf, type Grid, type ImportTable } from '#domain/import/table.ts';
import { ReadFailure, type ReadError } from './limits.ts';
import { readTable, type ReadChoice, type ReadFormat } from './readTable.ts';

export interface ReadRequest {
  bytes: ArrayBuffer;
  choice: ReadChoice;
}

/** A file as it was read and taken apart. */
export interface OpenedTable {
  how: ReadFormat;
  table: ImportTable;
  hasHeader: boolean;
  /** What its columns seem to mean. */
  mapping: Mapping;
  problems: readonly ReadProblem[];
  /** Something in it stands between tabs. */
  hasTabs: boolean;
}
export type ReadReply = { ok: true; opened: OpenedTable } | { ok: false; code: ReadError };

/** What the worker says to a request; never fails. */
export const answer = ({ bytes, choice }: ReadRequest): Promise<ReadReply> =>
  openTable(new Uint8Array(bytes), choice)
    .then((opened): ReadReply => ({ ok: true, opened }))
    .catch((error: unknown): ReadReply => ({
      ok: false,
      code: error instanceof ReadFailure ? error.code : 'damaged',
    }));

async function openTable(bytes: Uint8Array, choice: ReadChoice): Promise<OpenedTable> {
  const { grid, problems, ...how } = await readTable(bytes, choice);
  const hasHeader = choice.hasHeader ?? true;
  const table = tableOf(grid, hasHeader);
  return {
    ...{ how, table, hasHeader },
    mapping: mappingOf(table),
    problems: [...problems, ...tableProblems(table)],
    hasTabs: hasTabs(grid),
  };
}

const hasTabs = (grid: Grid): boolean => grid.some((cells) => cells.some((cell) => cell.includes('\t')));
