import { guessDelimiter, type Delimiter } from '#domain/import/delimiter.ts';
import { decodeText, type TextEncodingName } from '#domain/import/encoding.ts';
import type { ReadProblem } from '#domain/import/readProblems.ts';
import type { Grid } from '#domain/import/table.ts';
import { readCsv, type Quotes } from './csv.ts';
import { FILE_LIMITS, ReadFailure } from './limits.ts';
import { isZip } from './zip.ts';

export interface ReadChoice {
  /** For CSV; guessed when absent. */
  delimiter?: Delimiter;
  /** For CSV; guessed when absent. */
  encoding?: TextEncodingName;
  /** For CSV whose quotes are not what they seem. */
  quotes?: Quotes;
  /** For Excel files with several sheets; the first that seems to be a list of people when absent. */
  sheet?: string;
  /** The columns have headings; so it is unless somebody says otherwise. */
  hasHeader?: boolean;
}

/** How it was read. */
export type ReadFormat =
  | { format: 'csv'; delimiter: Delimiter; encoding: TextEncodingName }
  | { format: 'xlsx'; sheets: readonly string[]; hidden: readonly string[]; sheet: string };

/** A file as it was read. */
export type ReadTable = { grid: Grid; problems: readonly ReadProblem[] } & ReadFormat;

/** Reads a CSV or Excel file, told apart by content. Throws a ReadFailure. */
export async function readTable(bytes: Uint8Array, choice: ReadChoice): Promise<ReadTable> {
  if (bytes.length > FILE_LIMITS.bytes) throw new ReadFailure('too_large');
  const table = isZip(bytes) ? await fromXlsx(bytes, choice) : fromCsv(bytes, choice);
  if (table.grid.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ReadFailure('empty');
  return table;
}

async function fromXlsx(bytes: Uint8Array, { sheet }: ReadChoice): Promise<ReadTable> {
  // Large, and seldom needed twice.
  const { readXlsx } = await import('./xlsx.ts');
  return { format: 'xlsx', ...readXlsx(bytes, sheet) };
}

function fromCsv(bytes: Uint8Array, choice: ReadChoice): ReadTable {
  const { text, encoding } = decodeText(bytes, choice.encoding);
  // A text has no NUL: this is a picture, a PDF or an old .xls.
  if (text.includes('\u0000')) throw new ReadFailure('unknown_format');
  const delimiter = choice.delimiter ?? guessDelimiter(text);
  const { rows, problems } = readCsv(text, delimiter, choice.quotes);
  return { format: 'csv', delimiter, encoding, grid: rows, problems };
}
