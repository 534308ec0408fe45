/**
 * The lines of a text. Node's `readline` also ends them at U+2028 and U+2029, depending on its version: JSON leaves both
 * as they are in texts, and people paste them.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  /** The pieces of a line that has not ended yet; a line may be hundreds of megabytes, chunks are small. */
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const piece of others) {
      yield begun.join('');
      begun = [piece];
    }
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield last;
}
