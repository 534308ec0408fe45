import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralised, withoutGuard } from './formulaGuard.ts';

describe('the guard against formulas', () => {
  it('never lets a spreadsheet compute a cell [SESSION-07]', () => {
    for (const cell of ['=1+1', '+41 79 1', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)']) {
      expect(neutralised(cell)).toBe(`'${cell}`);
    }
    for (const cell of ['', 'A-1', 'x=1', ' 12', "'t Hooft"]) expect(neutralised(cell)).toBe(cell);
  });

  it('gets its cells back without the guard, those with apostrophes of their own too [SESSION-07]', () => {
    const tricky = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', '\t', '\n', '4', 'a') });
    fc.assert(fc.property(fc.oneof(fc.string(), tricky), (cell) => withoutGuard(neutralised(cell)) === cell));
    fc.assert(fc.property(tricky, (cell) => !/^[=+\-@＝\t\r\n]/.test(neutralised(cell))));
    expect(["'t Hooft", "'", '', "'+41 79", "''+1"].map(withoutGuard)).toEqual([
      ...["'t Hooft", "'", '', '+41 79', "'+1"],
    ]);
  });
});
