import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idRange } from '#domain/ids.ts';
import { DATABASES, type AnyDoc, type Storage } from '../../storage/types.ts';
import { putMany } from '../couch.ts';

/** A document about a person, and since when (ms) it must tell nothing of them. */
export interface ErasedRow {
  eventId: string;
  docId: string;
  erasedAt: number;
}
export interface StoredRow extends ErasedRow {
  _id: string;
  _rev: string;
  /** When all traces were gone, ms; null while some may be left. */
  doneAt: number | null;
}

/** Beside the databases, in DATA_DIR: what is put back from a backup does not touch it. */
export const ERASED_FILE = 'erased.ndjson';

const rowId = ({ eventId, docId }: Pick<ErasedRow, 'eventId' | 'docId'>): string => `${eventId}/${docId}`;

/** The rows of an event. */
export async function readRows(storage: Storage, eventId: string): Promise<StoredRow[]> {
  const db = await storage.open(DATABASES.erased);
  const { rows } = await db.allDocs({ ...idRange(`${eventId}/`), include_docs: true });
  return rows.flatMap(({ doc }) =>
    (doc as AnyDoc | undefined)?.['docId'] ? [doc as unknown as StoredRow] : [],
  );
}

/** Notes who was erased; where that is known already, that traces of them were found again. */
export async function noteErased(storage: Storage, rows: readonly ErasedRow[]): Promise<void> {
  let open = [...rows];
  const db = await storage.open(DATABASES.erased);
  while (open.length > 0) {
    const { rows: known } = await db.allDocs({ keys: open.map(rowId), include_docs: true });
    const docs = open.map((row, index) => {
      const found = known[index];
      const stored = found !== undefined && 'doc' in found ? (found.doc as AnyDoc | null) : null;
      return { ...row, ...stored, _id: rowId(row), doneAt: null };
    });
    const late = await putMany(db, docs);
    open = open.filter((row) => late.has(rowId(row)));
  }
}

/** All their traces are gone; one that was noted again meanwhile stays open. */
export async function noteDone(storage: Storage, rows: readonly StoredRow[], now: number): Promise<void> {
  const docs = rows.map((row) => ({ ...row, doneAt: now }));
  await putMany(await storage.open(DATABASES.erased), docs as unknown as AnyDoc[]);
}

/** Adds lines to the file; durable when it resolves. A line that is there twice does no harm. */
export async function writeDown(dataDir: string, rows: readonly ErasedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const file = await open(join(dataDir, ERASED_FILE), 'a', 0o600);
  try {
    const lines = rows.map(({ eventId, docId, erasedAt }) => JSON.stringify({ eventId, docId, erasedAt }));
    // A line that a crash cut off ends here.
    await file.write(`\n${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What the file says; lines that are none are passed over. */
async function readFileRows(dataDir: string): Promise<ErasedRow[]> {
  const text = await readFile(join(dataDir, ERASED_FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const { eventId, docId, erasedAt } = JSON.parse(line) as ErasedRow;
      return typeof eventId === 'string' && typeof docId === 'string' && typeof erasedAt === 'number'
        ? [{ eventId, docId, erasedAt }]
        : [];
    } catch {
      return [];
    }
  });
}

/**
 * At the start: what the file knows and the databases do not, because they are older. Resolves with the events in which traces
 * may be left, of such a start before too.
 */
export async function takeUp(storage: Storage, dataDir: string): Promise<string[]> {
  const written = await readFileRows(dataDir);
  if (written.length === 0) return [];
  const byId = new Map(written.map((row) => [rowId(row), row]));
  const db = await storage.open(DATABASES.erased);
  const { rows } = await db.allDocs({ keys: [...byId.keys()], include_docs: true });
  const open = new Set<string>();
  for (const row of rows) {
    if ('error' in row) continue;
    const { eventId, doneAt } = (row.doc ?? {}) as Partial<StoredRow>;
    if (doneAt === null && eventId !== undefined) open.add(eventId);
    byId.delete(row.id);
  }
  await noteErased(storage, [...byId.values()]);
  for (const { eventId } of byId.values()) open.add(eventId);
  return [...open];
}
