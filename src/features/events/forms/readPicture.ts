import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/documents/event.ts';
import { err, ok, type Result } from '#domain/result.ts';

export type PictureError = 'picture_type' | 'picture_size';
export interface Picture {
  blob: Blob;
  width: number;
  height: number;
}

/** Takes images only, of the allowed types and size, and measures them; a file that merely says so is refused too. */
export async function readPicture(
  file: File,
  measure: (file: Blob) => Promise<{ width: number; height: number }> = measureImage,
): Promise<Result<Picture, PictureError>> {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return err('picture_type');
  if (file.size > PICTURE_MAX_BYTES) return err('picture_size');
  try {
    const { width, height } = await measure(file);
    return ok({ blob: file, width, height });
  } catch {
    return err('picture_type');
  }
}

async function measureImage(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const size = { width: bitmap.width, height: bitmap.height };
  bitmap.close();
  return size;
}
