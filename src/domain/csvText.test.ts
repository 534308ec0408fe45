import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvText, neutralised, withoutGuard } from './csvText.ts';

describe('the text of a CSV file', () => {
  it('has the UTF-8 mark, the separator asked for, and CRLF', () => {
    const rows = [
      ['Name', 'Company'],
      ['Łukasz Żak', 'Müller; Fils, "Zürich"'],
    ];
    expect(csvText(rows, ';')).toBe('\ufeffName;Company\r\nŁukasz Żak;"Müller; Fils, ""Zürich"""\r\n');
    expect(csvText(rows, ',').startsWith('\ufeffName,Company\r\n')).toBe(true);
  });

  it('never lets a spreadsheet compute a cell [SESSION-07]', () => {
    for (const cell of ['=1+1', '+41 79 1', '-2', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(neutralised(cell)).toBe(`'${cell}`);
    }
    for (const cell of ['', 'A-1', 'x=1', ' 12', "'t Hooft"]) expect(neutralised(cell)).toBe(cell);
  });

  it('gets its cells back without the guard, those with apostrophes of their own too [SESSION-07]', () => {
    const tricky = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '4', 'a') });
    fc.assert(fc.property(fc.oneof(fc.string(), tricky), (cell) => withoutGuard(neutralised(cell)) === cell));
    fc.assert(fc.property(tricky, (cell) => !/^[=+\-@\t\r]/.test(neutralised(cell))));
    expect(["'t Hooft", "'", '', "'+41 79", "''+1"].map(withoutGuard)).toEqual([
      ...["'t Hooft", "'", '', '+41 79', "'+1"],
    ]);
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
