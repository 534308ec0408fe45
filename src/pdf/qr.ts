import { create, type QRCodeSegment } from 'qrcode';

/** A QR code as rectangles of dark modules, one module high; `size` is the number of modules in a row. */
export interface QrCode {
  size: number;
  runs: readonly { x: number; y: number; length: number }[];
}

/** Level M, as printed tickets need: still read with a seventh of it damaged. */
export function qrCode(text: string): QrCode {
  const { size, data } = create(segmentsOf(text), { errorCorrectionLevel: 'M' }).modules;
  const runs: { x: number; y: number; length: number }[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      const start = x;
      while (x + 1 < size && data[y * size + x + 1]) x++;
      runs.push({ x: start, y, length: x - start + 1 });
    }
  }
  return { size, runs };
}

/** Numbers of guests are one piece; of other texts the package looks for the shortest mixture, which takes as long as all the rest. */
const segmentsOf = (text: string): string | QRCodeSegment[] =>
  /^(?=.*[A-Z])[0-9A-Z $%*+./:-]{1,40}$/.test(text) ? [{ data: text, mode: 'alphanumeric' }] : text;

/** Modules of white that readers need around a code. */
export const QUIET_ZONE = 4;
