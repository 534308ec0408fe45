import { useEffect, useMemo, useState } from 'react';
import type { ImportCheck } from '#domain/import/check.ts';
import type { Edits, ImportTable } from '#domain/import/table.ts';
import { portionsOf } from '#domain/work/work.ts';
import type { ImportFile } from './useImportFile.ts';

/** Rows, and the check that has to read them before it can say what comes of them. */
export interface ToRead {
  file: ImportFile;
  table: ImportTable;
  edits: Edits;
  check: ImportCheck;
}

/** So few are read at once. */
const FEW = 200;

/**
 * What was asked for last and whose rows are read: few at once, many in portions between which the page answers. Of another
 * file nothing is given before. `reading` until all is given that was asked for.
 */
export function useRowsRead<T extends ToRead>(wanted: T | null): { read: T | null; reading: boolean } {
  const [last, setLast] = useState<T | null>(null);
  const isQuick = useMemo(
    () => wanted === null || wanted.check.unread(wanted.table.rows, wanted.edits).length <= FEW,
    [wanted],
  );
  if (isQuick && last !== wanted) setLast(wanted);
  const isRead = isQuick || last === wanted;
  useEffect(() => {
    if (isRead || wanted === null) return undefined;
    const stop = new AbortController();
    void readInPortions(wanted, stop.signal).then((done) => {
      if (done) setLast(wanted);
    });
    return () => stop.abort();
  }, [wanted, isRead]);
  const read = isRead ? wanted : last?.file === wanted?.file ? last : null;
  return { read, reading: !isRead };
}

async function readInPortions({ check, table, edits }: ToRead, signal: AbortSignal): Promise<boolean> {
  for (const portion of portionsOf(check.unread(table.rows, edits))) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal.aborted) return false;
    check.read(portion, edits);
  }
  return true;
}
