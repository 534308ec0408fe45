import { PDFDocument, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { overlayDrawing } from '../drawOverlay.ts';
import { alikeness, drawnText, inkBox, isInk, pixelsOf, type Pixels } from '../testing/pixels.ts';
import { readPdf, scanPixels, testFonts } from '../testing/read.ts';
import {
  croppedTemplate,
  encryptedTemplate,
  formTemplate,
  lockedTurnedTemplate,
  plainTemplate,
  sharedTemplate,
  turnedTemplate,
  unitTemplate,
  untidyTemplate,
} from '../testing/templates.ts';
import { compileTemplate, TemplateError } from './compile.ts';
import type { DocumentOrder } from './layOut.ts';
import { layOver } from './overlay.ts';
import { renderBatch, type Rendered } from './render.ts';

const NAME: TemplateBox = {
  x: 20,
  y: 50,
  width: 60,
  height: 5,
  pageIndex: 0,
  variableKey: 'fullname',
  size: 20,
};
const codes = new Set(['qr_code']);
const order = (...copies: Record<string, string>[]): DocumentOrder => ({
  title: 'T',
  language: 'en',
  copies,
});

async function render(
  template: Uint8Array,
  boxes: readonly TemplateBox[],
  ...orders: DocumentOrder[]
): Promise<readonly Rendered[]> {
  const batch = { template: await compileTemplate(template), boxes, codes, orders, now: 0 };
  return renderBatch(batch, await testFonts());
}

function bytesOf(rendered: Rendered | undefined): Uint8Array<ArrayBuffer> {
  if (rendered?.ok !== true) throw new Error('not rendered');
  return rendered.bytes();
}

/** The first document's first page, two pixels a point. */
const seen = async (
  template: Uint8Array,
  boxes: readonly TemplateBox[],
  one: DocumentOrder,
): Promise<Pixels> => pixelsOf(bytesOf((await render(template, boxes, one))[0]));

/** The ink below the bar that the templates have along their upper edge. */
function below(pixels: Pixels, top = 0.1): Pixels {
  const data = pixels.data.slice();
  data.fill(255, 0, Math.round(pixels.height * top) * pixels.width * 4);
  return { ...pixels, data };
}

describe('a template’s page and its boxes', () => {
  it.each([
    ['a plain page', () => plainTemplate()],
    ['a page turned by 90 degrees', () => turnedTemplate(90)],
    ['a page turned by 180 degrees', () => turnedTemplate(180)],
    ['a page turned by 270 degrees', () => turnedTemplate(270)],
    ['a crop box away from the origin', () => croppedTemplate()],
    ['an encrypted file that may be read', () => encryptedTemplate()],
    ['an encrypted file whose page is turned and cropped', () => lockedTurnedTemplate()],
    ['content that leaves its state behind', () => untidyTemplate()],
    ['a page whose unit is 2 points', () => unitTemplate(2)],
    ['a page whose unit is a third of a point', () => unitTemplate(1 / 3)],
    [
      'a turned page of a unit of 3 points, away from the origin',
      () => unitTemplate(3, { angle: 90, offset: 7 }),
    ],
  ])('%s: boxes are percentages of the page as it is seen [TPL-30]', async (_what, template) => {
    const pixels = await seen(await template(), [NAME], order({ fullname: 'Ada Lovelace' }));
    const { width, height } = pixels;
    expect(isInk(pixels, Math.round(width / 2), 10)).toBe(true);
    const at = { x: width * 0.2, y: height * 0.5 + 0.91 * 40, size: 40 };
    const expected = drawnText('Ada Lovelace', 'regular', { width, height, ...at });
    expect(alikeness(below(pixels), expected)).toBeGreaterThan(0.5);
  });

  it('a page whose unit is longer is as large, and its texts too, as one of points', async () => {
    const both = await Promise.all(
      [plainTemplate(), unitTemplate(2), unitTemplate(2, { angle: 90 })].map(async (made) => {
        const pixels = await seen(await made, [NAME], order({ fullname: 'Ada Lovelace' }));
        return { width: pixels.width, height: pixels.height, ink: inkBox(below(pixels)) };
      }),
    );
    expect(both[0]).toMatchObject({ width: 1190, height: 1684 });
    for (const one of both) expect(one).toEqual(both[0]);
  });

  it('a filled form is shown as it was filled in, on each copy, and is no form any more', async () => {
    const [rendered] = await render(await formTemplate(), [], order({}, {}));
    const bytes = bytesOf(rendered);
    for (const page of [0, 1]) {
      const ink = inkBox(below(await pixelsOf(bytes, page)));
      expect(ink?.left).toBeGreaterThan(190);
      expect(ink?.right).toBeLessThan(610);
    }
    expect((await PDFDocument.load(bytes)).getForm().getFields()).toEqual([]);
  });

  it('pages that share their resources keep them, and each shows only its own boxes', async () => {
    const boxes = [{ ...NAME, pageIndex: 1 }];
    const bytes = bytesOf((await render(await sharedTemplate(), boxes, order({ fullname: 'Ada' })))[0]);
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ texts }) => texts.map(({ text }) => text))).toEqual([['SHARED'], ['SHARED', 'Ada']]);
    expect(inkBox(await pixelsOf(bytes, 0))).not.toBeNull();
  });

  it.each([
    ['no size is US Letter', (page: PDFPage) => page.node.delete(PDFName.of('MediaBox')), [612, 792]],
    [
      'a size of words is, too',
      (page: PDFPage) => page.node.set(PDFName.of('MediaBox'), page.doc.context.obj(['0', '0', 'a', 'b'])),
      [612, 792],
    ],
    [
      'half a quarter is not turned',
      (page: PDFPage) => page.node.set(PDFName.of('Rotate'), PDFNumber.of(45)),
      [595, 842],
    ],
    [
      'a quarter more than all around is turned by it',
      (page: PDFPage) => page.node.set(PDFName.of('Rotate'), PDFNumber.of(450)),
      [842, 595],
    ],
  ])('as readers show it: a page of %s', async (_what, change, size) => {
    const doc = await PDFDocument.load(await plainTemplate());
    change(doc.getPage(0));
    const made = await doc.save();
    const { pages } = await compileTemplate(made);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([size]);
    const { width, height } = await pixelsOf(made);
    expect([width / 2, height / 2]).toEqual(size);
  });

  it.each([
    ['needs_password', () => encryptedTemplate('secret')],
    ['unreadable', () => Promise.resolve(new TextEncoder().encode('no PDF'))],
    ['too_many_pages', () => plainTemplate(51)],
    ['too_large', () => Promise.resolve(new Uint8Array(20 * 1024 * 1024 + 1))],
  ])('a file that cannot serve is refused: %s', async (code, template) => {
    const bytes = await template();
    await expect(compileTemplate(bytes)).rejects.toThrow(new TemplateError(code as TemplateError['code']));
  });

  it('text is 16 points without a size, in Helvetica’s metric twin [TPL-29]', async () => {
    const { size: _size, ...box } = NAME;
    const pixels = await seen(await plainTemplate(), [box], order({ fullname: 'Ada Lovelace' }));
    const { width, height } = pixels;
    const at = { x: width * 0.2, y: height * 0.5 + 0.91 * 32, size: 32 };
    const expected = drawnText('Ada Lovelace', 'regular', { width, height, ...at });
    expect(alikeness(below(pixels), expected)).toBeGreaterThan(0.5);
  });

  it('weight, alignment and colour are as the box says', async () => {
    const box: TemplateBox = { ...NAME, weight: 'bold', align: 'right', color: '#600000' };
    const pixels = await seen(await plainTemplate(), [box], order({ fullname: 'Ada' }));
    const ink = inkBox(below(pixels));
    expect(ink?.right).toBeGreaterThan(pixels.width * 0.78);
    expect(ink?.right).toBeLessThanOrEqual(pixels.width * 0.8);
    const at = ((ink?.top ?? 0) + 14) * pixels.width;
    const reds = Array.from({ length: pixels.width }, (_, x) =>
      pixels.data.slice((at + x) * 4, (at + x) * 4 + 3),
    );
    expect(reds.some(([r, g, b]) => r === 96 && g === 0 && b === 0)).toBe(true);
  });
});

