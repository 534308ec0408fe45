import type { ClientHit } from '../types.ts';

/*
 * What the tab and its search worker say to each other. The worker knows nothing of users and rights: each request
 * names the copies that may be read, and the worker forgets the others.
 */

/** The local copy of one event. */
export interface SearchedCopy {
  eventId: string;
  /** Name of the local database. */
  database: string;
}

export interface SearchRequest {
  kind: 'search';
  id: number;
  query: string;
  /** Its clients rank higher (SEARCH-05). */
  currentEventId: string | null;
  copies: readonly SearchedCopy[];
}

export interface SearchResponse {
  kind: 'found';
  id: number;
  hits: readonly ClientHit[];
  /** Ids of the events that were looked through. */
  searched: readonly string[];
  /** Some copies are still being read; `changed` follows. */
  reading: boolean;
}
/** The index holds more than before: the same question may have another answer. */
export interface SearchChanged {
  kind: 'changed';
}
export interface SearchFailed {
  kind: 'failed';
  message: string;
}
export type SearchMessage = SearchResponse | SearchChanged | SearchFailed;
