import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePastedRows } from './pastedRows.ts';

const none: ReadonlySet<string> = new Set();

describe('pasted rows', () => {
  it('read columns in their order, with any separator, and skip blank lines', () => {
    for (const separator of ['\t', ';', ',']) {
      const text = `Ada${separator}Lovelace${separator}Engines${separator}ada@example.org${separator}A-1\r\n\r\n`;
      expect(parsePastedRows(text, none)).toEqual([
        {
          line: 1,
          forename: 'Ada',
          surname: 'Lovelace',
          company: 'Engines',
          email: 'ada@example.org',
          number: 'A-1',
          error: null,
        },
      ]);
    }
  });

  it('follow a header line in English or French', () => {
    const rows = parsePastedRows('Nom\tPrénom\nLovelace\tAda', none);
    expect(rows).toMatchObject([{ line: 2, forename: 'Ada', surname: 'Lovelace', error: null }]);
  });

  it.each([
    ['Marie Curie', 'Marie', 'Curie', '', ''],
    ['• Simone\u00a0Veil\u200b', 'Simone', 'Veil', '', ''],
    ['2. Jan van der Berg', 'Jan', 'van der Berg', '', ''],
    ['Marie Curie, marie@example.org', 'Marie', 'Curie', '', 'marie@example.org'],
    ['Marie Curie\tmarie@example.org\tSorbonne', 'Marie', 'Curie', 'Sorbonne', 'marie@example.org'],
    ['Marie Curie <marie@example.org>', 'Marie', 'Curie', '', 'marie@example.org'],
    ['"Curie, Marie" <marie@example.org>', 'Marie', 'Curie', '', 'marie@example.org'],
    ['Marie\tCurie\tmarie@example.org', 'Marie', 'Curie', '', 'marie@example.org'],
    ['Marie\tCurie\tmarie@example.org\tSorbonne', 'Marie', 'Curie', 'Sorbonne', 'marie@example.org'],
    [
      'Anne Marie\tCurie\tSorbonne\tmarie@example.org',
      'Anne Marie',
      'Curie',
      'Sorbonne',
      'marie@example.org',
    ],
  ])('names from anywhere: %s', (text, forename, surname, company, email) => {
    expect(parsePastedRows(text, none)).toMatchObject([{ forename, surname, company, email, error: null }]);
  });

  it('take a list of addresses for one person each', () => {
    const rows = parsePastedRows(
      'Marie Curie <marie@example.org>; "Curie, Pierre" <pierre@example.org>,\nSimone Veil <s@example.org>',
      none,
    );
    expect(rows.map(({ line, forename, email, error }) => [line, forename, email, error])).toEqual([
      [1, 'Marie', 'marie@example.org', null],
      [2, 'Pierre', 'pierre@example.org', null],
      [3, 'Simone', 's@example.org', null],
    ]);
  });

  it('say nothing with a dash', () => {
    const [row] = parsePastedRows('Ada\tLovelace\t—\t-\t-', none);
    expect(row).toMatchObject({ company: '', email: '', number: '', error: null });
  });

  it('say what is wrong with each line', () => {
    const lines = [
      'Ada\t',
      'A<\tB',
      'A\tB\t\tnot mail',
      'A\tB\t\t\tN1',
      'C\tD\t\t\tN1',
      'E\tF\t\t\tN0',
      `E\tF\t\t\t${'9'.repeat(101)}`,
      'A\tB\t\t\t\tmore',
    ];
    expect(parsePastedRows(lines.join('\n'), new Set(['N0'])).map(({ error }) => error)).toEqual([
      'missing_name',
      'invalid_name',
      'invalid_email',
      null,
      'number_exists',
      'number_exists',
      'number_too_long',
      'too_many_columns',
    ]);
  });

  it('never throw, and never give a row without error that lacks a name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\t', '\n', ';', ',', '"', 'é', '@', ' ') }),
        (text) => {
          for (const row of parsePastedRows(text, none)) {
            expect(row.error !== null || (row.forename !== '' && row.surname !== '')).toBe(true);
          }
        },
      ),
    );
  });

  it('takes a cell with a line break for one, and a quotation mark that is never closed for no more than that', () => {
    const rows = parsePastedRows(
      'Ada\tLovelace\t"Analytical\nEngines"\nBo\tLi\t3" Club\nCy\t"Wu\nDe\tMo',
      new Set(),
    );
    expect(rows.map(({ line, forename, company }) => [line, forename, company])).toEqual([
      [1, 'Ada', 'Analytical Engines'],
      [3, 'Bo', '3" Club'],
      [4, 'Cy', ''],
      [5, 'De', ''],
    ]);
  });
});
