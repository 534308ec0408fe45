import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { MM } from './document.ts';
import { cardsPdf, sheetOf, signsPdf, type PlaceCard } from './tableCards.ts';
import { readPdf, testFonts } from './testing/read.ts';

const details = { title: 'Gala', language: 'fr', now: 0 };
const card = (index: number): PlaceCard => ({
  ...{ name: `Guest ${index}`, note: 'Arpège SA', place: 'Table 4', seat: `${index}` },
});
const NAMES = ['Ελένη Παπαδοπούλου', 'Олександра Шевченко', 'נועה כהן', 'محمد بن علي', 'Nguyễn Thị Hồng'];

/** The filled rectangles of the first page, points from its top left corner. */
async function rectanglesOf(bytes: Uint8Array) {
  const doc = await PDFDocument.load(bytes);
  const page = doc.getPage(0);
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => doc.context.lookup(ref)) : [contents];
  const commands = streams
    .flatMap((stream) => (stream instanceof PDFRawStream ? [stream] : []))
    .map((stream) => new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()))
    .join('\n');
  return [...commands.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f/g)].map(
    ([, x, y, width, height]) => ({
      ...{ x: Number(x), width: Number(width), height: Number(height) },
      y: page.getHeight() - Number(y) - Number(height),
    }),
  );
}

describe('place cards', async () => {
  const fonts = await testFonts(NAMES);

  it('are as large as they say, six folded or ten flat on A4, fewer on Letter', () => {
    expect(sheetOf('A4', true)).toMatchObject({ columns: 2, rows: 3 });
    expect(sheetOf('A4', false)).toMatchObject({ columns: 2, rows: 5 });
    expect(sheetOf('Letter', false)).toMatchObject({ columns: 2, rows: 4 });
    const { card: size, x, y, width, height } = sheetOf('A4', true);
    expect(size.width / MM).toBeCloseTo(85);
    expect(size.height / MM).toBeCloseTo(90);
    // Room for marks, and for what printers leave out.
    expect(Math.min(x, y)).toBeGreaterThan(8 * MM);
    expect([width, height].map((side) => Math.round(side / MM))).toEqual([210, 297]);
  });

  it('say the seat, however long the table’s name is', async () => {
    const place = 'Table 1 · Association des amis du Festival international de musique de chambre';
    const cards = [{ ...card(1), place, seat: '12' }];
    const { pages } = await readPdf(await cardsPdf({ ...details, paper: 'A4', folded: false, cards }, fonts));
    const [where] = pages[0]?.texts.filter(({ text }) => text.startsWith('Table')) ?? [];
    expect(where?.text).toMatch(/^Table 1 · Association des amis .*… · 12$/);
    expect(where?.width).toBeLessThan(75 * MM);
  });

  it('fill sheet after sheet; a folded one has the name on both sides, upside down on one', async () => {
    const cards = Array.from({ length: 8 }, (_, index) => card(index + 1));
    const { pages } = await readPdf(await cardsPdf({ ...details, paper: 'A4', folded: true, cards }, fonts));
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [210, 297],
      [210, 297],
    ]);
    const texts = pages[0]?.texts ?? [];
    for (let index = 1; index <= 6; index++) {
      expect(texts.filter(({ text }) => text === `Guest ${index}`)).toHaveLength(2);
    }
    expect(texts.filter(({ text }) => text === 'Arpège SA')).toHaveLength(12);
    expect(pages[1]?.texts.filter(({ text }) => text === 'Guest 7')).toHaveLength(2);
    const flat = await readPdf(await cardsPdf({ ...details, paper: 'A4', folded: false, cards }, fonts));
    expect(flat.pages).toHaveLength(1);
    expect(flat.pages[0]?.texts.filter(({ text }) => text === 'Guest 8')).toHaveLength(1);
  });

  it('have marks to cut in the margins alone, broken ones to fold', async () => {
    const sheet = sheetOf('A4', true);
    const marks = async (folded: boolean) => {
      const made = await cardsPdf({ ...details, paper: 'A4', folded, cards: [card(1)] }, fonts);
      return rectanglesOf(made);
    };
    const [right, bottom] = [sheet.x + 2 * sheet.card.width, sheet.y + 3 * sheet.card.height];
    const all = await marks(true);
    // Three upright lines above and below, four lying ones at each side, three folds at each side of three dashes.
    expect(all).toHaveLength(6 + 8 + 18);
    for (const { x, y, width, height } of all) {
      const within = x + width > sheet.x && x < right && y + height > sheet.y && y < bottom;
      expect(within).toBe(false);
    }
    expect(await marks(false)).toHaveLength(6 + 12);
  });

  it('have a whole name, also one that takes three lines, on both sides of a folded one', async () => {
    const name = 'Maximilian-Alexander von und zu Hohenlohe-Waldenburg-Schillingsfürst';
    const cards = [{ name, note: 'Mäzen GmbH', place: 'Table 1', seat: '2' }];
    for (const folded of [false, true]) {
      const { pages } = await readPdf(await cardsPdf({ ...details, paper: 'A4', folded, cards }, fonts));
      const texts = (pages[0]?.texts ?? []).map(({ text }) => text.trim()).filter((text) => text !== '');
      const said = texts.join(' ').replaceAll('- ', '-');
      expect(said.split(name)).toHaveLength(folded ? 3 : 2);
      expect(said).not.toContain('…');
    }
  });

  it('set names of all scripts, and long ones on two lines', async () => {
    const long = 'Maximiliane-Alexandra von und zu Hohenlohe-Schillingsfürst';
    const cards = [...NAMES, long].map((name) => ({ name, note: '', place: 'Table 1', seat: '' }));
    const { pages } = await readPdf(await cardsPdf({ ...details, paper: 'A4', folded: false, cards }, fonts));
    const words = pages[0]?.texts.map(({ text }) => text).join(' ') ?? '';
    expect(words).not.toContain('□');
    for (const name of ['Ελένη', 'Шевченко', 'כהן', 'محمد', 'Schillingsfürst']) expect(words).toContain(name);
  });
});

