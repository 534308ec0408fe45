import { MM, startDocument, type PageWriter, type PdfDetails, type Writer } from './document.ts';
import type { Fonts } from './type/fonts.ts';
import { cleanText, shortened, wrapped } from './fitText.ts';
import { drawHead } from './pageHead.ts';

export interface ListDocument extends PdfDetails {
  subtitle: string;
  /** At the end of the title's line: how many, and when. */
  aside: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** Places of columns that are not cut off: what the kitchen must know. */
  whole?: readonly number[];
}

/** A3 landscape (specification 2 §9). */
const LIST_PAGE = { width: 420 * MM, height: 297 * MM } as const;
const MARGIN = 14 * MM;
const ROOM = LIST_PAGE.width - 2 * MARGIN;
const TOP = MARGIN + 46;
const BOTTOM = LIST_PAGE.height - MARGIN - 14;
const SIZE = 9;
const LINE = 11.5;
const PAD = { x: 5, y: 3 };
const MAX_LINES = 2;
/** As many as a page has; what takes more fits no row. */
const WHOLE_LINES = 50;

/** A table on as many pages as it needs, its headings on each. */
export async function listPdf(
  list: ListDocument,
  fonts: Fonts,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, list);
  const headings = list.headings.map(cleanText);
  const widths = columnWidths(writer, headings, list.rows);
  const pages = paginate(writer, widths, list);
  const total = list.rows.length;
  let done = 0;
  for (const [index, lines] of pages.entries()) {
    const page = writer.page(LIST_PAGE.width, LIST_PAGE.height);
    drawFrame(writer, page, list, `${index + 1} / ${pages.length}`);
    drawHeadings(writer, page, headings, widths);
    drawRows(page, lines, widths);
    page.end();
    done += lines.length;
    onProgress(done, total);
  }
  return writer.finish();
}

type Row = readonly (readonly string[])[];

/**
 * What each column would like, from its content, and what it gets: the space that is left in proportion; or, when
 * there is too little, what is missing is taken from the wide ones.
 */
function columnWidths(
  writer: Writer,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): number[] {
  const least = headings.map((text) => writer.width(text, SIZE, 'bold') + 2 * PAD.x);
  const wish = least.map((width, column) =>
    rows.reduce(
      (widest, row) => Math.max(widest, writer.width(cleanText(row[column] ?? ''), SIZE) + 2 * PAD.x),
      width,
    ),
  );
  const wanted = sum(wish);
  if (wanted <= ROOM) return wish.map((width) => (width * ROOM) / wanted);
  // The highest cap at which the columns fit together: narrow ones keep what they need.
  let [low, high] = [0, ROOM];
  for (let step = 0; step < 40; step++) {
    const cap = (low + high) / 2;
    if (sum(wish.map((width) => Math.min(width, cap))) > ROOM) high = cap;
    else low = cap;
  }
  return wish.map((width) => Math.min(width, low));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const heightOf = (row: Row): number => Math.max(1, ...row.map(({ length }) => length)) * LINE + 2 * PAD.y;

function paginate(
  writer: Writer,
  widths: readonly number[],
  { rows, whole = [] }: Pick<ListDocument, 'rows' | 'whole'>,
): Row[][] {
  const pages: Row[][] = [[]];
  let room = BOTTOM - TOP - HEAD;
  for (const cells of rows) {
    const row = widths.map((width, column) =>
      wrapped(
        cleanText(cells[column] ?? ''),
        width - 2 * PAD.x,
        whole.includes(column) ? WHOLE_LINES : MAX_LINES,
        (text) => writer.width(text, SIZE),
      ),
    );
    const height = heightOf(row);
    if (height > room) {
      pages.push([]);
      room = BOTTOM - TOP - HEAD;
    }
    pages.at(-1)?.push(row);
    room -= height;
  }
  return pages;
}

const HEAD = LINE + 2 * PAD.y + 2;

function drawFrame(writer: Writer, page: PageWriter, list: ListDocument, number: string): void {
  const right = LIST_PAGE.width - MARGIN;
  drawHead(writer, page, list, { left: MARGIN, right, base: MARGIN + 15, size: 17 });
  page.text(number, right - writer.width(number, SIZE), LIST_PAGE.height - MARGIN, {
    size: SIZE,
    gray: 0.35,
  });
}

function drawHeadings(
  writer: Writer,
  page: PageWriter,
  headings: readonly string[],
  widths: readonly number[],
): void {
  page.fill(MARGIN, TOP, ROOM, HEAD, 0.92);
  let x = MARGIN;
  for (const [column, heading] of headings.entries()) {
    const width = widths[column] ?? 0;
    const text = shortened(heading, width - PAD.x, (part) => writer.width(part, SIZE, 'bold'));
    page.text(text, x + PAD.x, TOP + PAD.y + SIZE + 1, { size: SIZE, face: 'bold' });
    x += width;
  }
}

function drawRows(page: PageWriter, rows: readonly Row[], widths: readonly number[]): void {
  let y = TOP + HEAD;
  for (const row of rows) {
    let x = MARGIN;
    for (const [column, lines] of row.entries()) {
      for (const [index, line] of lines.entries()) {
        page.text(line, x + PAD.x, y + PAD.y + SIZE + index * LINE, { size: SIZE });
      }
      x += widths[column] ?? 0;
    }
    y += heightOf(row);
    page.fill(MARGIN, y - 0.25, ROOM, 0.5, 0.8);
  }
}