describe('what lies over a page on the screen', () => {
  const everything: readonly TemplateBox[] = [
    { ...NAME, y: 10, color: '#600000', weight: 'bold' },
    { ...NAME, y: 20, width: 30, height: 8, variableKey: 'long', align: 'center' },
    { ...NAME, y: 35, variableKey: 'arabic', align: 'right' },
    { ...NAME, y: 42, variableKey: 'vietnamese' },
    { ...NAME, y: 50, height: 20, variableKey: 'qr_code' },
  ];
  const texts = {
    fullname: 'Ada Lovelace',
    long: 'Augusta Ada King, Countess of Lovelace',
    arabic: 'محمد بن سلمان (Zürich)',
    vietnamese: 'Nguyễn Văn Ạn',
    qr_code: 'GALA-0042-01',
  };

  it.each([
    ['a plain page', () => plainTemplate()],
    ['a turned page', () => turnedTemplate(90)],
    ['a cropped page', () => croppedTemplate()],
    ['a page of a longer unit', () => unitTemplate(3, { angle: 90, offset: 7 })],
  ])('of %s is what the file shows there', async (_what, made) => {
    const template = await compileTemplate(await made());
    const batch = { template, codes, boxes: everything, orders: [order({}, texts)], now: 0 };
    const fonts = await testFonts();
    const [file] = await renderBatch(batch, fonts);
    const [page] = await renderBatch({ ...batch, boxes: [], orders: [order({})] }, fonts);
    const laid = await layOver(batch, fonts);
    if (!laid.ok || file?.ok !== true) throw new Error('held back');
    expect(laid.notices).toEqual(file.notices);
    const printed = await pixelsOf(bytesOf(file), 1);
    const shown = await pixelsOf(bytesOf(page), 0, 2, (pen, sheet) =>
      overlayDrawing(laid.overlay)(pen, 1, sheet),
    );
    expect(alikeness(shown, printed, 0)).toBeGreaterThan(0.95);
    expect(await scanPixels(shown)).toEqual([texts.qr_code]);
    const reds = ({ data }: Pixels): number =>
      data.filter((red, at) => at % 4 === 0 && red === 96 && data[at + 1] === 0).length;
    expect(Math.abs(reds(shown) / reds(printed) - 1)).toBeLessThan(0.1);
  });

  it('is nothing where a letter cannot be printed', async () => {
    const template = await compileTemplate(await plainTemplate());
    const batch = { template, codes, boxes: [NAME], orders: [order({ fullname: '🎉' })], now: 0 };
    expect(await layOver(batch, await testFonts())).toEqual({
      ok: false,
      unprintable: [{ variable: 'fullname', characters: ['🎉'] }],
    });
  });
});

