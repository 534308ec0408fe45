import { describe, expect, it } from 'vitest';
import { barcodePdf, BADGES } from './barcodePdf.ts';
import { barcodeRectangles, BARCODE_HEIGHT, BARCODE_WIDTH, CAPTION_HEIGHT } from './barcodePicture.ts';
import { MM } from './document.ts';
import { canSay } from './symbology.ts';
import { drawingsOf, readPdf, scan, testFonts, type Rectangle } from './testing/read.ts';

const details = { title: 'Codes', language: 'en', now: 0 };
const badges = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? 'Łukasz Παπαδόπουλος' : `Guest ${index + 1}`,
    company: `Company ${index + 1}`,
    number: `N-${index + 1}`,
  }));

describe('the barcodes as PDF', async () => {
  const fonts = await testFonts();

  it('3 columns by 4 rows on a page of A4, each with name, company and number [EXPORT-01]', async () => {
    const seen: [number, number][] = [];
    const bytes = await barcodePdf(badges(25), details, fonts, (done, total) => seen.push([done, total]));
    const { title, pages } = await readPdf(bytes);
    expect(title).toBe('Codes');
    expect(seen).toEqual([
      [12, 25],
      [24, 25],
      [25, 25],
    ]);
    expect(pages.map(({ width, height, texts }) => [width, height, texts.length / 3])).toEqual([
      [210, 297, 12],
      [210, 297, 12],
      [210, 297, 1],
    ]);
    const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(words.slice(0, 3)).toEqual(['Łukasz Παπαδόπουλος', 'Company 1', 'N-1']);
    expect(words.slice(-3)).toEqual(['Guest 25', 'Company 25', 'N-25']);

    const codes = await drawingsOf(bytes, 0);
    const places = (axis: 'x' | 'y') => new Set(codes.map((code) => Math.round(code[axis]))).size;
    expect([codes.length, places('x'), places('y')]).toEqual([12, BADGES.columns, BADGES.rows]);
  });

  it('each code is 25 mm wide, drawn as vectors, and says the number [EXPORT-02]', async () => {
    const list = badges(13);
    const bytes = await barcodePdf(list, details, fonts);
    const read: string[] = [];
    for (const page of [0, 1]) {
      for (const { scale, rectangles } of await drawingsOf(bytes, page)) {
        const size = Math.max(...rectangles.map(({ x, width }) => x + width));
        expect((size * scale) / MM).toBeCloseTo(25, 2);
        const px = 4;
        const grown = rectangles.map(({ x, y, width }) => ({
          ...{ x: (x + 4) * px, y: (y + 4) * px },
          ...{ width: width * px, height: px },
        }));
        read.push(...(await scan(grown, (size + 8) * px, (size + 8) * px)));
      }
    }
    expect(read).toEqual(list.map(({ number }) => number));
  });

  it('long names stay within their cell', async () => {
    const long = { name: 'Maximiliana '.repeat(12), company: 'X'.repeat(200), number: '9'.repeat(100) };
    const [page] = (await readPdf(await barcodePdf([long], details, fonts))).pages;
    for (const { x, width } of page?.texts ?? []) {
      expect(x).toBeGreaterThanOrEqual(10 * MM);
      expect(x + width).toBeLessThanOrEqual((10 + 190 / 3) * MM);
    }
    expect(page?.texts.length).toBe(6);
  });

  it('a long name is printed smaller, and in full', async () => {
    const name = 'Jean-François-Maximilien de la Rochefoucauld-Montbel';
    const [page] = (await readPdf(await barcodePdf([{ name, company: '', number: 'A-1' }], details, fonts)))
      .pages;
    expect(page?.texts.map(({ text }) => text).join(' ')).toBe(`${name} A-1`);
  });
});

describe('the barcode as a picture', () => {
  it('is 300 px wide with a strip of 70 px, and a scanner reads the number [EXPORT-03]', async () => {
    expect([BARCODE_WIDTH, CAPTION_HEIGHT, BARCODE_HEIGHT]).toEqual([300, 70, 370]);
    for (const number of ['A-1', 'GL-000123-01', 'Nº Ł-7', 'x'.repeat(100)]) {
      const dark: readonly Rectangle[] = (await barcodeRectangles(number)).rectangles;
      expect(await scan(dark, BARCODE_WIDTH, BARCODE_HEIGHT)).toEqual([number]);
      expect(Math.max(...dark.map(({ y, height }) => y + height))).toBeLessThanOrEqual(BARCODE_WIDTH);
    }
  });
});

describe('codes of lines, for readers that know no others', async () => {
  const fonts = await testFonts();
  const numbers = ['A-1', 'GL-000123-01', '0123456789', 'W'.repeat(20), 'a1b22c333d4444e55555'];

  it('a scanner reads the number in the picture, which grows with it', async () => {
    for (const number of numbers) {
      const { width, rectangles } = await barcodeRectangles(number, 'code128');
      expect(await scan(rectangles, width, BARCODE_HEIGHT)).toEqual([number]);
      expect(width).toBeGreaterThanOrEqual(BARCODE_WIDTH);
      const [left, right] = [rectangles[0], rectangles.at(-1)];
      // Ten modules of white on either side.
      expect(left?.x).toBeGreaterThanOrEqual(20);
      expect(width - (right?.x ?? 0) - (right?.width ?? 0)).toBeGreaterThanOrEqual(20);
    }
  });

  it('on paper, within its cell', async () => {
    const list = numbers.map((number) => ({ name: 'Ada', company: '', number }));
    const bytes = await barcodePdf(list, details, fonts, undefined, 'code128');
    const read: string[] = [];
    const codes = await drawingsOf(bytes, 0);
    for (const { scale, rectangles } of codes) {
      const size = Math.max(...rectangles.map(({ x, width }) => x + width));
      expect((size + 20) * scale).toBeLessThanOrEqual((190 / 3) * MM + 0.001);
      expect(scale).toBeGreaterThanOrEqual(0.19 * MM);
      const px = 3;
      const grown = rectangles.map(({ x, width }) => ({
        x: (x + 10) * px,
        y: 0,
        width: width * px,
        height: 60,
      }));
      read.push(...(await scan(grown, (size + 20) * px, 60)));
    }
    expect(read).toEqual(numbers);
  });

  it('say ASCII of up to 20 letters', () => {
    expect(numbers.every((number) => canSay('code128', number))).toBe(true);
    expect(['Nº Ł-7', 'x'.repeat(21), ''].some((number) => canSay('code128', number))).toBe(false);
    expect(canSay('qr', 'Nº Ł-7')).toBe(true);
  });
});
