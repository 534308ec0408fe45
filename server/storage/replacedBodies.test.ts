import { expect, it } from 'vitest';
import { embeddedForEach } from '../testing/levelReads.ts';

const at = embeddedForEach();

type Doc = { _id: string; _rev?: string; _attachments?: object };
async function write(docs: readonly Doc[]): Promise<Doc[]> {
  const replies = (await at.db.bulkDocs(docs as never)) as { rev?: string }[];
  return docs.map(({ _id }, index) => ({ _id, _rev: replies[index]?.rev ?? '' }));
}
const ids = Array.from({ length: 40 }, (_, index) => `doc-${index}`);
const file = (text: string) => ({
  _attachments: { file: { content_type: 'text/plain', data: Buffer.from(text).toString('base64') } },
});

it('what a write replaces is read in one go, however many documents it has, and dropped', async () => {
  const first = await write(ids.map((_id) => ({ _id })));
  const second = await write(first);
  at.reads.mockClear();
  await write(second);
  const asked = at.reads.mock.calls.map(([keys]) => keys.length);
  // Where they stand, and what they were.
  expect(asked).toEqual([ids.length, ids.length]);
  for (const { _id, _rev } of [...first, ...second]) {
    await expect(at.db.get(_id, { rev: _rev ?? '' })).rejects.toMatchObject({ status: 404 });
  }
});

it('a file that documents replaced together shared goes with the last of them, and not before', async () => {
  const shared = file('of three');
  const before = await write(['a', 'b', 'c'].map((_id) => ({ _id, ...shared })));
  const kept = { _attachments: (await at.db.get('c'))._attachments as object };
  const [a, b, c] = before.map((doc, index) => (index === 2 ? { ...doc, ...kept } : doc)) as [Doc, Doc, Doc];
  const [, , last] = await write([a, b, c]);
  const left = (await at.db.getAttachment('c', 'file')) as Buffer;
  expect(left.toString('utf8')).toBe('of three');
  await write([last as Doc, { _id: 'd', ...file('another') }]);
  await expect(at.db.getAttachment('c', 'file')).rejects.toMatchObject({ status: 404 });
  // Its bytes are gone as well: whoever names them by their digest finds nothing.
  await expect(at.db.put({ _id: 'e', ...kept } as never)).rejects.toMatchObject({ status: 412 });
});
