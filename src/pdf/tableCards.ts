import {
  MM,
  startDocument,
  type PageWriter,
  type PdfDetails,
  type TextOptions,
  type Writer,
} from './document.ts';
import { cleanText, shortened, wrapped } from './fitText.ts';
import type { Fonts } from './type/fonts.ts';

/** Upright, mm. */
const PAPERS = { A4: [210, 297], A5: [148, 210], Letter: [215.9, 279.4] } as const;
export type CardPaper = keyof typeof PAPERS;

/** What stands at a seat. */
export interface PlaceCard {
  name: string;
  /** Below it, such as the company. */
  note: string;
  place: string;
  /** Behind it, and never cut off: who lays them out goes by it. '' for none of their own. */
  seat: string;
}
export interface CardsDocument extends PdfDetails {
  paper: CardPaper;
  /** To stand up, with the name on both sides; else flat, such as for a holder. */
  folded: boolean;
  cards: readonly PlaceCard[];
}
/** What stands on a table, to be read from both sides. */
export interface TableSign {
  /** Above the number, such as 'Table'. */
  word: string;
  label: string;
  name: string;
  people: readonly string[];
}
export interface SignsDocument extends PdfDetails {
  paper: CardPaper;
  signs: readonly TableSign[];
}

/** mm; of a folded card the side that one sees. */
const CARD = { width: 85, folded: 45, flat: 55 } as const;
/** What printers need at each edge, and the marks too. */
const EDGE = 8;
const MARK = { from: 1.5, to: 6 } as const;
const LINE = 0.4;

type Progress = (done: number, total: number) => void;

/** Cards at their real size, edge to edge, with marks to cut and to fold along. */
export async function cardsPdf(
  document: CardsDocument,
  fonts: Fonts,
  onProgress: Progress = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, document);
  const sheet = sheetOf(document.paper, document.folded);
  const each = sheet.columns * sheet.rows;
  for (let first = 0; first < Math.max(1, document.cards.length); first += each) {
    const page = writer.page(sheet.width, sheet.height);
    const cards = document.cards.slice(first, first + each);
    cutMarks(page, sheet, document.folded);
    cards.forEach((card, at) => {
      const x = sheet.x + (at % sheet.columns) * sheet.card.width;
      const y = sheet.y + Math.floor(at / sheet.columns) * sheet.card.height;
      drawCard(writer, page, card, { x, y, ...sheet.card }, document.folded);
    });
    page.end();
    onProgress(Math.min(first + each, document.cards.length), document.cards.length);
  }
  return writer.finish();
}

/** Points: how many cards a sheet of paper holds, and where the first one begins. */
export function sheetOf(paper: CardPaper, folded: boolean) {
  const [width, height] = PAPERS[paper];
  const card = { width: CARD.width, height: folded ? 2 * CARD.folded : CARD.flat };
  const columns = Math.max(1, Math.floor((width - 2 * EDGE) / card.width));
  const rows = Math.max(1, Math.floor((height - 2 * EDGE) / card.height));
  return {
    ...{ width: width * MM, height: height * MM, columns, rows },
    card: { width: card.width * MM, height: card.height * MM },
    x: ((width - columns * card.width) / 2) * MM,
    y: ((height - rows * card.height) / 2) * MM,
  };
}

/** In the margins alone: nothing of them stays on a card. Whole lines to cut, broken ones to fold. */
function cutMarks(page: PageWriter, sheet: ReturnType<typeof sheetOf>, folded: boolean): void {
  const { x, y, card, columns, rows } = sheet;
  const [right, bottom] = [x + columns * card.width, y + rows * card.height];
  const [from, long] = [MARK.from * MM, (MARK.to - MARK.from) * MM];
  for (let column = 0; column <= columns; column++) {
    const at = x + column * card.width - LINE / 2;
    page.fill(at, y - from - long, LINE, long, 0);
    page.fill(at, bottom + from, LINE, long, 0);
  }
  for (let row = 0; row <= rows; row++) {
    const at = y + row * card.height - LINE / 2;
    page.fill(x - from - long, at, long, LINE, 0);
    page.fill(right + from, at, long, LINE, 0);
    if (!folded || row === rows) continue;
    for (const left of [x - from - long, right + from]) foldMark(page, left, at + card.height / 2, long);
  }
}

