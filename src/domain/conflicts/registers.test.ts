import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import { resolveConflict, type Leaf } from './conflict.ts';
import { isEditedApart, mergeRegisters, withRegisterTimes } from './registers.ts';

type Doc = Record<string, unknown>;
type Edit = (doc: Doc) => Doc;

const FIRST: Doc = {
  ...{ _id: 'consumer_c', type: 'consumer', status: 'registered', unknown: 1 },
  person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' },
  address: { street: 'Old 1', zip: '1000' },
  registration: { amount: 100, vat: 810 },
  metadata: { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 },
};

const inside =
  (field: string, change: Doc): Edit =>
  (doc) => ({ ...doc, [field]: { ...(doc[field] as Doc), ...change } });
const edits: readonly Edit[] = [
  (doc) => ({ ...doc, status: 'canceled' }),
  (doc) => ({ ...doc, status: 'invoice_paid', statusBefore: 'registered' }),
  (doc) => ({ ...doc, invoiceWanted: true }),
  (doc) => ({ ...doc, unknown: { of: 'another program' } }),
  (doc) => ({ ...doc, address: null }),
  inside('address', { street: 'New 2' }),
  inside('person', { email: 'new@example.org' }),
  inside('person', { forename: 'Augusta', surname: 'King' }),
  inside('person', { phone: '+41791234567' }),
  inside('registration', { amount: 200 }),
];

/** As a program of today edits, or one that knows of no registers. */
const edited = (doc: Doc, edit: Edit, updatedAt: number, knows = true): Doc => {
  const next: Doc = { ...edit(doc), metadata: { ...(doc['metadata'] as Doc), updatedAt } };
  return knows ? withRegisterTimes(doc, next) : next;
};

const step = fc.record({
  edit: fc.constantFrom(...edits),
  after: fc.integer({ min: 1, max: 4 }),
  knows: fc.boolean(),
});
const version = fc.array(step, { maxLength: 4 }).map(
  (steps) =>
    steps.reduce(
      ({ doc, time }, { edit, after, knows }) => ({
        doc: edited(doc, edit, time + after, knows),
        time: time + after,
      }),
      { doc: FIRST, time: 1 },
    ).doc,
);

/** All but who was last, which follows from the grouping. */
function content({ metadata, ...doc }: Doc): string {
  const { updatedAt, registers } = metadata as {
    updatedAt: number;
    registers?: { upTo: number; rest: number; times: Doc };
  };
  const { rest, times } = registers?.upTo === updatedAt ? registers : { rest: updatedAt, times: {} };
  return canonical({ doc, rest, times });
}
const merge = (...versions: Doc[]): Doc => mergeRegisters(versions);

