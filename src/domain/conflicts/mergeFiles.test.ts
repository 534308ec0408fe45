import { describe, expect, it } from 'vitest';
import { resolveConflict, type Leaf } from './conflict.ts';
import { withRegisterTimes } from './registers.ts';

type Doc = Record<string, unknown>;

const picture = (digest: string) => ({ _attachments: { picture: { content_type: 'image/png', digest } } });
const FIRST: Doc = { type: 'event', title: 'Gala', ...picture('md5-m'), metadata: { updatedAt: 1 } };

/** Edited on a device of its own; what is attached anew has no digest until it is stored. */
function edited(change: Doc, updatedAt: number, stored: Doc = {}, from = FIRST): Doc {
  const next = { ...from, ...change, metadata: { ...(from['metadata'] as Doc), updatedAt } };
  return { ...withRegisterTimes(from, next), ...stored };
}
const fresh = { _attachments: { picture: { content_type: 'image/png', data: 'AAAA' } } };
const replaced = (digest: string, at: number, from = FIRST) => edited(fresh, at, picture(digest), from);

const leaf = (doc: Doc, rev: string, start = 2): Leaf => ({
  ...doc,
  ...{ _id: 'event', _rev: `${start}-${rev}`, _revisions: { start, ids: [rev, 'aa'] } },
});
/** Whichever of the two wins in the database. */
const merged = (a: Doc, b: Doc): Leaf[] => [
  resolveConflict([leaf(a, 'aa'), leaf(b, 'bb')]).merged,
  resolveConflict([leaf(a, 'bb'), leaf(b, 'aa')]).merged,
];
const digestIn = (doc: Leaf): unknown =>
  (doc as { _attachments?: Record<string, { digest: string }> })._attachments?.['picture']?.digest;

describe('a file of two versions that were edited apart', () => {
  it('may have a name that every object knows', () => {
    const files = { _attachments: { constructor: { digest: 'md5-a' } } };
    for (const doc of merged({ ...FIRST, ...files }, { ...FIRST, metadata: { updatedAt: 5 } }))
      expect(doc['_attachments']).toEqual({ ...files._attachments, ...(FIRST['_attachments'] as object) });
  });

  it.each(['md5-a', 'md5-z'])(
    'is the one that was put there last (%s), whatever else is edited later',
    (digest) => {
      for (const doc of merged(replaced(digest, 5), edited({ title: 'Ball' }, 9))) {
        expect(digestIn(doc)).toBe(digest);
        expect(doc['title']).toBe('Ball');
        // And stays so, if a third version comes.
        const third = leaf(edited({ location: 'Bern' }, 12), 'cc', 3);
        expect(digestIn(resolveConflict([doc, third]).merged)).toBe(digest);
      }
    },
  );

  it('of two that were put there the later one stays', () => {
    for (const doc of merged(replaced('md5-z', 5), replaced('md5-a', 6))) expect(digestIn(doc)).toBe('md5-a');
  });

  it('that was taken away does not come back with an edit of something else', () => {
    const { _attachments, ...bare } = FIRST;
    const without = withRegisterTimes(FIRST, { ...bare, metadata: { updatedAt: 5 } });
    for (const doc of merged(without, edited({ title: 'Ball' }, 9))) expect(digestIn(doc)).toBeUndefined();
    for (const doc of merged(without, replaced('md5-a', 6))) expect(digestIn(doc)).toBe('md5-a');
  });

  it('stays beside a version of a program that lacks it and knows of no registers', () => {
    const { _attachments, ...bare } = FIRST;
    const script = { ...bare, title: 'Ball', metadata: { updatedAt: 9 } };
    for (const doc of merged(edited({ location: 'Bern' }, 5), script)) expect(digestIn(doc)).toBe('md5-m');
  });

  it('a template whose PDF was replaced keeps it, with the boxes that somebody else moved, and its language', () => {
    const base: Doc = {
      ...{
        type: 'invitationtemplate',
        language: 'en',
        refs: [{ id: 'a', x: 1 }],
        metadata: { updatedAt: 1 },
      },
      ...picture('md5-m'),
    };
    const moved = edited({ refs: [{ id: 'a', x: 7 }] }, 9, {}, base);
    for (const doc of merged(replaced('md5-a', 5, base), moved)) {
      expect(digestIn(doc)).toBe('md5-a');
      expect(doc['refs']).toEqual([{ id: 'a', x: 7 }]);
      expect(doc['language']).toBe('en');
    }
  });

  it('a program of before, which takes the greater digest, comes to another revision, so that they meet', () => {
    const [a, b] = [replaced('md5-a', 5), edited({ title: 'Ball' }, 9)];
    const greater = replaced('md5-z', 5);
    const [one, same] = [
      resolveConflict([leaf(a, 'aa'), leaf(b, 'bb')]).merged,
      resolveConflict([leaf(greater, 'aa'), leaf(b, 'bb')]).merged,
    ];
    expect(one._rev).not.toBe(same._rev);
  });
});
