import type { PDFContext } from '@cantoo/pdf-lib';

const encoder = new TextEncoder();
const ascii = (text: string): Uint8Array => encoder.encode(text);

/** Objects of a file as its bytes, and where each begins, counted from the first byte of the part. */
export interface Part {
  bytes: Uint8Array;
  starts: readonly (readonly [objectNumber: number, start: number])[];
}

/** All objects of a context from a number on. */
export function objectsFrom(context: PDFContext, first: number): Part {
  const entries = context.enumerateIndirectObjects().filter(([{ objectNumber }]) => objectNumber >= first);
  const pieces: Uint8Array[] = [];
  const starts: (readonly [number, number])[] = [];
  let at = 0;
  const push = (bytes: Uint8Array): void => {
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [{ objectNumber }, object] of entries) {
    starts.push([objectNumber, at]);
    push(ascii(`${objectNumber} 0 obj\n`));
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    push(bytes);
    push(ascii('\nendobj\n'));
  }
  return { bytes: concatenated(pieces), starts };
}

/** A part of objects that are text already. */
export function writtenObjects(objects: readonly (readonly [objectNumber: number, body: string])[]): Part {
  let text = '';
  const starts: (readonly [number, number])[] = [];
  for (const [number, body] of objects) {
    starts.push([number, text.length]);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  return { bytes: ascii(text), starts };
}

/** The second line tells mail programs and the like that the file is binary. */
const HEADER = Uint8Array.of(...ascii('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a);

/**
 * The beginning of many files that differ only in what follows: parts behind each other, and their lines of the table that
 * ends each file.
 */
export interface Beginning {
  bytes: Uint8Array;
  table: string;
  /** The first object number that is free. */
  next: number;
}

export function beginningOf(parts: readonly Part[], next: number): Beginning {
  const starts = new Map<number, number>();
  let at = HEADER.length;
  for (const part of parts) {
    for (const [number, start] of part.starts) starts.set(number, at + start);
    at += part.bytes.length;
  }
  let table = '0000000000 65535 f \n';
  for (let number = 1; number < next; number++) table += entry(starts.get(number));
  return { bytes: concatenated([HEADER, ...parts.map(({ bytes }) => bytes)]), table, next };
}

/** A whole file: a beginning and what is this document's own, numbered from `beginning.next` on without a gap. */
export function fileOf(
  beginning: Beginning,
  own: Part,
  { root, info }: { root: number; info: number },
): Uint8Array<ArrayBuffer> {
  const starts = own.starts.toSorted(([a], [b]) => a - b).map(([, start]) => beginning.bytes.length + start);
  const size = beginning.next + starts.length;
  const table = `xref\n0 ${size}\n${beginning.table}${starts.map(entry).join('')}`;
  const end = beginning.bytes.length + own.bytes.length;
  const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return concatenated([beginning.bytes, own.bytes, ascii(table + trailer)]);
}

/** Each line is 20 bytes; a number that is not in use is free. */
const entry = (start: number | undefined): string =>
  start === undefined ? '0000000000 00001 f \n' : `${String(start).padStart(10, '0')} 00000 n \n`;

function concatenated(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
