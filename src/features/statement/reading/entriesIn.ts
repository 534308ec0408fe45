import Papa from 'papaparse';
import { guessDelimiter } from '#domain/import/delimiter.ts';
import { decodeText } from '#domain/import/encoding.ts';
import { readCamt } from '#domain/money/statement/camt.ts';
import type { BankEntry } from '#domain/money/statement/entries.ts';
import { readBankTable } from '#domain/money/statement/table.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { STATEMENT_LIMITS, type StatementFault } from './limits.ts';

export type StatementRead = Result<readonly BankEntry[], StatementFault>;

/** Payments that came in, of a file of the bank's. For a worker that can be ended. */
export function entriesIn(bytes: Uint8Array): StatementRead {
  const found = entriesOf(decodeText(bytes).text);
  if (found === null) return err('unreadable');
  return found.length > STATEMENT_LIMITS.entries ? err('too_many') : ok(found);
}

/** Null for a file that is no statement. */
function entriesOf(text: string): BankEntry[] | null {
  if (/^\s*</.test(text)) return readCamt(text);
  // Lines about the account come first, and may have other separators than the table.
  for (const delimiter of new Set([guessDelimiter(text), ';', '\t', ','])) {
    const found = readBankTable(Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data);
    if (found !== null) return found;
  }
  return null;
}
