import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { tableProblems } from '#domain/import/readProblems.ts';
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
    expect(readCsv(text, ';').problems).toEqual([]);
    expect(readCsv(text, ';').rows).toEqual([['Nom', 'Notes'], ['de "La" Tour', 'a;b\r\nsecond line'], ['']]);
  });
  it.each(['\n', '\r\n', '\r'])('may end lines with %j', (end) => {
    expect(readCsv(['a,b', '1,2', '', '3,4'].join(end), ',').rows).toEqual([
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
  it.each(['', '\n'])('of exactly the limit are read, whether they end with %j or not', async (end) => {
    const rows = Array.from({ length: FILE_LIMITS.rows }, (_, index) => `A,B${index}`);
    const text = ['Forename,Surname', ...rows].join('\n') + end;
    expect(tableOf((await readTable(utf8(text), {})).grid, true).rows).toHaveLength(FILE_LIMITS.rows);
    expect(await codeOf(utf8(`${text.trimEnd()}\none,more${end}`))).toBe('too_many_rows');
  });
  it('are read in the character set that somebody chooses', async () => {
    const mac = Uint8Array.from([0x83, 0x76, 0x61, 0x2c, 0x4e]);
    expect(await readTable(mac, {})).toMatchObject({ encoding: 'macintosh', grid: [['Éva', 'N']] });
    expect(await readTable(mac, { encoding: 'windows-1252' })).toMatchObject({
      encoding: 'windows-1252',
      grid: [['ƒva', 'N']],
    });
  });
  it('as Excel writes "Unicode text": UTF-16, tabs', async () => {
    const text = '\ufeffPrénom\tNom\r\nZoé\tMüller\r\n';
    const bytes = new Uint8Array(
      new Uint16Array(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))).buffer,
    );
    expect(await readTable(bytes, {})).toMatchObject({
      ...{ delimiter: '\t', problems: [] },
      grid: [['Prénom', 'Nom'], ['Zoé', 'Müller'], ['']],
    });
  });
  it('of 5,000 rows are read whole', async () => {
    const text = `Prénom;Nom;Notes\r\n${'"Ada";Lovelace;"one\r\ntwo"\r\n'.repeat(5000)}`;
    const table = tableOf((await readTable(utf8(text), {})).grid, true);
    expect([table.rows.length, table.dropped.length]).toEqual([5000, 0]);
  });
});

/** 62 people, the third of whom has one quote too many. */
const people = Array.from({ length: 62 }, (_, index) => `Ada ${index + 1};Lovelace;x${index}@example.com`);
const spoilt = (change: (line: string) => string): string =>
  ['Prénom;Nom;E-mail', ...people.map((line, index) => (index === 2 ? change(line) : line)), ''].join('\r\n');

