import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import { resolveConflict, type Leaf } from './conflict.ts';
import { mergeNotifs } from './mergeNotif.ts';

const version = fc.record({
  _id: fc.constant('notif_n'),
  type: fc.constant('notif'),
  notifType: fc.constantFrom('automatic', 'inactive', 'one-time', 'deleted'),
  date: fc.constantFrom(null, 1, 2, 3),
  count: fc.constantFrom(0, 1),
  sendAt: fc.constantFrom(null, 2),
  resendConsumerIds: fc.array(fc.constantFrom('consumer_a', 'consumer_b'), { maxLength: 4 }),
  metadata: fc.record({ updatedAt: fc.integer({ min: 1, max: 3 }) }),
}) as fc.Arbitrary<Record<string, unknown>>;
/** Without a date of its run, and yet of so many. */
const counted = (count: number): Record<string, unknown> => ({
  ...{ _id: 'notif_n', type: 'notif', notifType: 'deleted', date: null, count, sendAt: null },
  ...{ resendConsumerIds: [], metadata: { updatedAt: 2 } },
});
const text = (value: unknown): string => canonical(value);

describe('two versions of one notification', () => {
  it('merge alike in every order and grouping, and with themselves', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(text(mergeNotifs(a, b))).toBe(text(mergeNotifs(b, a)));
        expect(text(mergeNotifs(mergeNotifs(a, b), c))).toBe(text(mergeNotifs(a, mergeNotifs(b, c))));
        const both = mergeNotifs(a, b);
        for (const again of [both, a, b]) expect(text(mergeNotifs(both, again))).toBe(text(both));
      }),
      { examples: [[counted(0), counted(1), counted(0)]] },
    );
  });

  it('whom two devices named for once more get it, and the newest text stands', () => {
    const base = { _id: 'notif_n', type: 'notif', contents: { subject: 'Old' } };
    const leaf = (rev: string, more: object): Leaf => ({
      ...{ ...base, ...more, _rev: `2-${rev}` },
      _revisions: { start: 2, ids: [rev, 'base'] },
    });
    const { merged } = resolveConflict([
      leaf('aa', { resendConsumerIds: ['consumer_x', 'consumer_y'], metadata: { updatedAt: 5 } }),
      leaf('bb', {
        ...{ resendConsumerIds: ['consumer_x', 'consumer_x'], metadata: { updatedAt: 7 } },
        contents: { subject: 'New' },
      }),
    ]);
    expect(merged).toMatchObject({
      contents: { subject: 'New' },
      resendConsumerIds: ['consumer_x', 'consumer_x', 'consumer_y'],
      metadata: { updatedAt: 7 },
    });
  });

  it('that it was run stays told, whatever a device made of it that did not know', () => {
    const ran = { _id: 'notif_n', notifType: 'inactive', date: 10, count: 3, metadata: { updatedAt: 10 } };
    const before = { ...ran, notifType: 'one-time', date: null, count: 0, sendAt: 9 };
    const later = { metadata: { updatedAt: 20 } };
    const calledBack = { ...before, ...later, notifType: 'inactive', sendAt: null };
    const told = { notifType: 'inactive', date: 10, count: 3 };
    expect(mergeNotifs(ran, calledBack)).toMatchObject(told);
    const worded = { ...before, ...later, contents: { subject: 'New' } };
    expect(mergeNotifs(worded, ran)).toMatchObject({ ...told, contents: { subject: 'New' } });
    // To be run once more: somebody gave it another time.
    const planned = { ...before, ...later, sendAt: 30 };
    expect(mergeNotifs(ran, planned)).toMatchObject({
      notifType: 'one-time',
      sendAt: 30,
      date: 10,
      count: 3,
    });
  });
});
