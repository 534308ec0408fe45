import Papa from 'papaparse';
import type { Delimiter } from '#domain/import/delimiter.ts';
import { csvProblems, type ReadProblem } from '#domain/import/readProblems.ts';
import type { Grid } from '#domain/import/table.ts';
import { FILE_LIMITS, ReadFailure } from './limits.ts';

/** Whether quotes hold cells together, or are characters like any other. */
export type Quotes = 'meant' | 'plain';

interface Csv {
  rows: Grid;
  problems: readonly ReadProblem[];
}

/** No text of people has it. */
const NO_QUOTE = '\u0001';

/** All records of a CSV text, empty ones included, so that rows count as the spreadsheet does. Any line ends. */
export function readCsv(text: string, delimiter: Delimiter, quotes: Quotes = 'meant'): Csv {
  const rows: string[][] = [];
  const cut: ReadProblem[] = [];
  const body = withoutHint(text);
  let failure: ReadFailure | null = null;
  Papa.parse<string[]>(body, {
    delimiter,
    quoteChar: quotes === 'meant' ? '"' : NO_QUOTE,
    newline: quotes === 'meant' ? lineEndOf(text) : anyLineEnd(text),
    step({ data }, parser) {
      // The empty line after the last row is none.
      if (rows.length > FILE_LIMITS.rows && data.every((cell) => cell === '')) return;
      if (rows.length > FILE_LIMITS.rows) failure = new ReadFailure('too_many_rows');
      else if (data.length > FILE_LIMITS.columns) failure = new ReadFailure('too_many_columns');
      if (failure !== null) parser.abort();
      else {
        rows.push(data.map((cell) => cell.slice(0, FILE_LIMITS.cellLength)));
        if (data.some((cell) => cell.length > FILE_LIMITS.cellLength))
          cut.push({ code: 'cell_cut', line: rows.length });
      }
    },
  });
  if (failure !== null) throw failure as ReadFailure;
  // The hint is a line of the file, too.
  const before = body === text ? 0 : 1;
  const problems = csvProblems(body, delimiter, rows, quotes === 'meant').concat(cut);
  return { rows, problems: problems.map(({ code, line }) => ({ code, line: line + before })) };
}

/** Excel's own hint for the separator, a first line `sep=;`, is no row of the table. */
const withoutHint = (text: string): string => text.replace(/^sep=.(?:\r\n|\r|\n)/i, '');

const anyLineEnd = (text: string): '\r\n' | '\r' | '\n' =>
  (/\r\n|\r|\n/.exec(text)?.[0] as '\n' | undefined) ?? '\n';

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
