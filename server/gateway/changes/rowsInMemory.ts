import type { ChangeRow } from '../../storage/types.ts';
import type { ChangesQuery } from './changes.ts';

/** A page of changes from rows in memory: the last row of each document, filtered and cut. Only for filters by id. */
export function pickRows(
  rows: readonly ChangeRow[],
  query: Pick<ChangesQuery, 'filter' | 'allLeaves' | 'limit'>,
): ChangeRow[] {
  const newest = new Map<string, ChangeRow>();
  for (const row of rows) {
    newest.delete(row.id);
    if (query.filter.byId?.(row.id) ?? true) newest.set(row.id, row);
  }
  return [...newest.values()].slice(0, query.limit).map((row) => ({
    ...row,
    changes: query.allLeaves ? row.changes : row.changes.slice(0, 1),
  }));
}

/** True when rows in memory are enough to answer. */
export const isPlain = (query: ChangesQuery): boolean =>
  !query.descending && !query.includeDocs && query.filter.byDoc === undefined;
