import Papa from 'papaparse';
import { neutralised } from '#domain/text/formulaGuard.ts';

/** Excel reads a file as UTF-8 only with this mark at its beginning. */
const BYTE_ORDER_MARK = '\ufeff';

/** Comma or semicolon between cells (specification 1 §9), CRLF after each row, UTF-8 with its mark. */
export function csvText(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const text = Papa.unparse(
    rows.map((row) => row.map(neutralised)),
    // Quoted for either separator: whoever opens the file may use the other one.
    { delimiter: separator, newline: '\r\n', quotes: (cell: unknown) => /[,;]/.test(String(cell)) },
  );
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}
