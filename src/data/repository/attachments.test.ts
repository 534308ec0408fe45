import { expect, it } from 'vitest';
import { attempt } from '../failure.ts';
import { ok } from '#domain/result.ts';
import { bytesOf } from './attachments.ts';

it('a file that was changed since it was chosen is told as such, and not as a fault of the storage', async () => {
  const why = new DOMException('The requested file could not be read', 'NotReadableError');
  const changed = new Blob(['x']);
  changed.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(why) });
  expect(await attempt(async () => ok(await bytesOf(changed, 10)))).toEqual({
    ok: false,
    error: { code: 'file_unreadable' },
  });
  expect(await bytesOf(new Blob(['abcd']), 2)).toHaveLength(3);
});
