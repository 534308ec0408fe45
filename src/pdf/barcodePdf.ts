import { MM, startDocument, type PageWriter, type PdfDetails, type Writer } from './document.ts';
import type { Fonts } from './type/fonts.ts';
import { cleanText, wrapped } from './fitText.ts';
import { qrCode } from './qr.ts';
import type { Symbology } from './symbology.ts';

export interface Badge {
  name: string;
  company: string;
  /** What the code says. */
  number: string;
}

/** A4; 3 columns by 4 rows, codes of 25 mm (specification 2 §9). */
export const BADGES = { columns: 3, rows: 4, code: 25 * MM } as const;
/** Points. A module of 0.33 mm is what readers like best; a long number's are thinner, as the cell's width wants it. */
const LINES = { module: 0.33 * MM, height: 18 * MM } as const;
const PAGE = { width: 210 * MM, height: 297 * MM };
const MARGIN = 10 * MM;
const CELL = {
  width: (PAGE.width - 2 * MARGIN) / BADGES.columns,
  height: (PAGE.height - 2 * MARGIN) / BADGES.rows,
};
/** For a line of text. */
const ROOM = CELL.width - 8 * MM;
const PER_PAGE = BADGES.columns * BADGES.rows;

/** The codes of many guests, to be cut along the hairlines. */
export async function barcodePdf(
  badges: readonly Badge[],
  details: PdfDetails,
  fonts: Fonts,
  onProgress: (done: number, total: number) => void = () => undefined,
  symbology: Symbology = 'qr',
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, details);
  const drawCode = symbology === 'qr' ? drawSquare : await linesDrawer();
  for (let first = 0; first < badges.length; first += PER_PAGE) {
    const page = writer.page(PAGE.width, PAGE.height);
    drawCutLines(page);
    for (const [index, badge] of badges.slice(first, first + PER_PAGE).entries()) {
      const left = MARGIN + (index % BADGES.columns) * CELL.width;
      const top = MARGIN + Math.floor(index / BADGES.columns) * CELL.height;
      drawCode(page, badge.number, left, top + 11 * MM);
      writeBadge(writer, page, badge, left, top + 11 * MM + BADGES.code + 8 * MM);
    }
    page.end();
    onProgress(Math.min(first + PER_PAGE, badges.length), badges.length);
  }
  return writer.finish();
}

type DrawCode = (page: PageWriter, number: string, left: number, top: number) => void;

// One path for the whole code: single rectangles would show hairlines between them on screens.
const drawSquare: DrawCode = (page, number, left, top) => {
  const { size, runs } = qrCode(number);
  const path = runs.map(({ x, y, length }) => `${x} ${y} ${length} 1 re`).join(' ');
  page.drawing(left + (CELL.width - BADGES.code) / 2, top, BADGES.code / size, `${path} f`);
};

/** What few venues need comes when it is needed (src/app/pwa/laterParts.ts). */
async function linesDrawer(): Promise<DrawCode> {
  const { code128, LINES_QUIET_ZONE } = await import('./code128.ts');
  return (page, number, left, top) => {
    const { size, bars } = code128(number);
    const module = Math.min(LINES.module, CELL.width / (size + 2 * LINES_QUIET_ZONE));
    const height = Math.round(LINES.height / module);
    const path = bars.map(({ x, width }) => `${x} 0 ${width} ${height} re`).join(' ');
    const middle = top + (BADGES.code - LINES.height) / 2;
    page.drawing(left + (CELL.width - size * module) / 2, middle, module, `${path} f`);
  };
}

function writeBadge(writer: Writer, page: PageWriter, badge: Badge, left: number, top: number): void {
  let y = top;
  const centred = (text: string, size: number, face: 'regular' | 'bold', lines: number, gray = 0): void => {
    const measure = (part: string) => writer.width(part, size, face);
    for (const line of wrapped(cleanText(text), ROOM, lines, measure)) {
      page.text(line, left + (CELL.width - measure(line)) / 2, y, { size, face, gray });
      y += size * 1.25;
    }
  };
  // A long name smaller rather than cut off: it is what the badge is for.
  const clean = cleanText(badge.name);
  const isLong = wrapped(clean, ROOM, 3, (part) => writer.width(part, 12, 'bold')).length > 2;
  centred(clean, isLong ? 9 : 12, 'bold', isLong ? 3 : 2);
  centred(badge.company, 9, 'regular', 2, 0.25);
  y += 2;
  centred(badge.number, 10, 'regular', 1, 0.25);
}

function drawCutLines(page: PageWriter): void {
  const [width, height] = [CELL.width * BADGES.columns, CELL.height * BADGES.rows];
  for (let column = 0; column <= BADGES.columns; column++) {
    page.fill(MARGIN + column * CELL.width - 0.1, MARGIN, 0.2, height, 0.75);
  }
  for (let row = 0; row <= BADGES.rows; row++) {
    page.fill(MARGIN, MARGIN + row * CELL.height - 0.1, width, 0.2, 0.75);
  }
}
