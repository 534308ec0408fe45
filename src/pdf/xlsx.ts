import { zipSync } from 'fflate';
import { archiveDate } from './zip.ts';

/*
 * Writes Excel workbooks (Office Open XML): numbers as numbers, with a head that stays, and formats of cells. A table of
 * 10,000 rows must not take a second, so a sheet is made as text, row by row.
 */

export type CellFormat = 'count' | 'money' | 'share' | 'day' | 'time';
/** Money in cents; a share 0 to 1; a day as its number since 1970, a time in minutes since then, as clocks count them there. */
export type Cell = string | null | { value: number; format: CellFormat };
export interface Sheet {
  name: string;
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** The last line, in bold. */
  total?: readonly Cell[] | undefined;
}

/** Places in `cellXfs` of the styles below; in bold each is `BOLD` further. */
const STYLES: Record<CellFormat | 'text', number> = {
  text: 0,
  count: 1,
  money: 2,
  share: 3,
  day: 4,
  time: 5,
};
const BOLD = 6;
const DAY_MINUTES = 24 * 60;
/** Excel counts days from the end of 1899. */
const FIRST_DAY = 25_569;
/** What Excel does not take in the name of a sheet, and how long that may be. */
const NAME_LENGTH = 31;
const WIDEST = 60;

/** The bytes of a workbook with a sheet for each; `now` dates the file (ms). */
export function xlsxOf(sheets: readonly Sheet[], now: number): Uint8Array<ArrayBuffer> {
  const names = sheetNames(sheets.map(({ name }) => name));
  const encoder = new TextEncoder();
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(names),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLE_SHEET,
  };
  for (const [at, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = worksheet(sheet);
  const files = Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)] as const);
  return zipSync(Object.fromEntries(files), { level: 4, mtime: archiveDate(now) });
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(sheets: number): string {
  const part = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}.xml" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
  const all = Array.from({ length: sheets }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet'));
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${all.join('')}</Types>`;
}

const relations = (to: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${to
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const workbook = (names: readonly string[]): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
    .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

// 49 is text: what is typed over a number or a phone stays text too.
const FORMATS = [49, 3, 4, 164, 14, 22];
const STYLE_SHEET = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${2 * FORMATS.length}">${[
  0, 1,
]
  .flatMap((font) =>
    FORMATS.map(
      (format) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  )
  .join('')}</cellXfs></styleSheet>`;

function worksheet({ headings, rows, total }: Sheet): string {
  const lines = [rowXml(1, headings, BOLD), ...rows.map((row, at) => rowXml(at + 2, row, 0))];
  if (total !== undefined) lines.push(rowXml(rows.length + 2, total, BOLD));
  const last = `${columnName(Math.max(0, headings.length - 1))}${rows.length + 1}`;
  const columns = headings
    .map((heading, at) => {
      const longest = rows.reduce((most, row) => Math.max(most, widthOf(row[at])), heading.length);
      return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(WIDEST, longest + 3)}" customWidth="1"/>`;
    })
    .join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    columns === '' ? '' : `<cols>${columns}</cols>`
  }<sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

const widthOf = (cell: Cell | undefined): number =>
  typeof cell === 'string'
    ? cell.length
    : cell == null
      ? 0
      : cell.format === 'money' || cell.format === 'time'
        ? 14
        : 10;

function rowXml(number: number, cells: readonly Cell[], bold: number): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell === null || cell === '') continue;
    const place = `${columnName(at)}${number}`;
    xml +=
      typeof cell === 'string'
        ? `<c r="${place}" s="${STYLES.text + bold}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
        : `<c r="${place}" s="${STYLES[cell.format] + bold}"><v>${numberText(cell)}</v></c>`;
  }
  return `${xml}</row>`;
}

/** Cents are divided in text: 1.15 is written as it is, not as what a binary fraction makes of it. */
function numberText({ value, format }: { value: number; format: CellFormat }): string {
  if (format === 'day') return String(value + FIRST_DAY);
  if (format === 'time') return String(FIRST_DAY + value / DAY_MINUTES);
  if (format !== 'money') return String(value);
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const names: string[] = [];
function columnName(at: number): string {
  let name = names[at];
  if (name === undefined) {
    name = '';
    for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    }
    names[at] = name;
  }
  return name;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as XML takes it: without what no XML document may hold. */
const escaped = (text: string): string =>
  /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text)
    ? text
        .replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
        .replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '')
    : text;

/** Names that Excel takes, each once. */
function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    const clean =
      name
        .replaceAll(/[[\]:*?/\\\p{Cc}\s]+/gu, ' ')
        .replaceAll(/^'|'$/g, '')
        .trim() || 'Sheet';
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`;
      const tried = clean.slice(0, NAME_LENGTH - end.length) + end;
      if (taken.has(tried.toLowerCase())) continue;
      taken.add(tried.toLowerCase());
      return tried;
    }
  });
}
