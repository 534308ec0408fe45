import { unzipSync } from 'fflate';
import { FILE_LIMITS, ReadFailure } from './limits.ts';

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Adds up what a zip says it holds when unpacked, and refuses a bomb before anything is unpacked. */
export function checkZip(bytes: Uint8Array): void {
  let total = 0;
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        total += originalSize;
        return false;
      },
    });
  } catch {
    throw new ReadFailure('damaged');
  }
  if (total > FILE_LIMITS.unpackedBytes) throw new ReadFailure('too_large');
}
