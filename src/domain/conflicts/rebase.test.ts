import { describe, expect, it } from 'vitest';
import { rebase } from './rebase.ts';

describe('a form saved after somebody else saved', () => {
  const base = { status: 'registered', person: { phone: null as string | null, city: 'Bern' }, tags: ['a'] };

  it('keeps what it did not touch as the others left it, deep inside too', () => {
    const mine = { ...base, person: { phone: '+41', city: 'Bern' } };
    const current = { status: 'invoice_paid', person: { phone: null, city: 'Genève' }, tags: ['a', 'b'] };
    expect(rebase<object>(base, mine, current)).toEqual({
      status: 'invoice_paid',
      person: { phone: '+41', city: 'Genève' },
      tags: ['a', 'b'],
    });
  });
  it('has its way where both changed the same', () => {
    const mine = { ...base, status: 'canceled', tags: [] };
    expect(rebase<object>(base, mine, { ...base, status: 'invoice_paid', tags: ['b'] })).toEqual({
      ...{ ...base, status: 'canceled', tags: [] },
    });
  });
  it('takes an absent field and an empty one for the same', () => {
    expect(rebase<object>({}, { note: null }, { note: 'theirs' })).toEqual({ note: 'theirs' });
  });
  it('takes away what it took away, and brings in what it brought', () => {
    expect(rebase<object>({ a: 1 }, { b: { c: 2 } }, { a: 1, d: 3 })).toEqual({ b: { c: 2 }, d: 3 });
  });
});
