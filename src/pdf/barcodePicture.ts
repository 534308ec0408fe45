import { shortened } from './fitText.ts';
import { qrCode, QUIET_ZONE } from './qr.ts';
import type { Symbology } from './symbology.ts';

/** Width of the picture, and height of the strip below the code, in px (specification 1 §9, 2 §9). */
export const BARCODE_WIDTH = 300;
export const CAPTION_HEIGHT = 70;
export const BARCODE_HEIGHT = BARCODE_WIDTH + CAPTION_HEIGHT;
/** Px: lines of one px to a module are blurred by JPEG, so the picture grows with what they say. */
const LINES = { px: 2, top: 30, height: 240 } as const;
/** Names in other writing come from the device's own fonts. */
const FACE = '"Liberation Sans", Arial, system-ui, sans-serif';

interface Drawn {
  /** Px. */
  width: number;
  rectangles: { x: number; y: number; width: number; height: number }[];
}

/** The code's dark rectangles in px. Whole px to a module: anything else would be blurred by JPEG. */
export const barcodeRectangles = (number: string, symbology: Symbology = 'qr'): Drawn | Promise<Drawn> =>
  symbology === 'qr' ? square(number) : lines(number);

function square(number: string): Drawn {
  const { size, runs } = qrCode(number);
  const px = Math.floor(BARCODE_WIDTH / (size + 2 * QUIET_ZONE));
  const margin = Math.floor((BARCODE_WIDTH - size * px) / 2);
  const rectangles = runs.map(({ x, y, length }) => ({
    x: margin + x * px,
    y: margin + y * px,
    width: length * px,
    height: px,
  }));
  return { width: BARCODE_WIDTH, rectangles };
}

/** What few venues need comes when it is needed (src/app/pwa/laterParts.ts). */
async function lines(number: string): Promise<Drawn> {
  const { code128, LINES_QUIET_ZONE } = await import('./code128.ts');
  const { px, top, height } = LINES;
  const { size, bars } = code128(number);
  const width = Math.max(BARCODE_WIDTH, (size + 2 * LINES_QUIET_ZONE) * px);
  const left = Math.floor((width - size * px) / 2);
  return {
    width,
    rectangles: bars.map((bar) => ({ x: left + bar.x * px, y: top, width: bar.width * px, height })),
  };
}

/** A client's number as a code with name and number below, as JPEG. On the page or in a worker. */
export async function barcodeJpeg(number: string, name: string, symbology: Symbology = 'qr'): Promise<Blob> {
  const { width, rectangles } = await barcodeRectangles(number, symbology);
  const picture = new OffscreenCanvas(width, BARCODE_HEIGHT);
  const pen = picture.getContext('2d', { alpha: false });
  if (pen === null) throw new Error('this browser cannot draw');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, BARCODE_HEIGHT);
  pen.fillStyle = '#000';
  for (const one of rectangles) pen.fillRect(one.x, one.y, one.width, one.height);
  pen.textAlign = 'center';
  write(pen, name, 600, 20, BARCODE_WIDTH + 24);
  write(pen, number, 400, 17, BARCODE_WIDTH + 52);
  return picture.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}

/** Smaller where it is too long, then shortened. */
function write(
  pen: OffscreenCanvasRenderingContext2D,
  text: string,
  weight: number,
  size: number,
  y: number,
): void {
  const { width } = pen.canvas;
  const room = width - 24;
  const measure = (part: string) => pen.measureText(part).width;
  let px = size;
  do pen.font = `${weight} ${px}px ${FACE}`;
  while (measure(text) > room && --px >= 13);
  pen.fillText(shortened(text, room, measure), width / 2, y);
}
