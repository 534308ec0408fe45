import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleCard } from '../commands/cardPayments.ts';
import type { Caller, Command } from '../commands/command.ts';
import { takeBackNote, takeMoney } from '../commands/takeMoney.ts';
import { bookTransfers } from '../commands/transfers.ts';
import type { EventView } from '../commands/view.ts';
import { calendarOf } from '../days.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import type { Payment } from '../documents/payment.ts';
import { NO_FILTER } from '../statistics/cells.ts';
import { createStatistics } from '../statistics/statistics.ts';
import { randomSource } from '../statistics/testing/randomEvent.ts';
import { closingOf, moneyRows, moneySums, SUMS } from './moneyList.ts';
import { settlementOf } from './settlement.ts';

const ZURICH = calendarOf('Europe/Zurich');

type Step =
  | { kind: 'card'; page: number; amount: number }
  | { kind: 'refund'; page: number; share: number }
  | { kind: 'hand' | 'giveBack'; how: 'cash' | 'terminal'; amount: number; person: number }
  | { kind: 'mistake'; which: number }
  | { kind: 'transfer'; amount: number; id: number }
  | { kind: 'cancel' };
const amount = fc.integer({ min: 1, max: 30_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('card' as const), page: fc.nat(2), amount }),
  fc.record({
    kind: fc.constant('refund' as const),
    page: fc.nat(2),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    kind: fc.constantFrom('hand' as const, 'giveBack' as const),
    how: fc.constantFrom('cash' as const, 'terminal' as const),
    ...{ amount, person: fc.nat(1) },
  }),
  fc.record({ kind: fc.constant('mistake' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('transfer' as const), amount, id: fc.nat(3) }),
  fc.constant({ kind: 'cancel' as const }),
);

/** One registration through a history of its money, beside a book that only adds up what changed hands. */
function lived(price: number, vat: number, steps: readonly Step[]) {
  let consumer: Consumer = newDocument('consumer', {
    ...{ _id: 'consumer_a', status: 'registered', settlement: { paid: 0, refunded: 0 } },
    registration: { amount: price, vat, currency: 'chf' as const, rate: 100 },
  });
  const notes: Payment[] = [];
  const pages = new Map<number, { paid: number; refunded: number }>();
  const booked = new Set<number>();
  const hand = new Map<string, number>();
  const bank = { in: 0 };
  let time = 0;
  let asked = 0;
  const run = <I, V>(command: Command<I, V>, input: I, person = 0): boolean => {
    const view = {
      stored: () => consumer,
      storedOf: () => new Map([[consumer._id, consumer]]),
    } as unknown as EventView;
    const caller: Caller = {
      ...{ time: ++time, author: { id: `u${person}`, name: `U${person}` }, role: 'member' },
      ...{ device: { id: 'device', name: 'D' }, newId: () => `n${String(++time).padStart(15, '0')}` },
    };
    const done = command(view, input, caller);
    if (!done.ok) return false;
    for (const doc of done.value.write.flat()) {
      if (!('type' in doc)) continue;
      if (doc.type === 'consumer') consumer = doc;
      if (doc.type === 'payment') notes.push(doc);
    }
    return true;
  };
  const tell = (page: number): void => {
    const { paid, refunded } = pages.get(page) ?? { paid: 0, refunded: 0 };
    const card = { id: `cs_${page}`, paid, refunded, disputed: false };
    // Twice, as news come.
    run(settleCard, { consumerId: consumer._id, card });
    run(settleCard, { consumerId: consumer._id, card });
  };
  for (const one of steps) {
    if (one.kind === 'card' && !pages.has(one.page)) {
      pages.set(one.page, { paid: one.amount, refunded: 0 });
      tell(one.page);
    } else if (one.kind === 'refund') {
      const page = pages.get(one.page);
      if (page === undefined) continue;
      const openBefore = settlementOf(consumer).open;
      page.refunded += Math.ceil(((page.paid - page.refunded) * one.share) / 100);
      tell(one.page);
      const after = settlementOf(consumer);
      // Nobody is asked for what was given back of the own money.
      const twice = Math.max(0, after.refunded - after.paid);
      asked = Math.max(asked, after.open - openBefore - twice);
    } else if (one.kind === 'hand' || one.kind === 'giveBack') {
      const cents = one.kind === 'hand' ? one.amount : -one.amount;
      const input = { consumerId: consumer._id, kind: one.how, amount: cents };
      if (run(takeMoney, input, one.person)) hand.set(notes.at(-1)?._id ?? '', cents);
    } else if (one.kind === 'mistake') {
      const note = notes.filter(({ cancels }) => cancels === undefined)[one.which];
      if (note !== undefined && run(takeBackNote, { consumerId: consumer._id, noteId: note._id }))
        hand.delete(note._id);
    } else if (one.kind === 'transfer') {
      const transfer = { consumerId: consumer._id, id: `T${one.id}`, day: '2026-01-01', amount: one.amount };
      run(bookTransfers, [transfer]);
      if (!booked.has(one.id)) bank.in += one.amount;
      booked.add(one.id);
    } else if (one.kind === 'cancel') consumer = { ...consumer, status: 'canceled' };
  }
  const cards = [...pages.values()].reduce((sum, page) => sum + page.paid - page.refunded, 0);
  const byHand = [...hand.values()].reduce((sum, cents) => sum + cents, 0);
  return { consumer, notes, byHand, asked, cameIn: cards + byHand + bank.in };
}

describe('money in one place', () => {
  it('over random histories what came in less what went back is to the cent what changed hands', () => {
    const prices = fc.tuple(fc.nat(40_000), fc.constantFrom(0, 260, 810));
    fc.assert(
      fc.property(prices, fc.array(step, { maxLength: 14 }), ([price, vat], steps) => {
        const { consumer, notes, byHand, asked, cameIn } = lived(price, vat, steps);
        const { net, vat: share, total, paid, refunded, open, credit } = settlementOf(consumer);
        expect(asked).toBe(0);
        expect(paid - refunded).toBe(cameIn);
        expect(total - paid + refunded).toBe(open - credit);
        expect(net + share).toBe(total);
        expect(Math.min(net, share, total, open, credit)).toBeGreaterThanOrEqual(0);
        const closed = closingOf(notes, () => true).reduce((sum, row) => sum + row.amount, 0);
        expect(closed).toBe(byHand);
      }),
      { numRuns: 500 },
    );
  });

  it('its sums are those of the statistics, by currency, in random events', () => {
    const cards = fc.array(
      fc.record({
        paid: fc.nat(90_000),
        refunded: fc.nat(900),
        disputed: fc.boolean(),
        id: fc.constant('cs_1'),
      }),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(randomSource, cards, (source, told) => {
        const consumers = new Map(
          [...source.consumers].map(([id, one], at) => [id, at % 2 === 0 ? { ...one, cards: told } : one]),
        );
        const figures = createStatistics()
          .update({ ...source, consumers }, NO_FILTER, ZURICH)
          .get('money');
        const rows = moneyRows(consumers.values(), source.clients.values());
        const here = new Map(moneySums(rows).map(({ currency, sums }) => [currency as string, sums]));
        for (const [currency, [, , , ...values]] of figures ?? []) {
          const own = here.get(String(currency));
          expect([currency, SUMS.map((name) => own?.[name] ?? 0)]).toEqual([
            currency,
            [values[0], values[1], values[2], values[3], values[4]],
          ]);
        }
      }),
    );
  });
});
