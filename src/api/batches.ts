/* How devices and hubs send documents: in bodies of a bounded size, with an answer for each. */

/** Bytes of one request's body; one larger document goes alone. */
const BATCH_BYTES = 1_000_000;

export function byBytes<T>(docs: readonly T[]): T[][] {
  const parts: T[][] = [];
  let size = Infinity;
  for (const doc of docs) {
    const bytes = JSON.stringify(doc).length;
    if (size + bytes > BATCH_BYTES) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(doc);
    size += bytes;
  }
  return parts;
}

const TRANSIENT = /unavailable|timeout|internal|too_many_requests|storage_full|unknown_error|conflict/;
/** It is 'unavailable' until one of the two is updated: no reason to hold others up. */
const UNTIMELY = ['update_first', 'newer_document'];

/** An answer for one document that says nothing about the document: the same may be taken later. */
export const saysLater = ({ name, reason }: { name: string; reason: string }): boolean =>
  TRANSIENT.test(name) && !UNTIMELY.includes(reason);
