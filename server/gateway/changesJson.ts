import type { ChangeRow, Seq } from '../storage/types.ts';

/** CouchDB's form of a page of changes; a row may come as finished JSON. */
export function changesJson(rows: readonly (ChangeRow | string)[], lastSeq: Seq): string {
  const results = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join();
  return `{"results":[${results}],"last_seq":${JSON.stringify(lastSeq)}}`;
}