describe('table signs', async () => {
  const fonts = await testFonts();
  it('say number and name on both halves of their sheet, and who sits there', async () => {
    const signs = [
      { word: 'Table', label: '12', name: 'Lac', people: ['Ada Lovelace', 'Léo Müller', 'Zoé Blanc'] },
      { word: '', label: 'Banc des témoins', name: '', people: [] },
    ];
    const { pages } = await readPdf(await signsPdf({ ...details, paper: 'A5', signs }, fonts));
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [148, 210],
      [148, 210],
    ]);
    for (const word of ['12', 'Lac', 'Ada Lovelace', 'Zoé Blanc']) {
      expect(pages[0]?.texts.filter(({ text }) => text === word)).toHaveLength(2);
    }
    expect(pages[1]?.texts.filter(({ text }) => text === 'Banc des témoins')).toHaveLength(2);
  });

  it('have long names of people in full, within their half', async () => {
    const long = 'Jean-François-Maximilien de la Rochefoucauld-Montbel';
    for (const paper of ['A4', 'A5'] as const) {
      const signs = [{ word: 'Table', label: '1', name: '', people: [long, 'Ada Lovelace', long] }];
      const { pages } = await readPdf(await signsPdf({ ...details, paper, signs }, fonts));
      const page = pages[0];
      const found = page?.texts.filter(({ text }) => text === long) ?? [];
      expect(found).toHaveLength(4);
      const middle = ((page?.width ?? 0) / 2) * MM;
      for (const { x, width } of found) {
        // The reader gives texts that stand on their heads from their right.
        const [left, right] = [Math.min(x, x + width), Math.max(x, x + width)];
        expect(right - left).toBeLessThan(middle - 10 * MM);
      }
    }
  });

  it.each([30, 100])(
    'name all %i people of a long table, each on both halves and within them',
    async (count) => {
      const people = Array.from({ length: count }, (_, index) => `Marie-Christine Dubois-${index + 1}`);
      const signs = [{ word: 'Table', label: '1', name: 'Banquet', people }];
      const { pages } = await readPdf(await signsPdf({ ...details, paper: 'A4', signs }, fonts));
      const texts = pages[0]?.texts ?? [];
      const middle = ((pages[0]?.height ?? 0) / 2) * MM;
      for (const person of people) {
        const heights = texts.filter(({ text }) => text === person).map(({ y }) => y);
        expect(heights).toHaveLength(2);
        expect(Math.min(...heights)).toBeGreaterThan(0);
        expect(heights.filter((y) => y < middle)).toHaveLength(1);
      }
      // No two at one place.
      const own = texts.filter(({ text }) => people.includes(text));
      expect(new Set(own.map(({ x, y }) => `${Math.round(x)} ${Math.round(y * 2)}`)).size).toBe(2 * count);
    },
  );
});
