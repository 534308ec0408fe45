import type { CheckedRow } from './check.ts';
import type { ImportField } from './fields.ts';
import type { Edits } from './table.ts';

/** What a guest can do without; who somebody is, and where, cannot be left out. */
const DISPENSABLE = [
  ...(['email', 'phone', 'title', 'category', 'language', 'company'] as const),
  ...(['street', 'zip', 'city', 'country', 'diet', 'notes'] as const),
] satisfies readonly ImportField[];

export interface UnreadableCells {
  field: (typeof DISPENSABLE)[number];
  /** Of the rows. */
  lines: readonly number[];
}

/** Cells that keep rows out and could be left empty instead, most first. */
export function unreadableCells(rows: readonly CheckedRow[]): UnreadableCells[] {
  const wrong = rows.filter(({ client, update }) => client === null && update === null);
  const found = DISPENSABLE.map((field) => ({
    field,
    lines: wrong.flatMap(({ line, problems }) => (problems[field] === undefined ? [] : [line])),
  }));
  return found.filter(({ lines }) => lines.length > 0).sort((a, b) => b.lines.length - a.lines.length);
}

/** The cells of a column empty in these rows. */
export function emptied(edits: Edits, lines: readonly number[], column: number): Edits {
  const next = new Map(edits);
  for (const line of lines) next.set(line, { ...next.get(line), [column]: '' });
  return next;
}

export const isEmptied = (edits: Edits, line: number, column: number): boolean =>
  edits.get(line)?.[column] === '';

/** As the cells were before they were emptied; what was typed since stays. */
export function putBack(edits: Edits, before: Edits, lines: readonly number[], column: number): Edits {
  const next = new Map(edits);
  for (const line of lines.filter((one) => isEmptied(edits, one, column))) {
    const { [column]: _, ...others } = next.get(line) ?? {};
    const own = before.get(line)?.[column];
    next.set(line, own === undefined ? others : { ...others, [column]: own });
  }
  return next;
}
