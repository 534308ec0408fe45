import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { client } from '#domain/documents/client.ts';
import type { LocalDatabase } from '../local/database.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

interface Written {
  parts: { texts: string[] }[];
}

/** What is written of guests with these notes, and what is read of them. */
async function kept(notes: readonly string[]): Promise<{ texts: string[]; read: unknown[] }> {
  let written: unknown = null;
  const db = {
    writeLocal: async (_name: string, value: unknown) => void (written = value),
    readLocal: async () => written,
  } as unknown as LocalDatabase;
  const guest = { type: 'client', forename: 'Zoé', surname: 'Müller' };
  const parsed = (index: number) => client.parse({ ...guest, _id: `client_${index}` });
  const docs = notes.map((text, index) => ({ ...parsed(index), notes: text }));
  await writeSnapshot(db, { seq: 1, docs, apart: [] }, { set: setImmediate, clear: () => undefined });
  const parts = (await readSnapshot(db))?.parts ?? [];
  return {
    texts: (written as unknown as Written).parts.flatMap(({ texts }) => texts),
    read: parts.flatMap((part) => part.read().map((doc) => doc['notes'])),
  };
}

it('a snapshot keeps every letter of every script', async () => {
  const notes = ['D’Angelo', 'Łucja Šimić', '山田', 'Zoë \u0085\u009f', '🎉 "\\u0041"', '\ud800', 'x\\’'];
  expect((await kept(notes)).read).toEqual(notes);
});

it('a snapshot takes a byte for a letter, whichever letters are among them', async () => {
  const notes = Array.from({ length: 100 }, (_, index) => (index === 7 ? 'D’Angelo' : 'Müller'));
  const { texts, read } = await kept(notes);
  expect(read).toEqual(notes);
  // As a browser writes it into its database.
  for (const text of texts) expect(serialize(text).length).toBeLessThan(text.length + 16);
});
