import { describe, expect, it } from 'vitest';
import { setRate } from '../clients/consumerEdits.ts';
import { settleCard } from '../commands/cardPayments.ts';
import type { Caller } from '../commands/command.ts';
import { setConsumerStatus } from '../commands/consumers.ts';
import { takeBackNote, takeMoney, withdrawSaid } from '../commands/takeMoney.ts';
import { bookTransfers, takeBackTransfer } from '../commands/transfers.ts';
import type { EventView } from '../commands/view.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import type { Payment } from '../documents/payment.ts';
import { entryOf } from '../documents/bankEntry.ts';
import { bookedOf } from './booked.ts';
import type { CardPayment } from './cardPayment.ts';
import { paymentFlags, paymentState } from './paymentState.ts';
import { backableOf, isSaidPaid, settlementOf } from './settlement.ts';

/** One registration of 100.00, and what is done with it. */
function registration(more: Partial<Consumer>) {
  let consumer: Consumer = newDocument('consumer', {
    _id: 'consumer_a',
    registration: { amount: 10_000, vat: 0, currency: 'chf' as const, rate: 100 },
    ...more,
  });
  let time = 1000;
  const notes = new Map<string, Payment>();
  const stored = (type: string, id: string) => (type === 'payment' ? (notes.get(id) ?? null) : consumer);
  const view = {
    stored,
    storedOf: (type: string, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (stored(type, id) === null ? [] : [[id, stored(type, id)]]))),
  } as unknown as EventView;
  const caller = (): Caller => ({
    ...{ time: ++time, author: { id: 'u', name: 'U' }, role: 'member' },
    ...{ device: { id: 'device', name: 'D' }, newId: () => `n${String(++time).padStart(15, '0')}` },
  });
  const keep = (done: ReturnType<typeof takeMoney> | ReturnType<typeof settleCard>): void => {
    if (!done.ok) throw new Error(done.error.code);
    for (const doc of done.value.write.flat()) {
      if (!('type' in doc)) continue;
      if (doc.type === 'consumer') consumer = doc;
      if (doc.type === 'payment') notes.set(doc._id, doc);
    }
  };
  return {
    now: () => consumer,
    take(amount: number): string {
      keep(takeMoney(view, { consumerId: 'consumer_a', kind: 'cash', amount }, caller()));
      return consumer.taken?.at(-1)?.id ?? '';
    },
    takeBack(noteId: string): void {
      const done = takeBackNote(view, { consumerId: 'consumer_a', noteId }, caller());
      if (!done.ok) throw new Error(done.error.code);
      keep({ ok: true, value: { ...done.value, value: null } } as never);
    },
    withdraw(): void {
      const done = withdrawSaid(view, { consumerId: 'consumer_a' }, caller());
      if (!done.ok) throw new Error(done.error.code);
      consumer = done.value.value;
    },
    transfer(id: string, amount: number): void {
      const paid = { consumerId: 'consumer_a', id, day: '2026-01-03', amount };
      keep(bookTransfers(view, [paid], caller()) as never);
    },
    takeBackTransfer(id: string): void {
      const noteId = bookedOf(consumer).find(({ entry }) => entry === entryOf(id))?.noteId ?? '';
      keep(takeBackTransfer(view, { consumerId: 'consumer_a', noteId }, caller()) as never);
    },
    byHand(status: Consumer['status']): void {
      const done = setConsumerStatus(view, { consumerId: 'consumer_a', status }, caller());
      if (!done.ok) throw new Error(done.error.code);
      consumer = done.value.value;
    },
    card(paid: number, more: Partial<CardPayment> = {}): void {
      const card = { id: 'cs_1', paid, refunded: 0, disputed: false, ...more };
      keep(settleCard(view, { consumerId: 'consumer_a', card }, caller()));
    },
  };
}

