import type { PageWriter, Writer } from './document.ts';
import { cleanText, shortened, wrapped } from './fitText.ts';

/** Who sits at a table: what is written at each place, in order. */
export interface TableListing {
  title: string;
  /** At the end of the title's line, such as '4 / 8'. */
  aside: string;
  rows: readonly ListingRow[];
}

export interface ListingRow {
  place: string;
  name: string;
  note: string;
  /** Below it, whole: what the kitchen must know is not cut off. */
  remark?: string;
}

/** The room for lists on a page, points. */
export interface Columns {
  x: number;
  y: number;
  width: number;
  height: number;
  count: number;
}
const GAP = 22;
const TITLE = { size: 10.5, height: 19 } as const;
const ROW = { size: 8.8, height: 12.2 } as const;
const REMARK = { size: 8, height: 9.8, after: 2 } as const;
/** About a thousand letters; what is longer fits no row. */
const REMARK_LINES = 16;
const AFTER = 10;
/** Points. */
const SMALLEST = 6;
/** Wide enough for three figures. */
const PLACE = 20;

interface BrokenRow extends ListingRow {
  /** The lines of its remark. */
  lines: readonly string[];
}
type Broken = Omit<TableListing, 'rows'> & { rows: readonly BrokenRow[] };

interface Placed {
  table: Broken;
  /** It began in the column before. */
  goesOn: boolean;
  rows: readonly BrokenRow[];
  column: number;
  y: number;
}

const columnWidth = ({ width, count }: Columns): number => (width - (count - 1) * GAP) / count;

/** The remarks in lines as wide as a column. */
export function broken(writer: Writer, tables: readonly TableListing[], columns: Columns): Broken[] {
  const room = columnWidth(columns) - PLACE;
  const measure = (text: string): number => writer.width(text, REMARK.size);
  const linesOf = ({ remark = '' }: ListingRow): string[] =>
    wrapped(cleanText(remark), room, REMARK_LINES, measure);
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({ ...row, lines: linesOf(row) })),
  }));
}

const heightOf = ({ lines }: BrokenRow): number =>
  ROW.height + (lines.length === 0 ? 0 : lines.length * REMARK.height + REMARK.after);

/** How many of the rows fit, at least one. */
function fitting(rows: readonly BrokenRow[], room: number): number {
  let left = room;
  const first = rows.findIndex((row) => (left -= heightOf(row)) < 0);
  return first === -1 ? rows.length : Math.max(1, first);
}

/** What stands where, page by page. A table is not torn apart unless it is longer than a column. */
export function arrange(tables: readonly Broken[], { height, count }: Columns): Placed[][] {
  const pages: Placed[][] = [];
  let column = count;
  let y = 0;
  const next = (): void => {
    column += 1;
    y = 0;
    if (column < count) return;
    pages.push([]);
    column = 0;
  };
  for (const table of tables) {
    const needed = table.rows.reduce<number>((sum, row) => sum + heightOf(row), TITLE.height);
    if (column >= count || (y > 0 && y + Math.min(needed, height) > height)) next();
    let rest = table.rows;
    let goesOn = false;
    do {
      if (goesOn) next();
      const rows = rest.slice(0, fitting(rest, height - y - TITLE.height));
      pages.at(-1)?.push({ table, goesOn, rows, column, y });
      rest = rest.slice(rows.length);
      y += rows.reduce<number>((sum, row) => sum + heightOf(row), TITLE.height + AFTER);
      goesOn = true;
    } while (rest.length > 0);
  }
  return pages;
}

export function drawListings(
  writer: Writer,
  page: PageWriter,
  placed: readonly Placed[],
  columns: Columns,
): void {
  const width = columnWidth(columns);
  for (const { table, goesOn, rows, column, y } of placed) {
    const left = columns.x + column * (width + GAP);
    const top = columns.y + y;
    const aside = goesOn ? '…' : cleanText(table.aside);
    const asideWidth = writer.width(aside, ROW.size);
    const title = sized(writer, cleanText(table.title), width - asideWidth - 8, TITLE.size, 'bold');
    page.text(title.text, left, top + TITLE.size, { size: title.size, face: 'bold' });
    page.text(aside, left + width - asideWidth, top + TITLE.size, { size: ROW.size, gray: 0.35 });
    page.fill(left, top + TITLE.size + 3.5, width, 0.6, 0.45);
    let line = top + TITLE.height;
    for (const row of rows) {
      drawRow(writer, page, row, left, width, line);
      line += heightOf(row);
    }
  }
}

/** In smaller letters where it is long, down to what can be read; then as much of it as fits. */
function sized(writer: Writer, whole: string, room: number, most: number, face: 'regular' | 'bold') {
  const size = Math.min(most, Math.max(SMALLEST, room / (writer.width(whole, 1, face) || 1)));
  const text = shortened(whole, room + 0.01, (part) => writer.width(part, size, face));
  return { text, size, width: writer.width(text, size, face) };
}

function drawRow(
  writer: Writer,
  page: PageWriter,
  { place, name, note, lines }: BrokenRow,
  left: number,
  width: number,
  top: number,
): void {
  const base = top + ROW.size;
  const number = cleanText(place);
  const numberWidth = writer.width(number, ROW.size);
  page.text(number, left + PLACE - 6 - numberWidth, base, { size: ROW.size, gray: 0.35 });
  const room = width - PLACE;
  const shown = sized(writer, cleanText(name), room, ROW.size, 'regular');
  page.text(shown.text, left + PLACE, base, { size: shown.size });
  const rest = room - shown.width - 8;
  const clean = cleanText(note);
  if (clean !== '' && rest > 30) {
    page.text(
      shortened(clean, rest, (text) => writer.width(text, 7.5)),
      left + PLACE + shown.width + 6,
      base,
      {
        ...{ size: 7.5, gray: 0.45 },
      },
    );
  }
  lines.forEach((text, index) =>
    page.text(text, left + PLACE, top + ROW.height + index * REMARK.height + REMARK.size, {
      size: REMARK.size,
    }),
  );
}
