import Papa from 'papaparse';
import type { Delimiter } from '#domain/import/delimiter.ts';
import type { Grid } from '#domain/import/table.ts';
import { FILE_LIMITS, ReadFailure } from './limits.ts';

/** All records of a CSV text, empty ones included, so that rows count as the spreadsheet does. Any line ends. */
export function readCsv(text: string, delimiter: Delimiter): Grid {
  const rows: string[][] = [];
  let failure: ReadFailure | null = null;
  Papa.parse<string[]>(withoutHint(text), {
    delimiter,
    quoteChar: '"',
    newline: lineEndOf(text),
    step({ data }, parser) {
      if (rows.length > FILE_LIMITS.rows) failure = new ReadFailure('too_many_rows');
      else if (data.length > FILE_LIMITS.columns) failure = new ReadFailure('too_many_columns');
      if (failure !== null) parser.abort();
      else rows.push(data.map((cell) => cell.slice(0, FILE_LIMITS.cellLength)));
    },
  });
  if (failure !== null) throw failure as ReadFailure;
  return rows;
}

/** Excel's own hint for the separator, a first line `sep=;`, is no row of the table. */
const withoutHint = (text: string): string => text.replace(/^sep=.(?:\r\n|\r|\n)/i, '');

/** The first line end outside quotes decides. */
function lineEndOf(text: string): '\r\n' | '\r' | '\n' {
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n') return '\n';
    else if (character === '\r') return text.charAt(index + 1) === '\n' ? '\r\n' : '\r';
  }
  return '\n';
}
