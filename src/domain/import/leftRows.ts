import type { CheckedRow } from './check.ts';
import type { ImportProblem } from './importProblem.ts';
import { takes, type RowFilter } from './rowFilter.ts';
import { isNothing } from './summary.ts';
import { cellOf, type Edits, type ImportTable } from './table.ts';

/** Why a row is not imported. */
export type LeftReason = ImportProblem | 'width' | 'unwanted' | 'known' | 'twice';

export interface LeftRow {
  line: number;
  cells: readonly string[];
  reasons: readonly LeftReason[];
}

/** Every row of the file of which nothing comes, as it was corrected, in the order of the file. */
export function leftRows(
  table: ImportTable,
  checked: readonly CheckedRow[],
  filters: readonly RowFilter[],
  edits: Edits,
): LeftRow[] {
  const byLine = new Map(checked.map((row) => [row.line, row]));
  const rows = table.rows.flatMap((row): LeftRow[] => {
    const reasons = filters.every((one) => takes(one, row))
      ? reasonsOf(byLine.get(row.line))
      : ['unwanted' as const];
    if (reasons.length === 0) return [];
    const cells = row.cells.map((_, column) => cellOf(row, column, edits));
    return [{ line: row.line, cells, reasons }];
  });
  const dropped = table.dropped.map(({ line, cells }): LeftRow => ({ line, cells, reasons: ['width'] }));
  return [...rows, ...dropped].sort((a, b) => a.line - b.line);
}

function reasonsOf(row: CheckedRow | undefined): LeftReason[] {
  // What comes of most rows needs no look at their problems.
  if (row === undefined || row.client !== null) return [];
  if (row.update !== null) return isNothing(row.update) ? ['known'] : [];
  const problems = [...new Set(Object.values(row.problems))];
  if (problems.length > 0) return problems;
  return [row.twin === null ? 'known' : 'twice'];
}
