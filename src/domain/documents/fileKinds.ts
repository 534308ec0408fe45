import type { PICTURE_TYPES } from './event.ts';
import { PDF_TYPE, startsAsPdf } from './file.ts';

/** How many of a file's first bytes say what it is. */
export const SNIFFED_BYTES = 1024;

const hasAt = (bytes: Uint8Array, offset: number, text: string): boolean =>
  Array.from(text, (letter, index) => bytes[offset + index] === letter.charCodeAt(0)).every(Boolean);

const STARTS: Record<(typeof PICTURE_TYPES)[number] | typeof PDF_TYPE, (bytes: Uint8Array) => boolean> = {
  'image/png': (bytes) => hasAt(bytes, 0, '\u0089PNG\r\n\u001A\n'),
  'image/jpeg': (bytes) => hasAt(bytes, 0, '\u00FF\u00D8\u00FF'),
  'image/gif': (bytes) => hasAt(bytes, 0, 'GIF87a') || hasAt(bytes, 0, 'GIF89a'),
  'image/webp': (bytes) => hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WEBP'),
  'image/avif': (bytes) => hasAt(bytes, 4, 'ftyp') && (hasAt(bytes, 8, 'avif') || hasAt(bytes, 8, 'avis')),
  [PDF_TYPE]: startsAsPdf,
};

/** The media type without its parameters. */
export const bareType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * False for a picture or a PDF whose first bytes say that it is something else. Of other types nothing is known, and
 * nothing is shown.
 */
export function agreesWithBytes(contentType: string, start: Uint8Array): boolean {
  const type = bareType(contentType);
  return !Object.hasOwn(STARTS, type) || STARTS[type as keyof typeof STARTS](start);
}