describe('the status after money at the desk', () => {
  it('is what it was before, where a note is taken back', () => {
    for (const status of ['invoice_sent', 'seating_validated', 'registered'] as const) {
      const one = registration({ status });
      one.take(4000);
      expect(one.now().status).toBe(status);
      const rest = one.take(6000);
      expect(one.now().status).toBe('invoice_paid');
      one.takeBack(rest);
      expect(one.now()).toMatchObject({ status, statusBefore: null });
    }
  });

  it('is what it was before, where a note is taken back of somebody who comes for nothing', () => {
    const registered = { amount: 0, vat: 0, currency: 'chf' as const, rate: 100 };
    const free = registration({ status: 'registered', registration: registered });
    const note = free.take(4000);
    expect(free.now().status).toBe('invoice_paid');
    free.takeBack(note);
    expect(free.now()).toMatchObject({ status: 'registered', statusBefore: null });
    free.byHand('invoice_paid');
    free.takeBack(free.take(4000));
    expect(free.now().status).toBe('invoice_paid');
  });

  it('is what it was before, where a payment to the account is taken back; it can be noted anew', () => {
    const one = registration({ status: 'invoice_sent' });
    one.transfer('A', 4000);
    one.transfer('B', 6000);
    expect(one.now().status).toBe('invoice_paid');
    one.takeBackTransfer('B');
    expect(one.now()).toMatchObject({ status: 'invoice_sent', statusBefore: null });
    expect(settlementOf(one.now())).toMatchObject({ paid: 4000, open: 6000 });
    expect(() => one.takeBackTransfer('B')).toThrow('nothing_to_do');
    one.transfer('B', 6000);
    expect(one.now().status).toBe('invoice_paid');
  });

  it('is what it was before a card had paid the rest', () => {
    const one = registration({ status: 'invoice_sent' });
    const note = one.take(4000);
    one.card(6000);
    expect(one.now().status).toBe('invoice_paid');
    one.takeBack(note);
    expect(one.now().status).toBe('invoice_sent');
  });

  it('waits for no card any more, so that no place is lost because somebody corrects a note', () => {
    const hold = { until: 1, over: false };
    const one = registration({ status: 'pending', hold });
    one.takeBack(one.take(10_000));
    expect(one.now().status).toBe('registered');
    const part = registration({ status: 'pending', hold });
    part.take(4000);
    expect(part.now().status).toBe('registered');
  });

  it('said that all was paid: a note comes on top of that', () => {
    const back = registration({ status: 'invoice_paid' });
    back.take(-2000);
    expect(settlementOf(back.now())).toMatchObject({ paid: 10_000, refunded: 2000, open: 2000 });
    const twice = registration({ status: 'invoice_paid' });
    const note = twice.take(3000);
    expect(settlementOf(twice.now())).toMatchObject({ paid: 13_000, open: 0, credit: 3000 });
    twice.takeBack(note);
    expect(twice.now().status).toBe('invoice_paid');
    expect(settlementOf(twice.now())).toMatchObject({ paid: 10_000, open: 0, credit: 0 });
  });
});

describe('a status set by hand', () => {
  it('to paid, and a card pays as well: both count, it is flagged, and what was only said can be taken back', () => {
    const one = registration({ status: 'registered' });
    one.byHand('invoice_paid');
    expect([isSaidPaid(one.now()), paymentFlags(one.now())]).toEqual([true, []]);
    one.card(10_000);
    one.card(10_000);
    expect(settlementOf(one.now())).toMatchObject({ paid: 20_000, credit: 10_000 });
    expect(paymentFlags(one.now())).toEqual(['over']);
    one.withdraw();
    expect(settlementOf(one.now())).toMatchObject({ paid: 10_000, open: 0, credit: 0 });
    expect([one.now().status, paymentFlags(one.now())]).toEqual(['invoice_paid', []]);
  });

  it('what a card has paid is not said by the status, however late it is told again', () => {
    const one = registration({ status: 'pending' });
    one.card(10_000);
    // A device knew nothing of cards, or the server has lost it.
    const lost = registration({ ...one.now(), cards: [] });
    expect(isSaidPaid(lost.now())).toBe(false);
    lost.card(10_000);
    expect(settlementOf(lost.now())).toMatchObject({ paid: 10_000, credit: 0 });
  });

  it('to paid with less than that in: what lacks is still owed, and flagged', () => {
    const one = registration({ status: 'registered' });
    one.take(4000);
    one.byHand('invoice_paid');
    expect(settlementOf(one.now())).toMatchObject({ paid: 4000, open: 6000 });
    expect([paymentState(one.now()), paymentFlags(one.now())]).toEqual(['part', ['short']]);
  });

  it('back and to paid again, after a card: the second time it is said by hand', () => {
    const one = registration({ status: 'registered' });
    const note = one.take(10_000);
    one.takeBack(note);
    expect(settlementOf(one.now()).paid).toBe(0);
    const again = registration({ status: 'invoice_paid', statusBefore: 'registered' });
    again.byHand('registered');
    again.byHand('invoice_paid');
    expect(isSaidPaid(again.now())).toBe(true);
  });

  it('to cancelled after a half was given back: the other half is to be given back', () => {
    const settlement = { paid: 10_000, refunded: 5000 };
    const one = registration({ status: 'invoice_paid', settlement });
    one.byHand('canceled');
    expect(settlementOf(one.now())).toMatchObject({ total: 0, credit: 5000 });
    expect([paymentState(one.now()), paymentFlags(one.now())]).toEqual(['canceled', ['over']]);
  });
});

