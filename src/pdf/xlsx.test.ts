import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { xlsxOf, type Cell, type Sheet } from './xlsx.ts';

const NOW = Date.UTC(2026, 5, 1);
const open = (sheets: readonly Sheet[]) => read(xlsxOf(sheets, NOW), { type: 'array', cellNF: true });
const money = (value: number): Cell => ({ value, format: 'money' });

describe('a workbook', () => {
  it('[STATS-03] [STATS-04] another program reads the same numbers, to the cent', () => {
    const cents = fc.array(fc.integer({ min: -99_999_999_999, max: 99_999_999_999_999 }), { maxLength: 30 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const book = open([
          { name: 'Money', headings: ['Amount'], rows: amounts.map((one) => [money(one)]) },
        ]);
        const cells = utils.sheet_to_json<number[]>(book.Sheets['Money'] ?? {}, { header: 1, raw: true });
        expect(cells.slice(1).map(([value]) => Math.round((value ?? NaN) * 100))).toEqual(amounts);
        expect(cells.slice(1).every(([value]) => typeof value === 'number')).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('[STATS-04] cents are written as the decimal number that they are', () => {
    const bytes = xlsxOf(
      [{ name: 'A', headings: ['x'], rows: [[money(115)], [money(5)], [money(-1)], [money(0)]] }],
      NOW,
    );
    const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    expect([...sheet.matchAll(/<v>([^<]*)<\/v>/g)].map(([, text]) => text)).toEqual([
      '1.15',
      '0.05',
      '-0.01',
      '0.00',
    ]);
  });

  it('days are dates, shares percents, texts texts whatever they look like, and nothing is nothing', () => {
    const texts = [
      '=1+1',
      '+41 79',
      '0012',
      '<b>&"quoted"',
      ' spaces ',
      '日本 ❤ É',
      'a\u0000b\u0008',
      '\ud800',
    ];
    const book = open([
      {
        name: 'All',
        headings: ['Day', 'Share', 'Text', 'Nothing'],
        rows: texts.map((text): Cell[] => [
          { value: 20_605, format: 'day' },
          { value: 0.125, format: 'share' },
          text,
          null,
        ]),
        total: ['Total', null, null, { value: 3, format: 'count' }],
      },
    ]);
    const sheet = book.Sheets['All'] ?? {};
    expect(sheet['A2']).toMatchObject({ t: 'n', v: 46_174, w: '6/1/26' });
    expect(sheet['B2']).toMatchObject({ t: 'n', v: 0.125, w: '12.5%' });
    const read = texts.map((_, at) => (sheet[`C${at + 2}`] as { t: string; v: string }).v);
    expect(read).toEqual([...texts.slice(0, 6), 'ab', '']);
    expect(texts.every((_, at) => (sheet[`C${at + 2}`] as { t: string }).t === 's')).toBe(true);
    expect(sheet['D2']).toBeUndefined();
    expect(sheet[`D${texts.length + 2}`]).toMatchObject({ t: 'n', v: 3 });
  });

  it('a time is one that a spreadsheet program reckons with', () => {
    const minutes = 20_605 * 24 * 60 + 21 * 60 + 5;
    const rows: Cell[][] = [[{ value: minutes, format: 'time' }], [null]];
    const sheet = open([{ name: 'All', headings: ['Came'], rows }]).Sheets['All'] ?? {};
    expect(sheet['A2']).toMatchObject({ t: 'n', w: '6/1/26 21:05' });
    expect(sheet['A3']).toBeUndefined();
  });

  it('sheets have names that Excel takes, each once', () => {
    const names = ['By status', 'by Status', 'a/b: [c]*?', '', 'x'.repeat(40), 'x'.repeat(50)];
    const book = open(names.map((name) => ({ name, headings: [], rows: [] })));
    expect(book.SheetNames).toEqual([
      'By status',
      'by Status (2)',
      'a b c',
      'Sheet',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
    ]);
  });

  it('is made also where the clock of the device is wrong', () => {
    for (const now of [0, Date.UTC(2199, 0, 1)]) {
      expect(
        read(xlsxOf([{ name: 'A', headings: ['x'], rows: [] }], now), { type: 'array' }).SheetNames,
      ).toEqual(['A']);
    }
  });

  it('has as many columns as a table needs', () => {
    const headings = Array.from({ length: 60 }, (_, at) => `c${at}`);
    const book = open([{ name: 'Wide', headings, rows: [] }]);
    expect(utils.sheet_to_json(book.Sheets['Wide'] ?? {}, { header: 1 })).toEqual([headings]);
  });
});