describe('documents', () => {
  it('have all pages of each client, in the order given', async () => {
    const boxes = [NAME, { ...NAME, pageIndex: 1, variableKey: 'number' }];
    const people = [
      { fullname: 'Ada', number: 'A-01' },
      { fullname: 'Grace', number: 'A-02' },
    ];
    const bytes = bytesOf((await render(await plainTemplate(2), boxes, order(...people)))[0]);
    const { pages, title } = await readPdf(bytes);
    expect(pages.map(({ texts }) => texts.map(({ text }) => text).join())).toEqual([
      'Ada',
      'A-01',
      'Grace',
      'A-02',
    ]);
    expect(title).toBe('T');
  });

  it('of one batch hold nothing of each other but letters', async () => {
    const rendered = await render(
      await plainTemplate(),
      [NAME],
      order({ fullname: 'Ada' }),
      order({ fullname: 'Bob' }),
    );
    const texts = await Promise.all(rendered.map(async (one) => (await readPdf(bytesOf(one))).pages));
    expect(texts.map(([page]) => page?.texts.map(({ text }) => text))).toEqual([['Ada'], ['Bob']]);
  });

  it('are read by other programs without repairs', async () => {
    const bytes = bytesOf((await render(await formTemplate(), [NAME], order({ fullname: 'Ada' })))[0]);
    const text = new TextDecoder('latin1').decode(bytes);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const [, count = ''] = /^xref\n0 (\d+)\n/.exec(text.slice(start)) ?? [];
    const lines =
      text
        .slice(text.indexOf('\n', start + 5) + 1)
        .match(/.{18} \n/g)
        ?.slice(0, Number(count)) ?? [];
    expect(lines.length).toBe(Number(count));
    for (const [number, line] of lines.entries()) {
      if (line.includes('f')) continue;
      expect(text.slice(Number(line.slice(0, 10))).startsWith(`${number} 0 obj\n`)).toBe(true);
    }
  });

  it('with a letter that no typeface has are held back, and say which; the others are made', async () => {
    const [bad, good] = await render(
      await plainTemplate(),
      [NAME],
      order({ fullname: '𪚥🎉 Taro' }),
      order({ fullname: 'Nguyễn' }),
    );
    expect(bad).toEqual({ ok: false, unprintable: [{ variable: 'fullname', characters: ['𪚥', '🎉'] }] });
    const pixels = await pixelsOf(bytesOf(good));
    const { width, height } = pixels;
    const at = { x: width * 0.2, y: height * 0.5 + 0.91 * 40, size: 40 };
    expect(
      alikeness(below(pixels), drawnText('Nguyễn', 'regular', { width, height, ...at }, 'noto')),
    ).toBeGreaterThan(0.3);
  });

  it('a text that is in no box holds nothing back', async () => {
    const [one] = await render(await plainTemplate(), [NAME], order({ fullname: 'Ada', address: '🎉' }));
    expect(one?.ok).toBe(true);
  });

  it('a draft is marked across its pages', async () => {
    const marked = await seen(await plainTemplate(), [], { ...order({}), stamp: 'PROJET' });
    const plain = await seen(await plainTemplate(), [], order({}));
    const differs = marked.data.some((value, at) => value !== plain.data[at]);
    expect(differs).toBe(true);
  });
});

