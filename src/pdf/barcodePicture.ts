import { shortened } from './fitText.ts';
import { qrCode, QUIET_ZONE } from './qr.ts';

/** Width of the picture, and height of the strip below the code, in px (specification 1 §9, 2 §9). */
export const BARCODE_WIDTH = 300;
export const CAPTION_HEIGHT = 70;
export const BARCODE_HEIGHT = BARCODE_WIDTH + CAPTION_HEIGHT;
const ROOM = BARCODE_WIDTH - 24;
/** Names in other writing come from the device's own fonts. */
const FACE = '"Liberation Sans", Arial, system-ui, sans-serif';

/** The code's dark rectangles in px. Whole px to a module: anything else would be blurred by JPEG. */
export function barcodeRectangles(number: string): { x: number; y: number; width: number; height: number }[] {
  const { size, runs } = qrCode(number);
  const px = Math.floor(BARCODE_WIDTH / (size + 2 * QUIET_ZONE));
  const margin = Math.floor((BARCODE_WIDTH - size * px) / 2);
  return runs.map(({ x, y, length }) => ({
    x: margin + x * px,
    y: margin + y * px,
    width: length * px,
    height: px,
  }));
}

/** A client's number as a QR code with name and number below, as JPEG. On the page or in a worker. */
export async function barcodeJpeg(number: string, name: string): Promise<Blob> {
  const picture = new OffscreenCanvas(BARCODE_WIDTH, BARCODE_HEIGHT);
  const pen = picture.getContext('2d', { alpha: false });
  if (pen === null) throw new Error('this browser cannot draw');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, BARCODE_WIDTH, BARCODE_HEIGHT);
  pen.fillStyle = '#000';
  for (const { x, y, width, height } of barcodeRectangles(number)) pen.fillRect(x, y, width, height);
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
  const measure = (part: string) => pen.measureText(part).width;
  let px = size;
  do pen.font = `${weight} ${px}px ${FACE}`;
  while (measure(text) > ROOM && --px >= 13);
  pen.fillText(shortened(text, ROOM, measure), BARCODE_WIDTH / 2, y);
}
