import { MM, startDocument, type PageWriter, type PdfDetails, type Writer } from './document.ts';
import type { Fonts } from './type/fonts.ts';
import { cleanText, wrapped } from './fitText.ts';
import { qrCode } from './qr.ts';

export interface Badge {
  name: string;
  company: string;
  /** What the QR code says. */
  number: string;
}

/** A4; 3 columns by 4 rows, codes of 25 mm (specification 2 §9). */
export const BADGES = { columns: 3, rows: 4, code: 25 * MM } as const;
const PAGE = { width: 210 * MM, height: 297 * MM };
const MARGIN = 10 * MM;
const CELL = {
  width: (PAGE.width - 2 * MARGIN) / BADGES.columns,
  height: (PAGE.height - 2 * MARGIN) / BADGES.rows,
};
const PER_PAGE = BADGES.columns * BADGES.rows;

/** The codes of many guests, to be cut along the hairlines. */
export async function barcodePdf(
  badges: readonly Badge[],
  details: PdfDetails,
  fonts: Fonts,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, details);
  for (let first = 0; first < badges.length; first += PER_PAGE) {
    const page = writer.page(PAGE.width, PAGE.height);
    drawCutLines(page);
    for (const [index, badge] of badges.slice(first, first + PER_PAGE).entries()) {
      const left = MARGIN + (index % BADGES.columns) * CELL.width;
      drawBadge(writer, page, badge, left, MARGIN + Math.floor(index / BADGES.columns) * CELL.height);
    }
    page.end();
    onProgress(Math.min(first + PER_PAGE, badges.length), badges.length);
  }
  return writer.finish();
}

function drawBadge(writer: Writer, page: PageWriter, badge: Badge, left: number, top: number): void {
  const { size, runs } = qrCode(badge.number);
  const rectangles = runs.map(({ x, y, length }) => `${x} ${y} ${length} 1 re`).join(' ');
  const codeTop = top + 11 * MM;
  // One path for the whole code: single rectangles would show hairlines between them on screens.
  page.drawing(left + (CELL.width - BADGES.code) / 2, codeTop, BADGES.code / size, `${rectangles} f`);

  let y = codeTop + BADGES.code + 8 * MM;
  const centred = (text: string, size: number, face: 'regular' | 'bold', lines: number, gray = 0): void => {
    const measure = (part: string) => writer.width(part, size, face);
    for (const line of wrapped(cleanText(text), CELL.width - 8 * MM, lines, measure)) {
      page.text(line, left + (CELL.width - measure(line)) / 2, y, { size, face, gray });
      y += size * 1.25;
    }
  };
  centred(badge.name, 12, 'bold', 2);
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
