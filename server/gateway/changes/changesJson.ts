import type { ChangeRow, Seq } from '../../storage/types.ts';

/** What a reader is told at once. */
export interface Told<Row = ChangeRow> {
  rows: readonly Row[];
  /** Where it goes on. */
  last: Seq;
  /** Up to where check-ins are told beyond that (ahead.ts). */
  ahead?: Seq | undefined;
}

/** CouchDB's form of a page of changes; a row may come as finished JSON. */
export function changesJson({ rows, last, ahead }: Told<ChangeRow | string>): string {
  const results = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join();
  const further = ahead === undefined ? '' : `"ahead":${JSON.stringify(ahead)},`;
  return `{"results":[${results}],${further}"last_seq":${JSON.stringify(last)}}`;
}

/** The same page with another position after it: it is made once for many readers, each of whom has its own. */
export function withLastSeq({ json, last }: { json: string; last: Seq }, position: Seq): string {
  return `${json.slice(0, -JSON.stringify(last).length - 1)}${JSON.stringify(position)}}`;
}
