import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/documents/event.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { scaledPicture, type ScaledPicture } from '#ui/files/scaledPicture.ts';

export type PictureError = 'picture_type' | 'picture_size';
export type Picture = ScaledPicture;

/** Takes images only, of the allowed types and size, as large as pages show them; a file that merely says so is refused too. */
export async function readPicture(
  file: File,
  scale: (file: Blob) => Promise<ScaledPicture | null> = scaledPicture,
): Promise<Result<Picture, PictureError>> {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return err('picture_type');
  if (file.size > PICTURE_MAX_BYTES) return err('picture_size');
  const picture = await scale(file);
  return picture === null ? err('picture_type') : ok(picture);
}
