import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { neutralised } from '#domain/text/formulaGuard.ts';
import { csvText } from './csv.ts';

describe('the text of a CSV file', () => {
  it('has the UTF-8 mark, the separator asked for, and CRLF', () => {
    const rows = [
      ['Name', 'Company'],
      ['Łukasz Żak', 'Müller; Fils, "Zürich"'],
    ];
    expect(csvText(rows, ';')).toBe('\ufeffName;Company\r\nŁukasz Żak;"Müller; Fils, ""Zürich"""\r\n');
    expect(csvText(rows, ',').startsWith('\ufeffName,Company\r\n')).toBe(true);
  });

  it('is read back as it was, whatever is in the cells', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ';', ',', '\n', '\r', '=', 'é', ' ') }),
    );
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom(',' as const, ';' as const), (rows, separator) => {
        const text = csvText(rows, separator).slice(1);
        const read = Papa.parse<string[]>(text, { delimiter: separator, newline: '\r\n' }).data.slice(0, -1);
        expect(read).toEqual(rows.map((row) => row.map(neutralised)));
      }),
    );
  });
});
