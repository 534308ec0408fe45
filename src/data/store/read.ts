import { readStored, type EventDocument } from '#domain/documents/index.ts';

/** A document out of the local database. */
export type StoredDoc = Record<string, unknown> & {
  _id: string;
  _rev: string;
  _conflicts?: string[];
  _deleted?: boolean;
};

/** The typed document, or null for one that is none of ours. */
export function readDocument(stored: StoredDoc): EventDocument | null {
  if (stored._conflicts === undefined) return readStored(stored);
  const { _conflicts, ...doc } = stored;
  return readStored(doc);
}
