import { randomFillSync } from 'node:crypto';
import { idFromBytes } from '#domain/ids.ts';

const BYTES = 16;
/** Chance for 256 ids: to ask the system anew for each, as for each request, takes longer than all else of making one. */
const chance = new Uint8Array(256 * BYTES);
let used = chance.length;

export function newId(): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  const own = chance.subarray(used, (used += BYTES));
  const id = idFromBytes(own);
  // Some ids are not to be guessed: nothing of one that was given away stays here.
  own.fill(0);
  return id;
}
