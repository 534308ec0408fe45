import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { tableOf } from '#domain/import/table.ts';
import { readCsv } from './csv.ts';
import { FILE_LIMITS, ReadFailure } from './limits.ts';
import { readTable } from './readTable.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const codeOf = async (bytes: Uint8Array): Promise<string | null> =>
  readTable(bytes, {}).then(
    () => null,
    (error: unknown) => (error instanceof ReadFailure ? error.code : String(error)),
  );

describe('odd CSV files', () => {
  it('keep quotes, separators and line ends within cells', () => {
    const text = 'Nom;Notes\r\n"de ""La"" Tour";"a;b\r\nsecond line"\r\n';
    expect(readCsv(text, ';')).toEqual([['Nom', 'Notes'], ['de "La" Tour', 'a;b\r\nsecond line'], ['']]);
  });
  it.each(['\n', '\r\n', '\r'])('may end lines with %j', (end) => {
    expect(readCsv(['a,b', '1,2', '', '3,4'].join(end), ',')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      [''],
      ['3', '4'],
    ]);
  });
  it('are one column with the wrong separator, and right with the other [IMPORT-01]', async () => {
    const bytes = utf8('Prénom;Nom\nAda;Lovelace');
    const guessed = await readTable(bytes, {});
    expect(guessed).toMatchObject({ format: 'csv', delimiter: ';', encoding: 'utf-8' });
    const wrong = await readTable(bytes, { delimiter: ',' });
    expect(wrong.grid[0]).toEqual(['Prénom;Nom']);
  });
  it("lose Excel's separator hint and mark, and are read as Windows-1252 where they are no UTF-8", async () => {
    expect((await readTable(utf8('\uFEFFsep=;\r\nPrénom;Nom\r\nÉva;Noël'), {})).grid).toEqual([
      ['Prénom', 'Nom'],
      ['Éva', 'Noël'],
    ]);
    const excel = Uint8Array.from('Prénom;Nom\r\nÉva;Noël', (character) => character.charCodeAt(0));
    expect(await readTable(excel, {})).toMatchObject({
      encoding: 'windows-1252',
      grid: [
        ['Prénom', 'Nom'],
        ['Éva', 'Noël'],
      ],
    });
  });
  it('with a header only have no rows; without anything they are refused', async () => {
    const { grid } = await readTable(utf8('Prénom;Nom\r\n'), {});
    expect(tableOf(grid, true)).toMatchObject({ headers: ['Prénom', 'Nom'], rows: [] });
    expect(await codeOf(utf8(''))).toBe('empty');
    expect(await codeOf(utf8('\r\n;;\r\n'))).toBe('empty');
  });
  it('are refused with too many rows or columns, and when they are no text', async () => {
    expect(await codeOf(utf8('a,b\n'.repeat(FILE_LIMITS.rows + 2)))).toBe('too_many_rows');
    expect(await codeOf(utf8(','.repeat(FILE_LIMITS.columns)))).toBe('too_many_columns');
    expect(await codeOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('unknown_format');
    expect(await codeOf(new Uint8Array(FILE_LIMITS.bytes + 1))).toBe('too_large');
  });
  it('of 5,000 rows are read whole', async () => {
    const text = `Prénom;Nom;Notes\r\n${'"Ada";Lovelace;"one\r\ntwo"\r\n'.repeat(5000)}`;
    const table = tableOf((await readTable(utf8(text), {})).grid, true);
    expect([table.rows.length, table.dropped.length]).toEqual([5000, 0]);
  });
});

function workbook(sheets: Record<string, unknown[][]>): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

describe('Excel files', () => {
  it('are read as text from the first sheet with something in it, or the one that is named', async () => {
    const bytes = workbook({
      Leer: [],
      Gäste: [
        ['Prénom', 'Nom', 'Téléphone', 'Table'],
        ['Éva', 'Noël', 41791234567, 3],
        ['Ada', 'Lovelace', '', null],
      ],
      Autre: [['x']],
    });
    expect(await readTable(bytes, {})).toMatchObject({
      format: 'xlsx',
      sheet: 'Gäste',
      sheets: ['Leer', 'Gäste', 'Autre'],
      grid: [
        ['Prénom', 'Nom', 'Téléphone', 'Table'],
        ['Éva', 'Noël', '41791234567', '3'],
        ['Ada', 'Lovelace', '', ''],
      ],
    });
    expect((await readTable(bytes, { sheet: 'Autre' })).grid).toEqual([['x']]);
    const blank = workbook({ Formats: [['', ' ']], Gäste: [['Nom']] });
    expect(await readTable(blank, {})).toMatchObject({ sheet: 'Gäste', grid: [['Nom']] });
  });
  it('are refused when damaged, empty, too long or a bomb', async () => {
    expect(await codeOf(utf8('PK\u0003\u0004 nothing'))).toBe('damaged');
    expect(await codeOf(workbook({ A: [] }))).toBe('empty');
    const long = Array.from({ length: FILE_LIMITS.rows + 2 }, () => ['a']);
    expect(await codeOf(workbook({ A: long }))).toBe('too_many_rows');
    const bomb = workbook({ A: [['a']] });
    const view = new DataView(bomb.buffer);
    // The directory claims 4 GB for its first file.
    for (let at = 0; at < bomb.length - 4; at++) {
      if (view.getUint32(at, true) === 0x02014b50) {
        view.setUint32(at + 24, 0xfffffff0, true);
        break;
      }
    }
    expect(await codeOf(bomb)).toBe('too_large');
  });
});
