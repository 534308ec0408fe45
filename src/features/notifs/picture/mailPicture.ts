import { PICTURE_TYPES } from '#domain/documents/event.ts';
import { agreesWithBytes, SNIFFED_BYTES } from '#domain/documents/fileKinds.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { base64 } from '#domain/documents/newAttachment.ts';

/** Pixels: what a mail shows, at two a point. */
const WIDEST = 1200;
const HIGHEST = 2400;
/** Points: wider, and mail programs on large screens make the text as wide. */
const SHOWN = 600;
/** Bytes of one. */
const HEAVIEST = 200_000;
/** Bytes of a file that is read at all. */
export const LARGEST_FILE = 20_000_000;
const QUALITIES = [0.85, 0.7, 0.55];
/** What all mail programs show. */
const MAIL_TYPES: readonly string[] = ['image/png', 'image/gif'];

export type PictureProblem = 'picture_type' | 'picture_size' | 'picture_unread';
export interface MailPicture {
  /** 'data:image/jpeg;base64,…' */
  src: string;
  width: number;
  bytes: number;
}

/**
 * A picture file as mails carry it: JPEG, PNG or GIF, scaled to what they show, without what a camera writes beside it (where it was
 * taken). What the file is, its content says: a drawing (SVG) can hold scripts, and is none.
 */
export async function mailPicture(file: Blob): Promise<Result<MailPicture, PictureProblem>> {
  if (file.size > LARGEST_FILE) return err('picture_size');
  const start = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  const type = PICTURE_TYPES.find((one) => agreesWithBytes(one, start));
  if (type === undefined) return err('picture_type');
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return err('picture_unread');
  const factor = Math.min(1, WIDEST / bitmap.width, HIGHEST / bitmap.height);
  const width = Math.max(1, Math.min(SHOWN, Math.round(bitmap.width * factor)));
  const isFit = factor === 1 && file.size <= HEAVIEST && MAIL_TYPES.includes(type);
  const blob = isFit ? new Blob([file], { type }) : await drawn(bitmap, factor, type === 'image/jpeg');
  bitmap.close();
  if (blob === null) return err('picture_unread');
  const data = base64(new Uint8Array(await blob.arrayBuffer()));
  return ok({ src: `data:${blob.type};base64,${data}`, width, bytes: blob.size });
}

/** Ever smaller, until it is light enough. What is transparent, or has few colours, is a PNG. */
async function drawn(bitmap: ImageBitmap, begin: number, isPhoto: boolean): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  for (let factor = begin; ; factor *= 0.75) {
    canvas.width = Math.max(1, Math.round(bitmap.width * factor));
    canvas.height = Math.max(1, Math.round(bitmap.height * factor));
    const pen = canvas.getContext('2d');
    if (pen === null) return null;
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const tries = isPhoto ? [] : [undefined];
    const qualities = isPhoto || isOpaque(pen) ? QUALITIES : [];
    for (const quality of [...tries, ...qualities]) {
      const blob = await blobOf(canvas, quality);
      if (blob === null || blob.size <= HEAVIEST) return blob;
    }
  }
}

const blobOf = (canvas: HTMLCanvasElement, quality: number | undefined): Promise<Blob | null> =>
  new Promise((resolve) =>
    canvas.toBlob(resolve, quality === undefined ? 'image/png' : 'image/jpeg', quality),
  );

function isOpaque(pen: CanvasRenderingContext2D): boolean {
  const { data } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
