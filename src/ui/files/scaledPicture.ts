/** Pixels of the longer side: sharp on a screen and in print, and small enough to travel with a session. */
const LONGEST = 1600;
/** Bytes; a smaller file stays as it is. */
const LIGHT = 400_000;

export interface ScaledPicture {
  blob: Blob;
  width: number;
  height: number;
}

/**
 * A picture file, made smaller where it is large. Null when the browser cannot read it as a picture, whatever its name
 * says.
 */
export async function scaledPicture(file: Blob): Promise<ScaledPicture | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const factor = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * factor), Math.round(bitmap.height * factor)];
  if (factor === 1 && file.size <= LIGHT) {
    bitmap.close();
    return { blob: file, width, height };
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  // What may be transparent stays so; browsers without WebP write PNG then.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  return blob === null ? null : { blob: blob.size < file.size || factor < 1 ? blob : file, width, height };
}
