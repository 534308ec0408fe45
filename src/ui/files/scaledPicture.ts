import { PICTURE_TYPES } from '#domain/documents/event.ts';
import { agreesWithBytes, SNIFFED_BYTES } from '#domain/documents/fileKinds.ts';

/** Pixels of the longer side: sharp on a screen and in print, and small enough to travel with a session. */
const LONGEST = 1600;
/** Bytes; a smaller file stays as it is. */
const LIGHT = 400_000;

/** Cameras write into these where a picture was taken, and events show theirs to everybody. */
const TELLING = 'image/jpeg';

export interface ScaledPicture {
  blob: Blob;
  width: number;
  height: number;
}

/**
 * A picture file, made smaller where it is large, without what a camera writes beside it. Null when the browser cannot read it as a picture. What it is
 * its content says, not its name: many a '.png' is a JPEG or a WebP, which the server takes for what it is alone.
 */
export async function scaledPicture(file: Blob): Promise<ScaledPicture | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const factor = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const sideOf = (side: number): number => Math.max(1, Math.round(side * factor));
  const [width, height] = [sideOf(bitmap.width), sideOf(bitmap.height)];
  const start = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  const known = PICTURE_TYPES.find((one) => agreesWithBytes(one, start));
  const mayTell = known === TELLING;
  const own = known === undefined || mayTell ? null : new Blob([file], { type: known });
  if (factor === 1 && file.size <= LIGHT && own !== null) {
    bitmap.close();
    return { blob: own, width, height };
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  // What may be transparent stays so; browsers without WebP write PNG then.
  const type = mayTell ? TELLING : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  if (blob === null) return null;
  const isBetter = blob.size < file.size || factor < 1;
  return { blob: isBetter ? blob : (own ?? blob), width, height };
}