describe('files that may not say what they seem to', () => {
  const problemsIn = async (text: string) => (await readTable(utf8(text), {})).problems;

  it('one unclosed quote is told by its line; read as a plain character nobody is lost', async () => {
    const text = spoilt((line) => `"${line}`);
    const table = await readTable(utf8(text), {});
    expect(tableOf(table.grid, true).rows.length).toBeLessThan(62);
    expect(table.problems).toContainEqual({ code: 'unclosed_quote', line: 4 });
    const plain = await readTable(utf8(text), { delimiter: ';', quotes: 'plain' });
    expect(plain.problems).toEqual([]);
    expect(tableOf(plain.grid, true).rows).toHaveLength(62);
    expect(tableOf(plain.grid, true).rows[2]?.cells[0]).toBe('"Ada 3');
  });
  it('a quote that another one closes far below is told, too', async () => {
    const lines = spoilt((line) => `"${line}`).split('\r\n');
    lines[40] = `Ada 40;Lovelace;x40@example.com"`;
    expect(await problemsIn(lines.join('\r\n'))).toEqual([{ code: 'rows_in_cell', line: 4 }]);
  });
  it('a cell that goes on after its quote is told', async () => {
    const text = spoilt((line) => line.replace('Lovelace', '"Love" lace'));
    expect(await problemsIn(text)).toContainEqual({ code: 'stray_quote', line: 4 });
  });
  it('quotes within a cell, doubled ones and cells of several lines are as they should be', async () => {
    const text = spoilt(() => 'Ada "Countess" King;"de ""La""\r\nTour; fils";"" ');
    expect(await problemsIn(text)).toEqual([]);
  });
  it('a file that was cut in the middle is told; one without a last line end is not cut', async () => {
    const whole = spoilt((line) => line).trimEnd();
    expect(await problemsIn(whole)).toEqual([]);
    expect(await problemsIn(whole.slice(0, whole.lastIndexOf(';') - 3))).toEqual([
      { code: 'cut_off', line: 63 },
    ]);
  });
  it.each(['\ufffd', 'Ã©', 'â€™', '\u0081'])('damaged letters are told: %j', async (letters) => {
    expect(await problemsIn(spoilt((line) => line.replace('ace', letters)))).toEqual([
      { code: 'wrong_letters', line: 4 },
    ]);
  });
  it('a cell that is too long for us is told', async () => {
    const text = spoilt((line) => line.replace('Lovelace', 'x'.repeat(FILE_LIMITS.cellLength + 1)));
    expect(await problemsIn(text)).toEqual([{ code: 'cell_cut', line: 4 }]);
  });
  it('errors and formulas without a value are told by their rows', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Prénom', 'Nom'],
      ['Ada', 'x'],
      ['Eva', 'y'],
      ['Zoé', 'z'],
    ]);
    sheet['B2'] = { t: 'e', v: 0x17, w: '#REF!' };
    sheet['B3'] = { t: 's', f: 'A3&"!"', v: 'gone' };
    sheet['B4'] = { t: 's', f: 'A4&"!"', v: 'Zoé!' };
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Gäste');
    // As a program writes it that leaves the calculating to Excel.
    const parts = unzipSync(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer));
    const path = 'xl/worksheets/sheet1.xml';
    const xml = strFromU8(parts[path] ?? new Uint8Array());
    expect(xml).toMatch(/<v>gone<\/v>/);
    const bytes = zipSync({
      ...parts,
      [path]: strToU8(xml.replace(/<c r="B3"[^>]*>/, '<c r="B3">').replace('<v>gone</v>', '<v></v>')),
    });
    expect((await readTable(bytes, {})).problems).toEqual([
      { code: 'cell_error', line: 2 },
      { code: 'formula_without_value', line: 3 },
    ]);
  });
  it('more rows left out than taken, and two columns of one name, are told', () => {
    const [head, short] = [['Nom', 'Prénom', 'Nom '], ['Lovelace;Ada']];
    const left = Array.from({ length: 6 }, () => short);
    expect(tableProblems(tableOf([head, ['a', 'b', 'c'], ...left], true)).map(({ code }) => code)).toEqual([
      ...['many_dropped', 'duplicate_header'],
    ]);
    expect(tableProblems(tableOf([['Nom', 'Prénom', ''], ['a', 'b', 'c'], short], true))).toEqual([]);
  });
  it('two columns of one name are told where somebody must say which is meant, and only there', () => {
    const told = (...grid: string[][]) => tableProblems(tableOf(grid, true)).map(({ code }) => code);
    expect(told(['Nom', 'Ville', 'Ville'], ['Noir', 'Vevey', 'Aigle'])).toEqual(['duplicate_header']);
    expect(told(['Nom', 'Ville', 'Ville'], ['Noir', '', 'Aigle'], ['Roux', 'Vevey', ''])).toHaveLength(1);
    // One is empty, both say the same, or none of them would be taken.
    expect(told(['Nom', 'Ville', 'Ville'], ['Noir', '', 'Aigle'])).toEqual([]);
    expect(told(['Nom', 'Ville', 'ville '], ['Noir', 'Aigle', 'Aigle'])).toEqual([]);
    expect(told(['Nom', 'Chosen', 'Chosen'], ['Noir', '1', '2'])).toEqual([]);
    // Whoever pays stands after the guest.
    const payer = ['Company', 'Invoice address name', 'City'];
    expect(told(['Name', 'Company', 'City', ...payer], ['Ann', 'A', 'Bern', 'B', 'Bob', 'Basel'])).toEqual(
      [],
    );
    expect(told(['Name', 'City', 'City', ...payer], ['Ann', 'Bern', 'Chur', 'B', 'Bob', 'x'])).toHaveLength(
      1,
    );
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
  it('are read from the list of people, behind a sheet that explains it', async () => {
    const bytes = workbook({
      'Lisez-moi': [['Liste des invités du gala'], ['Remplissez la deuxième feuille.'], ['Merci']],
      Budget: [
        ['Poste', 'Montant'],
        ['Salle', 4000],
      ],
      Invités: [['Gala du Lac'], [], ['Prénom', 'Nom', 'Société'], ['Zoé', 'Roux', 'Arpège']],
    });
    expect(await readTable(bytes, {})).toMatchObject({ sheet: 'Invités' });
    expect(await readTable(bytes, { sheet: 'Budget' })).toMatchObject({ sheet: 'Budget' });
  });

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
  it('of exactly the limit are read; rows below with a frame alone are none; nobody is lost whom a file leaves out of its range', async () => {
    const rows = Array.from({ length: FILE_LIMITS.rows }, (_, index) => [`Ada${index}`, 'Byron']);
    const full = workbook({ A: [['Forename', 'Surname'], ...rows] });
    expect(tableOf((await readTable(full, {})).grid, true).rows).toHaveLength(FILE_LIMITS.rows);
    const below = async (cells: string) => {
      const parts = unzipSync(workbook({ A: [['Nom'], ['Frei']] }));
      const name = 'xl/worksheets/sheet1.xml';
      const xml = new TextDecoder().decode(parts[name]).replace('</sheetData>', `${cells}</sheetData>`);
      return zipSync({ ...parts, [name]: utf8(xml) });
    };
    const empty = (row: number) => `<row r="${row}"><c r="A${row}" s="0"/></row>`;
    const framed = await readTable(await below(empty(3) + empty(30_000) + empty(1_048_576)), {});
    expect(tableOf(framed.grid, true)).toMatchObject({ rows: [{ cells: ['Frei'] }], aside: { above: 0 } });
    const guest = (row: number) =>
      `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>Wolf</t></is></c></row>`;
    const wrong = await readTable(await below(guest(3)), {});
    expect(tableOf(wrong.grid, true).rows.map(({ cells }) => cells)).toEqual([['Frei'], ['Wolf']]);
    expect(await codeOf(await below(empty(30_000) + guest(30_001)))).toBe('too_many_rows');
  });
  it('are refused when damaged, empty, too long or a bomb', async () => {
    expect(await codeOf(utf8('PK\u0003\u0004 nothing'))).toBe('damaged');
    expect(await codeOf(workbook({ A: [] }))).toBe('empty');
    const secret = utils.book_new();
    for (const [name, rows] of [
      ['Alt', [['Nom']]],
      ['Leer', []],
    ] as const)
      utils.book_append_sheet(secret, utils.aoa_to_sheet(rows as never), name);
    for (const last of [0, 1]) {
      secret.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: last }] as never };
      const bytes = new Uint8Array(write(secret, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
      expect(await codeOf(bytes)).toBe('only_hidden');
      expect((await readTable(bytes, { sheet: 'Alt' })).grid).toEqual([['Nom']]);
    }
    // The list of its sheets names one that is not in the file.
    const parts = unzipSync(workbook({ A: [['Nom'], ['Frei']] }));
    delete parts['xl/worksheets/sheet1.xml'];
    expect(await codeOf(zipSync(parts))).toBe('damaged');
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

describe('cells of Excel', () => {
  const sheet = utils.aoa_to_sheet([
    ['Gala guests', '', '', '', '', ''],
    ['Forename', 'Surname', 'Number', 'Phone', 'Table', 'Notes'],
    ['Ada', 'Lovelace', '007', 41791234567, 12, ''],
    ['Max', 'Frei', 42, '0041 79 123 45 67', '', ''],
    ['Zoé', 'Müller', 1e21, '', '', ''],
  ]);
  Object.assign(sheet, {
    '!merges': [utils.decode_range('A1:F1'), utils.decode_range('E3:E4')],
    C4: { t: 'n', v: 42, z: '00000' },
    F3: { t: 'n', v: 46101, z: 'yyyy-mm-dd' },
    F4: { t: 'n', v: 3, f: '1+2' },
    F5: { t: 'b', v: true },
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Guests');
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);

  it('are read as they are seen: zeros in front, dates, results, and one cell over several rows', async () => {
    const { grid, problems } = await readTable(bytes, {});
    expect(problems).toEqual([]);
    const { headers, rows } = tableOf(grid, true);
    expect(headers).toEqual(['Forename', 'Surname', 'Number', 'Phone', 'Table', 'Notes']);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Ada', 'Lovelace', '007', '41791234567', '12', '2026-03-20'],
      ['Max', 'Frei', '00042', '0041 79 123 45 67', '12', '3'],
      ['Zoé', 'Müller', '1e+21', '', '', 'TRUE'],
    ]);
  });
});

describe('workbooks with hidden sheets', () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Secret', 'Salary']]), 'Hidden');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Forename', 'Surname']]), 'Guests');
  book.Workbook = { Sheets: [{ name: 'Hidden', Hidden: 1 }, { name: 'Guests' }] };
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);

  it('are read where they are seen, and in a hidden one only when it is named', async () => {
    const seen = { sheets: ['Hidden', 'Guests'], hidden: ['Hidden'] };
    expect(await readTable(bytes, {})).toMatchObject({ ...seen, sheet: 'Guests' });
    expect(await readTable(bytes, { sheet: 'Hidden' })).toMatchObject({
      ...{ ...seen, sheet: 'Hidden' },
      grid: [['Secret', 'Salary']],
    });
  });
});