describe('a code', () => {
  const box: TemplateBox = { x: 60, y: 60, width: 20, height: 20, pageIndex: 0, variableKey: 'qr_code' };

  it('is drawn as lines: at 4 times its box in pixels it is sharp, and is read [TPL-31]', async () => {
    const bytes = bytesOf(
      (await render(await plainTemplate(), [box], order({ qr_code: 'GALA-0042-01' })))[0],
    );
    const pixels = await pixelsOf(bytes, 0, 4);
    expect(await scanPixels(pixels)).toEqual(['GALA-0042-01']);
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('/Subtype /Image');
    const ink = inkBox(below(pixels));
    // 20 % of 595 points at 4 pixels: the code without its margin of 4 in 29 modules.
    expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeCloseTo(595 * 0.2 * 4 * (21 / 29), -1);
  });

  it('is read on a dark ground', async () => {
    const dark = await PDFDocument.create();
    dark.addPage([300, 300]).drawRectangle({ x: 0, y: 0, width: 300, height: 300 });
    const pixels = await seen(
      await dark.save(),
      [{ ...box, x: 20, y: 20, width: 60, height: 60 }],
      order({ qr_code: '7' }),
    );
    expect(await scanPixels(pixels)).toEqual(['7']);
  });
});

describe('a text that is too long for its box', () => {
  const place: TemplateBox = { ...NAME, width: 30, height: 4 };
  const fit = async (text: string, box: TemplateBox = place) => {
    const [one] = await render(await plainTemplate(), [box], order({ fullname: text }));
    const notices = one?.ok === true ? one.notices : [];
    const { pages } = await readPdf(bytesOf(one));
    const rows = new Map<number, string>();
    for (const part of pages[0]?.texts ?? []) {
      const row = Math.round(part.y);
      rows.set(row, (rows.get(row) ?? '') + part.text);
    }
    return {
      rows: [...rows.values()],
      fit: notices[0]?.fit ?? 'fits',
      lines: new Set(pages[0]?.texts.map(({ y }) => Math.round(y))).size,
      text: pages[0]?.texts.map((part) => part.text).join(' '),
      right: Math.max(0, ...(pages[0]?.texts ?? []).map(({ x, width }) => x + width)),
    };
  };
  const rightEdge = 595 * 0.5 + 0.5;

  it('stays at its size where it fits', async () => {
    expect(await fit('Ada Lovelace')).toMatchObject({ fit: 'fits', lines: 1 });
  });

  it('is made a little smaller first', async () => {
    const { right, ...made } = await fit('Augusta Ada King Lovelace');
    expect(made).toMatchObject({ fit: 'shrunk', lines: 1 });
    expect(right).toBeLessThan(rightEdge);
  });

  it('then goes on in the next line', async () => {
    const { right, ...made } = await fit('Augusta Ada King, Countess of Lovelace', { ...place, height: 8 });
    expect(made).toMatchObject({ fit: 'wrapped', lines: 3 });
    expect(right).toBeLessThan(rightEdge);
  });

  it('between ideographs, but not before what ends a sentence', async () => {
    const address = '東京都千代田区丸の内一丁目、東京駅前。第二ビルディング';
    const { right, fit: how, rows } = await fit(address, { ...place, width: 10, height: 30 });
    expect({ how, isLong: rows.length > 2 }).toEqual({ how: 'wrapped', isLong: true });
    expect(rows.join('')).toBe(address);
    for (const row of rows) expect(row).not.toMatch(/^[、。]/u);
    expect(right).toBeLessThan(595 * 0.3 + 0.5);
  });

  it('and where even that does not do, is printed whole beyond the box, and says so', async () => {
    const long = 'Augusta Ada King, Countess of Lovelace '.repeat(12).trim();
    const { right, ...made } = await fit(long);
    expect(made.fit).toBe('overflows');
    expect(made.text?.replaceAll(/\s+/g, ' ')).toBe(long);
    expect(right).toBeLessThan(rightEdge);
  });

  it('a word that is wider than the box loses no letter', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
    const { text, right } = await fit(word);
    expect(text?.replaceAll(' ', '')).toBe(word);
    expect(right).toBeLessThan(rightEdge);
  });

  it('lines of an address stay lines', async () => {
    const { lines, text } = await fit('Rue du Lac 1\n1820 Montreux\n', { ...place, height: 10 });
    expect({ lines, text }).toEqual({ lines: 2, text: 'Rue du Lac 1 1820 Montreux' });
  });
});
