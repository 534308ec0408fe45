import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import { resolveConflict, type Leaf } from './conflict.ts';
import { mergeForms } from './mergeForm.ts';

const price = fc.record({ amount: fc.integer({ min: 0, max: 300 }), enabled: fc.boolean() });
const few = (keys: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 2 });
const version = fc.record({
  _id: fc.constant('form_f'),
  type: fc.constant('form'),
  name: fc.constantFrom('Guests', 'Friends'),
  enabled: fc.boolean(),
  accessId: fc.constantFrom('bcdfghjk', null),
  counterpartId: fc.constantFrom('form_g', null),
  amounts: few(['session_a', 'session_b'], few(['o', 'p'], few(['adult', 'child'], price))),
  metadata: fc.record({
    updatedAt: fc.integer({ min: 1, max: 3 }),
    createdAt: fc.integer({ min: 1, max: 3 }),
  }),
}) as fc.Arbitrary<Record<string, unknown>>;
const text = (value: unknown): string => canonical(value);

describe('two versions of one form', () => {
  it('merge alike in every order and grouping, and with themselves', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(text(mergeForms(a, b))).toBe(text(mergeForms(b, a)));
        expect(text(mergeForms(mergeForms(a, b), c))).toBe(text(mergeForms(a, mergeForms(b, c))));
        const both = mergeForms(a, b);
        for (const again of [both, a, b]) expect(text(mergeForms(both, again))).toBe(text(both));
      }),
    );
  });

  it('a session that one device added and a replacement by another both stay', () => {
    const base = {
      ...{ _id: 'form_f', type: 'form', enabled: true, accessId: 'bcdfghjk', counterpartId: 'form_g' },
      amounts: { session_a: { o: { adult: { amount: 500, enabled: true } } } },
    };
    const leaf = (rev: string, more: object): Leaf => ({
      ...base,
      ...more,
      _rev: `2-${rev}`,
      _revisions: { start: 2, ids: [rev, 'aa'] },
    });
    const zero = { amount: 0, enabled: false };
    const added = { ...base.amounts, session_b: { o: { adult: zero } } };
    const { merged } = resolveConflict([
      leaf('ff', { amounts: added, metadata: { updatedAt: 9 } }),
      leaf('00', { enabled: false, accessId: null, counterpartId: null, metadata: { updatedAt: 2 } }),
    ]);
    expect(merged).toMatchObject({
      ...{ enabled: false, accessId: null, counterpartId: null },
      amounts: { session_a: { o: { adult: { amount: 500 } } }, session_b: { o: { adult: zero } } },
    });
  });
});
