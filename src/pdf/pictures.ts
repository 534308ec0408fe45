import { BACKGROUND_OPACITY } from '#domain/plan/geometry.ts';
import type { PdfPicture } from './document.ts';

/** Pixels of the longer side: 200 to an inch on A3 are no more. */
const LONGEST = 3200;

/**
 * A plan's background as it is seen, paler on white (PLAN-13); null for a file that the browser cannot read, which the
 * screen leaves out as well. On the page or in a worker.
 */
export const backgroundPicture = (picture: Blob): Promise<PdfPicture | null> =>
  drawn(picture, 'image/jpeg', BACKGROUND_OPACITY);

/** The picture of an image table; what is transparent stays so. */
export const tablePicture = (picture: Blob): Promise<PdfPicture | null> =>
  drawn(picture, picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/png', 1);

async function drawn(picture: Blob, type: PdfPicture['type'], opacity: number): Promise<PdfPicture | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (bitmap === null) return null;
  const factor = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * factor), Math.round(bitmap.height * factor));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser cannot draw');
  if (type === 'image/jpeg') {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen.globalAlpha = opacity;
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type, quality: 0.88 });
  return { bytes: await blob.arrayBuffer(), type };
}
