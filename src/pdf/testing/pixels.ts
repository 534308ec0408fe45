import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Sheet } from '../drawOverlay.ts';
import { keepingNatives } from '../natives.ts';
import { CJK_DESIGNS, slicesFor } from '../type/cjk.ts';
import {
  familyOf,
  FONT_ORDER,
  fontPath,
  type Family,
  type FontFile,
  type Weight,
} from '../type/fontFiles.ts';
import { SLICES } from './packages.ts';

/*
 * What is seen, for extracted text hides a glyph that was left out or replaced: pages are drawn by pdf.js, and compared
 * with the same text drawn by Skia and HarfBuzz, which share no code with ours.
 */

const { resolve } = createRequire(import.meta.url);

// Its worker too, which runs in this thread and would be loaded with the first page.
const { getDocument } = await keepingNatives(async () => {
  const [pdfjs] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  return pdfjs;
});

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each. */
  data: Uint8ClampedArray;
}

/** A page as it is seen, `scale` pixels a point, and what is drawn over it. */
export async function pixelsOf(
  bytes: Uint8Array,
  pageIndex = 0,
  scale = 2,
  over?: (pen: CanvasRenderingContext2D, sheet: Sheet) => void,
): Promise<Pixels> {
  const task = getDocument({
    data: bytes.slice(),
    verbosity: 0,
    useSystemFonts: false,
    standardFontDataUrl: `${join(dirname(resolve('pdfjs-dist/package.json')), 'standard_fonts')}/`,
  });
  const doc = await task.promise;
  const page = await doc.getPage(pageIndex + 1);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  over?.(canvas.getContext('2d') as unknown as CanvasRenderingContext2D, {
    height: viewport.height / scale,
    scale,
  });
  await task.destroy();
  return read(canvas);
}

function read(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  return { width, height, data: canvas.getContext('2d').getImageData(0, 0, width, height).data };
}

/**
 * The text as another program draws it with the same typefaces: `x` and the base line `y` in pixels from the top left. Such a
 * program asks the typefaces letter by letter; `first` puts one design before the other.
 */
export function drawnText(
  text: string,
  weight: Weight,
  { width, height, x, y, size }: { width: number; height: number; x: number; y: number; size: number },
  first: Family = 'liberation',
): Pixels {
  const asian = CJK_DESIGNS.flatMap((design) => slicesFor(text, [design], SLICES));
  const files = [...FONT_ORDER, ...asian].toSorted(
    (a: FontFile, b: FontFile) => Number(familyOf(b) === first) - Number(familyOf(a) === first),
  );
  const families = files.map((file) => {
    const family = `test-${file}-${weight}`;
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(resolve(fontPath(file, weight)), family);
    return `"${family}"`;
  });
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#000';
  // Ours moves letters only in scripts that need it.
  pen.fontKerning = /\p{Script=Arabic}/u.test(text) ? 'normal' : 'none';
  pen.font = `${size}px ${families.join(', ')}`;
  pen.fillText(text, x, y);
  return read(canvas);
}

/** True where it is dark. */
export const isInk = ({ data, width }: Pixels, x: number, y: number): boolean =>
  (data[(y * width + x) * 4] ?? 255) < 128;

/** Pixels of a tile's side: about the size of a mark on a letter of 60 pixels. */
const TILE = 20;
const FAINT = 30;

/**
 * How much of the ink of either picture the other one has too, at most `reach` pixels away, in the tile where they differ
 * most: 1 where they show the same, 0 where so much as a dot below a letter is missing or put elsewhere.
 */
export function alikeness(a: Pixels, b: Pixels, reach = 3): number {
  return Math.min(leastCovered(a, b, reach), leastCovered(b, a, reach));
}

function leastCovered(of: Pixels, by: Pixels, reach: number): number {
  let least: number | null = null;
  for (let top = 0; top < of.height; top += TILE / 2) {
    for (let left = 0; left < of.width; left += TILE / 2) {
      let ink = 0;
      let found = 0;
      for (let y = top; y < Math.min(of.height, top + TILE); y++) {
        for (let x = left; x < Math.min(of.width, left + TILE); x++) {
          if (!isInk(of, x, y)) continue;
          ink++;
          if (nearInk(by, x, y, reach)) found++;
        }
      }
      if (ink >= FAINT) least = Math.min(least ?? 1, found / ink);
    }
  }
  return least ?? 0;
}

function nearInk(pixels: Pixels, x: number, y: number, reach: number): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (isInk(pixels, x + dx, y + dy)) return true;
  }
  return false;
}

/** The smallest rectangle that holds all ink, in pixels; null where there is none. */
export function inkBox(pixels: Pixels): { left: number; top: number; right: number; bottom: number } | null {
  let box: { left: number; top: number; right: number; bottom: number } | null = null;
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      if (!isInk(pixels, x, y)) continue;
      box ??= { left: x, top: y, right: x, bottom: y };
      box = {
        left: Math.min(box.left, x),
        top: box.top,
        right: Math.max(box.right, x),
        bottom: y,
      };
    }
  }
  return box;
}
