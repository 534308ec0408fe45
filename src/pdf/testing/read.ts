import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { openFonts, type Fonts } from '../type/fonts.ts';
import { fontPackages } from './packages.ts';

/* Reads documents and codes as their readers do, with other programs than those that made them. */

// pdfjs expects it, and Node 20 does not have it.
if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', {
    value: () => {
      let settle = {};
      const promise = new Promise((resolved, rejected) => (settle = { resolve: resolved, reject: rejected }));
      return { promise, ...settle };
    },
  });
}

const require = createRequire(import.meta.url);
const { resolve } = require;

/** The typefaces as the server has them, ready for these texts. */
export async function testFonts(texts: Iterable<string> = []): Promise<Fonts> {
  const fonts = openFonts(fontPackages);
  await fonts.prepare(texts);
  return fonts;
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface ReadPage {
  /** mm */
  width: number;
  height: number;
  /** In the order they were written. */
  texts: { text: string; x: number; y: number; width: number }[];
}

export async function readPdf(bytes: Uint8Array): Promise<{ title: unknown; pages: ReadPage[] }> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false });
  const doc = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= doc.numPages; number++) {
    const page = await doc.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
        : [],
    );
    pages.push({ width: millimetres(width), height: millimetres(height), texts });
  }
  const { info } = await doc.getMetadata();
  await task.destroy();
  return { title: 'Title' in info ? info.Title : undefined, pages };
}

const millimetres = (points: number): number => Math.round((points * 254) / 72) / 10;

/** A drawing of a page: points to a unit, its origin (from the lower left corner), and rectangles in its own units. */
export interface ReadDrawing {
  scale: number;
  x: number;
  y: number;
  rectangles: Rectangle[];
}

/** The drawings of a page, from its content stream. */
export async function drawingsOf(bytes: Uint8Array, pageIndex: number): Promise<ReadDrawing[]> {
  const doc = await PDFDocument.load(bytes);
  const streams = doc.getPage(pageIndex).node.lookup(PDFName.of('Contents'), PDFArray).asArray();
  const text = streams
    .map((ref) => decodePDFRawStream(rawStream(doc.context.lookup(ref))).decode())
    .map((decoded) => new TextDecoder('latin1').decode(decoded))
    .join('\n');
  return [...text.matchAll(/q (\S+) 0 0 \S+ (\S+) (\S+) cm 0 g (.*?) f Q/gs)].map(
    ([, scale, x, y, path = '']) => ({
      ...{ scale: Number(scale), x: Number(x), y: Number(y) },
      rectangles: [...path.matchAll(/(\d+) (\d+) (\d+) (\d+) re/g)].map((found) => {
        const [left = 0, top = 0, width = 0, height = 0] = found.slice(1).map(Number);
        return { x: left, y: top, width, height };
      }),
    }),
  );
}

function rawStream(found: unknown): PDFRawStream {
  if (found instanceof PDFRawStream) return found;
  throw new Error('no content stream');
}

let prepared: Promise<unknown> | null = null;

async function read(picture: ImageData | Uint8Array): Promise<string[]> {
  prepared ??= readFile(resolve('zxing-wasm/reader/zxing_reader.wasm')).then((binary) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(binary).buffer },
      fireImmediately: true,
    }),
  );
  await prepared;
  return (await readBarcodes(picture, { formats: ['QRCode', 'Code128'] })).map(({ text }) => text);
}

/** What a scanner reads where these rectangles are black on white. */
export async function scan(dark: readonly Rectangle[], width: number, height: number): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const one of dark) {
    for (let y = one.y; y < one.y + one.height; y++) {
      for (let x = one.x; x < one.x + one.width; x++) data.set([0, 0, 0], (y * width + x) * 4);
    }
  }
  return read({ data, width, height, colorSpace: 'srgb' } as ImageData);
}

/** What a scanner reads on a drawn page. */
export const scanPixels = (pixels: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}): Promise<string[]> => read({ ...pixels, colorSpace: 'srgb' } as ImageData);

/** What a scanner reads on a JPEG picture, and its size in px. */
export async function scanPicture(
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<{ text: string; width: number; height: number }> {
  const [text = '', ...others] = await read(jpeg);
  if (others.length > 0) throw new Error(`also reads ${others.join(', ')}`);
  return { text, ...sizeOf(new DataView(jpeg.buffer)) };
}

/** The segments of a JPEG file follow each other; the one that begins a frame has the size. */
function sizeOf(view: DataView): { width: number; height: number } {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
  }
  throw new Error('no JPEG');
}

interface Container {
  read(
    bytes: Uint8Array,
    options: { type: 'array' },
  ): { FileIndex: { name: string; content: ArrayLike<number> }[] };
}

/** The files of an archive. The spreadsheet library's reader shows the bytes of a name, and adds an entry of its own. */
export function unzip(bytes: Uint8Array): { name: string; data: Uint8Array<ArrayBuffer> }[] {
  const { CFB } = require('@e965/xlsx') as { CFB: Container };
  return CFB.read(bytes, { type: 'array' })
    .FileIndex.filter(({ name }) => /\.\w+$/.test(name))
    .map(({ name, content }) => ({
      name: Buffer.from(name, 'latin1').toString('utf8'),
      data: Uint8Array.from(content),
    }));
}
