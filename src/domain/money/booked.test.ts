import { describe, expect, it } from 'vitest';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { bankPaymentId, bankStepOf, typeOfId } from '../ids.ts';
import { entryOf } from '../documents/bankEntry.ts';
import { bookedOf, nextStep } from './booked.ts';
import { bookedTwice, isBookedTwice, notedAndBooked } from './bookedTwice.ts';
import { moneyRows } from './moneyList.ts';
import { settlementOf } from './settlement.ts';
import { matchEntries } from './statement/match.ts';

type Taken = NonNullable<Consumer['taken']>;

const step = (bankId: string, cents: number, at: number, of = 'a'): Taken[number] => {
  const id = bankPaymentId(`consumer_${of}`, { entry: entryOf(bankId), cents, step: at });
  const told = { id, kind: 'terminal' as const, byTransfer: true };
  if (at % 2 === 0) return { ...told, amount: cents };
  return { ...told, amount: -cents, cancels: id.replace(/\d+$/, String(at - 1)) };
};
const registration = (more: Partial<Consumer>, of = 'a'): Consumer =>
  newDocument('consumer', {
    ...{ _id: `consumer_${of}`, status: 'registered' },
    registration: { amount: 10_000, vat: 0, currency: 'chf', rate: 100 },
    ...more,
  });
const former = (bankId: string, amount: number): Partial<Consumer> => ({
  transfers: [{ id: bankId, day: '2026-01-03', amount }],
  settlement: { paid: amount, refunded: 0 },
});
const paid = (more: Partial<Consumer>): number => settlementOf(registration(more)).paid;

describe('payments of bank statements', () => {
  it('have ids that tell the step, whatever the registration is called, and nobody by name', () => {
    const of = { entry: entryOf('2026-01-03|10000||Ada Lovelace|thanks|0'), cents: 10_000, step: 3 };
    for (const consumerId of ['consumer_a', 'consumer_a_bank-0', 'consumer_x.y~z-1']) {
      const id = bankPaymentId(consumerId, of);
      expect([typeOfId(id), bankStepOf(id)]).toEqual(['payment', of]);
      expect(id).not.toMatch(/ada|lovelace/i);
    }
    for (const id of ['payment_a_0mwq00000-x1', 'payment_a_bank-0-1-0', 'consumer_a'])
      expect(bankStepOf(id)).toBeNull();
  });

  it('count as often as they were noted and not taken back', () => {
    const taken = [step('T', 500, 0), step('T', 500, 1), step('T', 500, 2), step('U', 70, 0)];
    expect([1, 2, 3, 4].map((count) => paid({ taken: taken.slice(0, count) }))).toEqual([500, 0, 500, 570]);
    expect(bookedOf(registration({ taken })).map(({ amount }) => amount)).toEqual([500, 70]);
    expect([0, 1, 2, 3].map((count) => nextStep({ taken: taken.slice(0, count) }, entryOf('T')))).toEqual([
      0, 2, 2, 4,
    ]);
  });

  it('that the registration itself tells, as before, count until a note tells of the same', () => {
    const before = former('T', 500);
    expect(paid(before)).toBe(500);
    expect(bookedOf(registration(before))).toMatchObject([{ entry: entryOf('T'), amount: 500 }]);
    // Noted by a device of before and by one of today, apart: once.
    expect(paid({ ...before, taken: [step('T', 500, 0)] })).toBe(500);
    expect(bookedOf(registration({ ...before, taken: [step('T', 500, 0)] }))).toHaveLength(1);
    // Taken back, and noted anew.
    expect(paid({ ...before, taken: [step('T', 500, 1)] })).toBe(0);
    expect(paid({ ...before, taken: [step('T', 500, 1), step('T', 500, 2)] })).toBe(500);
    expect(paid({ ...before, taken: [step('U', 70, 0)] })).toBe(570);
    // What went back of it went back of nothing; what else was said stays.
    const more = { ...before, settlement: { paid: 800, refunded: 600 }, taken: [step('T', 500, 1)] };
    expect(settlementOf(registration(more))).toMatchObject({ paid: 300, refunded: 300 });
  });

  it('noted for two registrations are told at both, in whichever way each was noted', () => {
    const both = (one: Partial<Consumer>, other: Partial<Consumer>) => {
      const list = [registration(one), registration(other, 'b')];
      const twice = bookedTwice(list);
      expect(list.map((each) => isBookedTwice(each, twice))).toEqual(
        moneyRows(list, []).map(({ flags }) => flags.includes('twice')),
      );
      return [...twice.values()];
    };
    const here = { taken: [step('T', 500, 0)] };
    const there = { taken: [step('T', 500, 0, 'b')] };
    expect(both(here, there)).toEqual([['consumer_a', 'consumer_b']]);
    expect(both(here, former('T', 500))).toEqual([['consumer_a', 'consumer_b']]);
    expect(both(here, { taken: [...there.taken, step('T', 500, 1, 'b')] })).toEqual([]);
    expect(both(here, { taken: [step('U', 500, 0, 'b')] })).toEqual([]);
  });

  it('noted with two amounts for one registration is told there, and nowhere else', () => {
    const list = [
      registration({ taken: [step('T', 500, 0), step('T', 600, 0)] }),
      registration({ taken: [step('U', 500, 0, 'b')] }, 'b'),
    ];
    const flags = () => moneyRows(list, []).map((row) => row.flags.includes('twice'));
    expect(flags()).toEqual([true, false]);
    expect([...bookedTwice(list).values()]).toEqual([['consumer_a']]);
    // One of them was taken back.
    list[0] = registration({ taken: [step('T', 500, 0), step('T', 600, 0), step('T', 500, 1)] });
    expect(flags()).toEqual([false, false]);
  });

  it('are none that somebody noted by hand, and are known again in the next statement', () => {
    const byHand = { id: 'payment_a_1', kind: 'terminal' as const, byTransfer: true, amount: 500 };
    const taken = [step('T', 500, 0)];
    expect(notedAndBooked(registration({ taken }))).toBeNull();
    expect(notedAndBooked(registration({ taken: [...taken, byHand] }))).toBe(500);
    const entry = {
      ...{ id: 'T', day: '', amount: 500, currency: 'CHF', payer: 'Ada', reference: '', text: '' },
    };
    const match = (told: Taken) =>
      matchEntries(
        [entry],
        [registration({ taken: told })],
        new Map([['T', registration({ taken: told })]]),
      )[0];
    expect(match(taken)).toMatchObject({ kind: 'booked', consumerId: 'consumer_a' });
    expect(match([...taken, step('T', 500, 1)])?.kind).toBe('said');
  });
});
