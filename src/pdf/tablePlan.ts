import type { PageWriter, Writer } from './document.ts';
import { cleanText, shortened } from './fitText.ts';

/** Who sits at a table: what is written at each place, in order. */
export interface TableListing {
  title: string;
  /** At the end of the title's line, such as '4 / 8'. */
  aside: string;
  rows: readonly { place: string; name: string; note: string }[];
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
const AFTER = 10;

interface Placed {
  table: TableListing;
  /** It began in the column before. */
  goesOn: boolean;
  rows: TableListing['rows'];
  column: number;
  y: number;
}

/** What stands where, page by page. A table is not torn apart unless it is longer than a column. */
export function arrange(tables: readonly TableListing[], { height, count }: Columns): Placed[][] {
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
    const needed = TITLE.height + table.rows.length * ROW.height;
    if (column >= count || (y > 0 && y + Math.min(needed, height) > height)) next();
    let rest = table.rows;
    let goesOn = false;
    do {
      if (goesOn) next();
      const room = Math.max(1, Math.floor((height - y - TITLE.height) / ROW.height));
      const rows = rest.slice(0, room);
      pages.at(-1)?.push({ table, goesOn, rows, column, y });
      rest = rest.slice(room);
      y += TITLE.height + rows.length * ROW.height + AFTER;
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
  const width = (columns.width - (columns.count - 1) * GAP) / columns.count;
  for (const { table, goesOn, rows, column, y } of placed) {
    const left = columns.x + column * (width + GAP);
    const top = columns.y + y;
    const aside = goesOn ? '…' : cleanText(table.aside);
    const asideWidth = writer.width(aside, ROW.size);
    const bold = (text: string): number => writer.width(text, TITLE.size, 'bold');
    page.text(shortened(cleanText(table.title), width - asideWidth - 8, bold), left, top + TITLE.size, {
      ...{ size: TITLE.size, face: 'bold' },
    });
    page.text(aside, left + width - asideWidth, top + TITLE.size, { size: ROW.size, gray: 0.35 });
    page.fill(left, top + TITLE.size + 3.5, width, 0.6, 0.45);
    rows.forEach((row, index) =>
      drawRow(writer, page, row, left, width, top + TITLE.height + index * ROW.height),
    );
  }
}

/** Wide enough for three figures. */
const PLACE = 20;

function drawRow(
  writer: Writer,
  page: PageWriter,
  { place, name, note }: TableListing['rows'][number],
  left: number,
  width: number,
  top: number,
): void {
  const base = top + ROW.size;
  const regular = (text: string): number => writer.width(text, ROW.size);
  const number = cleanText(place);
  page.text(number, left + PLACE - 6 - regular(number), base, { size: ROW.size, gray: 0.35 });
  const room = width - PLACE;
  const shown = shortened(cleanText(name), room, regular);
  page.text(shown, left + PLACE, base, { size: ROW.size });
  const rest = room - regular(shown) - 8;
  const clean = cleanText(note);
  if (clean !== '' && rest > 30) {
    page.text(
      shortened(clean, rest, (text) => writer.width(text, 7.5)),
      left + PLACE + regular(shown) + 6,
      base,
      {
        ...{ size: 7.5, gray: 0.45 },
      },
    );
  }
}
