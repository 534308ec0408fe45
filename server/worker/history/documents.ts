import { digest } from '#domain/canonical.ts';
import type { Author } from '#domain/documents/common.ts';
import type { HistoryChange } from '#i18n/history.ts';
import type { Stored } from '../../storage/documents.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { DocState } from './snapshot.ts';

export interface Named {
  id: string;
  name: string;
}

/** A document of `foyer-history-<eventId>`; words are made of code and params by `describeChange` (i18n/history). */
export type HistoryDoc = HistoryChange & {
  /** `h_<13 digits: ms>_<hash and place>`: in the order of time, and the same for the same change. */
  _id: string;
  type: 'historyevent';
  event: Named;
  session: Named | null;
  /** Empty texts when nobody is known, as for a deletion. */
  author: Author;
  /** Whose name the work bears, where the author only brought it (server/events/trail.ts). */
  signed?: Author;
  /** Seconds since 1970. */
  createdAt: number;
  /** Of whom it tells: ids of documents about people, in the order of the names that it has; absent where that was not noted yet. */
  of?: string[];
};

/**
 * What was last told of a document. It is the outbox as well: whoever moves it from one revision to the next decides
 * what is told (a compare-and-set by CouchDB's revision), and `outbox` keeps the events until they are surely written.
 * So a crash or a second worker at any moment leaves each event exactly once.
 */
export type SnapshotDoc = Stored & {
  type: 'snapshot';
  /** The revision of the source document that was told. */
  rev: string;
  /** null once the document is gone. */
  state: DocState | null;
  /** ms; the newest `metadata.updatedAt` told. */
  at: number;
  /** Of somebody who was erased: under which name the history told of them, until it is gone from there too. */
  formerName?: string;
  outbox: HistoryDoc[];
};

export const snapshotId = (docId: string): string => `snap_${docId}`;
export const HISTORY_PREFIX = 'h_';

const MAX_TIME = 253_402_300_799_999;

/**
 * `key` names the change (source document and revision), `index` the place of the event in it, so that what one save
 * changed stays in its order. `time` in ms.
 */
export function historyId(time: number, key: string, index = 0): string {
  const place = index.toString(16).padStart(2, '0');
  return `${HISTORY_PREFIX}${String(time).padStart(13, '0')}_${digest(key).slice(0, 16)}${place}`;
}

/** A time in ms that a document says, or null when it is missing or none. */
export function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TIME
    ? value
    : null;
}

export const metadataOf = (doc: AnyDoc): AnyDoc => (doc['metadata'] ?? {}) as AnyDoc;

export function authorOf(doc: AnyDoc): Author {
  const author = (metadataOf(doc)['author'] ?? doc['author']) as Partial<Author> | undefined;
  return {
    id: typeof author?.id === 'string' ? author.id : '',
    name: typeof author?.name === 'string' ? author.name : '',
  };
}