describe('what went back', () => {
  it('of money that then turns out not to have come can be noted as brought again, part by part', () => {
    const one = registration({ status: 'invoice_sent' });
    const note = one.take(6000);
    one.take(-4000);
    one.takeBack(note);
    expect(settlementOf(one.now())).toMatchObject({ paid: 0, refunded: 4000, open: 14_000 });
    expect(() => one.take(-1)).toThrow('nothing_to_do');
    one.take(1000);
    expect(settlementOf(one.now())).toMatchObject({ paid: 1000, refunded: 4000, open: 13_000 });
  });

  it('in cash while all is still owed is not said to be the end of it', () => {
    const one = registration({ status: 'registered' });
    one.take(10_000);
    one.take(-10_000);
    expect(settlementOf(one.now())).toMatchObject({ paid: 10_000, refunded: 10_000, open: 10_000 });
    expect([one.now().status, paymentState(one.now())]).toEqual(['registered', 'open']);
    one.byHand('canceled');
    expect(paymentState(one.now())).toBe('refunded');
  });

  it('to who became free does not cancel; to who is cancelled already it takes the invoice back', () => {
    const free = registration({ status: 'registered' });
    free.card(10_000);
    const { registration: paid, ...rest } = free.now();
    const nothing = registration({ ...rest, registration: { ...paid, amount: 0 } } as Partial<Consumer>);
    expect(settlementOf(nothing.now())).toMatchObject({ total: 0, credit: 10_000 });
    nothing.card(10_000, { refunded: 10_000 });
    expect(nothing.now().status).toBe('invoice_paid');
    expect(settlementOf(nothing.now())).toMatchObject({ open: 0, credit: 0 });
    const over = registration({ ...free.now(), status: 'canceled', invoiceIndex: 3 });
    over.card(10_000, { refunded: 10_000 });
    expect(over.now()).toMatchObject({ status: 'canceled', invoiceCorrects: 3 });
  });

  it.each(['together', 'one after the other'])(
    'a part of what was paid by card, heard %s: what is left is paid',
    (heard) => {
      const one = registration({ status: 'registered' });
      if (heard !== 'together') one.card(10_000);
      one.card(10_000, { refunded: 3000 });
      expect(settlementOf(one.now())).toMatchObject({ total: 7000, open: 0, credit: 0 });
      expect(one.now()).toMatchObject({ status: 'invoice_paid', statusBefore: 'registered' });
    },
  );

  it.each(['together', 'one after the other'])(
    'a part by card, and the rest lost to the bank, heard %s: the rest is owed, and nobody is cancelled',
    (heard) => {
      const one = registration({ status: 'registered' });
      const disputes = [{ id: 'dp', amount: 8000, outcome: 'lost' as const }];
      if (heard !== 'together') {
        one.card(10_000);
        one.card(10_000, { refunded: 2000 });
      }
      one.card(10_000, { refunded: 2000, disputed: true, disputes });
      expect(settlementOf(one.now())).toMatchObject({ total: 8000, paid: 2000, refunded: 2000, open: 8000 });
      expect(one.now().status).toBe(heard === 'together' ? 'registered' : 'invoice_paid');
      expect(paymentState(one.now())).toBe('open');
      expect(paymentFlags(one.now())).toContain('lost');
    },
  );

  it('is no more than had come by it, whichever ways are mixed; where it was, it is flagged', () => {
    const one = registration({ status: 'registered' });
    one.card(10_000);
    expect(backableOf(one.now(), one.now().cards?.[0] ?? none)).toBe(10_000);
    one.take(-6000);
    expect(backableOf(one.now(), one.now().cards?.[0] ?? none)).toBe(4000);
    expect(() => one.take(-4001)).toThrow('nothing_to_do');
    // By card meanwhile, as another device saw nothing of the cash.
    one.card(10_000, { refunded: 10_000 });
    expect(backableOf(one.now(), one.now().cards?.[0] ?? none)).toBe(0);
    expect([paymentState(one.now()), paymentFlags(one.now())]).toEqual(['refunded', ['excess']]);
  });
});

it('is too late no more once somebody registers the guest again', () => {
  const one = registration({ status: 'canceled', hold: { until: 1, over: true } });
  one.card(10_000);
  expect(paymentFlags(one.now())).toEqual(['late']);
  one.byHand('registered');
  one.byHand('canceled');
  expect(paymentFlags(one.now())).toEqual(['over']);
});

it('what stands in for a registration goes on giving way to it, whoever changes it', () => {
  const one = registration({ status: 'canceled', standsIn: true, metadata: { createdAt: 1 } as never });
  one.byHand('registered');
  expect(one.now().metadata.updatedAt).toBeUndefined();
  const rated = setRate(one.now(), { rate: 50, rateName: null }, { author: { id: 'u', name: 'U' }, time: 9 });
  expect(rated.metadata).toMatchObject({ author: { id: 'u', name: 'U' }, createdAt: 1 });
  expect(rated.metadata.updatedAt).toBeUndefined();
});

const none: CardPayment = { id: '', paid: 0, refunded: 0, disputed: false };