describe('versions of one registration', () => {
  it('merge alike in every order and grouping, and with themselves', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(canonical(merge(a, b))).toBe(canonical(merge(b, a)));
        expect(canonical(merge(c, a, b))).toBe(canonical(merge(a, b, c)));
        const all = merge(a, b, c);
        expect(content(merge(merge(a, b), c))).toBe(content(merge(a, merge(b, c))));
        for (const one of [a, b, c]) expect(content(merge(all, one))).toBe(content(all));
        expect(canonical(merge(a, a))).toBe(canonical(a));
      }),
    );
  });

  it('what is edited of one stays beside what is edited later of another, whoever is told first', () => {
    for (const [first, second] of [
      [0, 5],
      [2, 6],
      [6, 8],
      [7, 5],
      [3, 9],
    ] as const) {
      const [one, two] = [edits[first], edits[second]] as [Edit, Edit];
      const both = merge(edited(FIRST, one, 10), edited(FIRST, two, 20));
      expect(both).toMatchObject({ ...two(one(FIRST)), metadata: { updatedAt: 21 } });
    }
  });

  it('of the same register the later edit stays, and what it was is not mixed with it', () => {
    const [, , , , , moved] = edits;
    const canceled = edited(FIRST, edits[0] as Edit, 10);
    const paid = edited(edited(FIRST, edits[1] as Edit, 8), moved as Edit, 30);
    const merged = merge(canceled, paid);
    expect(merged).toMatchObject({ status: 'canceled', address: { street: 'New 2' } });
    expect(merged).not.toHaveProperty('statusBefore');
    const renamed = edited(FIRST, inside('person', { surname: 'Lovelace' }), 12);
    expect(merge(edited(FIRST, edits[7] as Edit, 11), renamed)['person']).toMatchObject({
      ...{ forename: 'Ada', surname: 'Lovelace' },
    });
  });

  it('what a form writes as empty that was not there is no edit', () => {
    const saved = edited(
      FIRST,
      (doc) => ({ ...doc, addressSec: { street: '', zip: null }, orderCode: null }),
      20,
    );
    expect(
      merge(
        saved,
        edited(FIRST, (doc) => ({ ...doc, orderCode: 'X1' }), 10),
      ),
    ).toMatchObject({
      orderCode: 'X1',
    });
  });

  it('a program that knows of no registers speaks of the whole, and so do versions of before', () => {
    const script = edited(edited(FIRST, edits[6] as Edit, 5), edits[5] as Edit, 20, false);
    const canceled = edited(FIRST, edits[0] as Edit, 10);
    expect(merge(script, canceled)).toBe(script);
    const later = edited(canceled, edits[8] as Edit, 30);
    expect(merge(script, later)).toMatchObject({
      ...{ status: 'registered', address: { street: 'New 2' } },
      person: { email: 'new@example.org', phone: '+41791234567' },
    });
  });

  it('no register is dated after the edit that it came with', () => {
    const forged = edited(FIRST, edits[0] as Edit, 10);
    const { registers } = forged['metadata'] as { registers: { times: Doc } };
    registers.times['status'] = 1e12;
    expect(merge(forged, edited(FIRST, edits[1] as Edit, 11))).toMatchObject({ status: 'invoice_paid' });
  });

  it('one program that merges registers and one that does not come to the same end', () => {
    const leaf = (doc: Doc, rev: string): Leaf => ({
      ...{ ...doc, _id: 'consumer_c', _rev: `2-${rev}` },
      _revisions: { start: 2, ids: [rev, 'base'] },
    });
    const a = leaf(edited(FIRST, edits[0] as Edit, 10), 'aa');
    const b = leaf(edited(FIRST, edits[5] as Edit, 20), 'bb');
    const { merged } = resolveConflict([a, b]);
    // The other one took b as it is, and both hear of both.
    const whole = { ...b, _rev: '3-cc', _revisions: { start: 3, ids: ['cc', 'bb', 'base'] } };
    const end = resolveConflict([merged, whole]).merged;
    expect(content(end)).toBe(content({ ...merged, _rev: end._rev, _revisions: end._revisions }));
    expect((merged['metadata'] as Doc)['updatedAt']).toBeGreaterThan(20);
  });

  it('what a version may have changed itself is known from how many writes it is apart', () => {
    const moved = edited(edited(FIRST, edits[0] as Edit, 10), edits[5] as Edit, 20);
    const mayHave = (edits: number, ...others: Doc[]) =>
      ['status', 'address.street', 'person.email'].map(isEditedApart(moved, others, edits));
    expect(mayHave(1)).toEqual([false, true, false]);
    expect(mayHave(2)).toEqual([true, true, false]);
    expect(mayHave(3)).toEqual([true, true, true]);
    expect(mayHave(3, edited(FIRST, edits[8] as Edit, 15))).toEqual([true, true, false]);
    expect(mayHave(1, edited(FIRST, edits[8] as Edit, 15, false))).toEqual([false, true, false]);
  });
});

it('two who set up one event apart both keep what they did, what is paid to whom as one', () => {
  const gala: Doc = {
    ...{ _id: 'event', type: 'event', title: 'Gala', location: 'Hall', payMinutes: 60 },
    transfer: { iban: 'CH1', name: 'Gala' },
    metadata: { createdAt: 1, updatedAt: 1 },
  };
  const moved = edited(
    gala,
    (doc) => ({ ...doc, location: 'Lake', transfer: { iban: 'CH2', name: 'Lake' } }),
    5,
  );
  const titled = edited(
    gala,
    (doc) => ({ ...doc, title: 'Gala 2027', transfer: { iban: 'CH3', name: 'Gala' } }),
    9,
  );
  expect(mergeRegisters([moved, titled])).toMatchObject({
    ...{ title: 'Gala 2027', location: 'Lake', payMinutes: 60, transfer: { iban: 'CH3', name: 'Gala' } },
  });
  expect(canonical(mergeRegisters([titled, moved]))).toBe(canonical(mergeRegisters([moved, titled])));
});
