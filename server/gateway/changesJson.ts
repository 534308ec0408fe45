import type { ChangeRow, Seq } from '../storage/types.ts';

/** CouchDB's form of a page of changes; a row may come as finished JSON. */
export function changesJson(rows: readonly (ChangeRow | string)[], lastSeq: Seq): string {
  const results = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join();
  return `{"results":[${results}],"last_seq":${JSON.stringify(lastSeq)}}`;
}

/** The same page with another position after it: it is made once for many readers, each of whom has its own. */
export function withLastSeq({ json, last }: { json: string; last: Seq }, position: Seq): string {
  return `${json.slice(0, -JSON.stringify(last).length - 1)}${JSON.stringify(position)}}`;
}
