import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string, size: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(inChunks(text, size))) lines.push(line);
  return lines;
}

describe('the lines of a backup', () => {
  it('end at line feeds alone, wherever the chunks end', async () => {
    const guest = JSON.stringify({ notes: 'pasted\u2028from\u2029elsewhere, Zoë' });
    for (const size of [1, 2, 7, 1000]) {
      expect(await read(`${guest}\n\n{"a":"\r"}\nlast`, size)).toEqual([guest, '', '{"a":"\r"}', 'last']);
      expect(await read(`${guest}\n`, size)).toEqual([guest]);
      expect(await read('', size)).toEqual([]);
    }
  });

  it('are no longer than a string can be: a small file may unpack to one line without an end', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; sent < 100; sent++) yield new Uint8Array(1000).fill(65);
    }
    await expect(linesOf(endless(), 5000).next()).rejects.toThrow(RangeError);
    expect(sent).toBeLessThan(10);
  });
});