/** A broken line. */
function foldMark(page: PageWriter, x: number, y: number, length: number): void {
  const dash = length / 5;
  for (const step of [0, 2, 4]) page.fill(x + step * dash, y, dash, LINE, 0);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawCard(writer: Writer, page: PageWriter, card: PlaceCard, box: Box, folded: boolean): void {
  if (!folded) return drawSide(writer, page, card, box, false);
  const height = box.height / 2;
  drawSide(writer, page, card, { ...box, y: box.y + height, height }, false);
  drawSide(writer, page, card, { ...box, height }, true);
}

const PAD = 5 * MM;
/** A card has the height for them, and nobody likes to find their own name shortened. */
const NAME_LINES = 3;

function drawSide(
  writer: Writer,
  page: PageWriter,
  { name, note, place, seat }: PlaceCard,
  box: Box,
  turned: boolean,
): void {
  const room = box.width - 2 * PAD;
  const put = lineIn(writer, page, box, turned);
  const clean = cleanText(name);
  const size = fitted(writer, clean, room, 24, 14);
  const lines = wrapped(clean, room, NAME_LINES, (text) => writer.width(text, size, 'bold'));
  const lead = size * 1.15;
  const block = lines.length * lead + (note === '' ? 0 : 14);
  let y = (box.height - block) / 2 + size * 0.8;
  for (const line of lines) {
    put(line, y, { size, face: 'bold' });
    y += lead;
  }
  const regular = (points: number) => (text: string) => writer.width(text, points);
  if (note !== '') put(shortened(cleanText(note), room, regular(11)), y, { size: 11, gray: 0.35 });
  const end = seat === '' ? '' : ` · ${cleanText(seat)}`;
  const where = shortened(cleanText(place), room - regular(9)(end), regular(9));
  put(`${where}${end}`, box.height - 3.5 * MM, { size: 9, gray: 0.35 });
}

/** Writes a centred line in a box, `y` from its top; turned, as who sits opposite reads it. */
function lineIn(writer: Writer, page: PageWriter, box: Box, turned: boolean) {
  return (text: string, y: number, options: TextOptions, middle = box.width / 2): void => {
    const width = writer.width(text, options.size, options.face);
    if (turned) {
      page.text(text, box.x + box.width - middle + width / 2, box.y + box.height - y, {
        ...options,
        turned,
      });
    } else page.text(text, box.x + middle - width / 2, box.y + y, options);
  };
}

/** The largest size up to `most` at which the text fits into a line; not below `least`. */
function fitted(writer: Writer, text: string, room: number, most: number, least: number): number {
  const width = writer.width(text, most, 'bold');
  return width <= room ? most : Math.max(least, Math.floor((most * room) / width));
}

/** A sheet for each table, folded in the middle: its number on both sides. */
export async function signsPdf(
  document: SignsDocument,
  fonts: Fonts,
  onProgress: Progress = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, document);
  const [width, height] = PAPERS[document.paper].map((side) => side * MM) as [number, number];
  for (const [index, sign] of document.signs.entries()) {
    const page = writer.page(width, height);
    for (const left of [0, width - 8 * MM]) foldMark(page, left, height / 2, 8 * MM);
    const half = { x: 0, width, height: height / 2 };
    drawSign(writer, page, sign, { ...half, y: height / 2 }, false);
    drawSign(writer, page, sign, { ...half, y: 0 }, true);
    page.end();
    onProgress(index + 1, document.signs.length);
  }
  if (document.signs.length === 0) writer.page(width, height).end();
  return writer.finish();
}

/** Names that two columns hold, of the usual height; more are in more columns, then closer to one another. */
const TWO_COLUMNS = 24;
const MOST_COLUMNS = 4;

function drawSign(writer: Writer, page: PageWriter, sign: TableSign, box: Box, turned: boolean): void {
  // All sizes are of an A4 sheet.
  const unit = box.width / (210 * MM);
  const room = box.width - 30 * MM * unit;
  const put = lineIn(writer, page, box, turned);
  const [word, label, name] = [sign.word, sign.label, sign.name].map(cleanText) as [string, string, string];
  const { people } = sign;
  const size = fitted(writer, label, room, (people.length === 0 ? 150 : 90) * unit, 20);
  const columns = Math.min(MOST_COLUMNS, Math.max(2, Math.ceil((2 * people.length) / TWO_COLUMNS)));
  const rows = Math.ceil(people.length / columns);
  const line = Math.min(15, (15 * (TWO_COLUMNS / 2)) / Math.max(rows, 1)) * unit;
  const block = (word === '' ? 0 : 30 * unit) + size + (name === '' ? 0 : 34 * unit) + rows * line;
  let y = Math.max(16 * MM * unit, (box.height - block) / 2);
  if (word !== '') {
    put(word, y + 16 * unit, { size: 20 * unit, gray: 0.35 });
    y += 30 * unit;
  }
  const bold = (points: number) => (text: string) => writer.width(text, points, 'bold');
  put(shortened(label, room, bold(size)), y + size * 0.8, { size, face: 'bold' });
  y += size;
  if (name !== '') {
    const points = fitted(writer, name, room, 28 * unit, 10);
    put(shortened(name, room, bold(points)), y + 22 * unit, { size: points, face: 'bold' });
    y += 34 * unit;
  }
  const column = room / columns - (12 / columns) * MM * unit;
  people.forEach((person, index) => {
    const clean = cleanText(person);
    // Whose name is long stands there in smaller letters, and in full.
    const points = Math.max(Math.min(6, line), Math.min((11 / 15) * line, column / writer.width(clean, 1)));
    const text = shortened(clean, column + 0.01, (part) => writer.width(part, points));
    const at = y + (14 / 15) * line + (index % rows) * line;
    const middle = (Math.floor(index / rows) + 0.5) / columns - 0.5;
    put(text, at, { size: points, gray: 0.15 }, box.width / 2 + middle * room);
  });
}
