import { constants } from 'node:buffer';

/**
 * The lines of a text. Node's `readline` also ends them at U+2028 and U+2029, depending on its version: JSON leaves both
 * as they are in texts, and people paste them. Throws a RangeError where a line is longer than a string can be.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest: number = constants.MAX_STRING_LENGTH,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  /** The pieces of a line that has not ended yet; a line may be hundreds of megabytes, chunks are small. */
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    length += first.length;
    // A small file may unpack to more than fits into memory.
    if (length > longest) throw new RangeError('a line does not end');
    for (const piece of others) {
      yield begun.join('');
      begun = [piece];
      length = piece.length;
    }
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield last;
}
