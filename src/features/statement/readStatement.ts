import Papa from 'papaparse';
import { guessDelimiter } from '#domain/import/delimiter.ts';
import { decodeText } from '#domain/import/encoding.ts';
import { readCamt } from '#domain/money/statement/camt.ts';
import type { BankEntry } from '#domain/money/statement/entries.ts';
import { readBankTable } from '#domain/money/statement/table.ts';

/** Statements of a year are smaller. */
const MOST = 20 * 1024 * 1024;

/** Payments that came in, of a file of the bank's; null for one that is no statement, or that cannot be read any more. */
export async function readStatement(file: Blob): Promise<BankEntry[] | null> {
  // Moved or changed on disk since it was chosen.
  const bytes = file.size > MOST ? null : await file.arrayBuffer().catch(() => null);
  if (bytes === null) return null;
  const { text } = decodeText(new Uint8Array(bytes));
  if (/^\s*</.test(text)) return readCamt(text);
  // Lines about the account come first, and may have other separators than the table.
  for (const delimiter of new Set([guessDelimiter(text), ';', '\t', ','])) {
    const found = readBankTable(Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data);
    if (found !== null) return found;
  }
  return null;
}
