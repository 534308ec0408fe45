import { describe, expect, it } from 'vitest';
import { settleCard } from '../commands/cardPayments.ts';
import type { Caller } from '../commands/command.ts';
import { takeBackNote, takeMoney } from '../commands/takeMoney.ts';
import type { EventView } from '../commands/view.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { settlementOf } from './settlement.ts';

/** One registration of 100.00, and what is done with it. */
function registration(more: Partial<Consumer>) {
  let consumer: Consumer = newDocument('consumer', {
    _id: 'consumer_a',
    registration: { amount: 10_000, vat: 0, currency: 'chf' as const, rate: 100 },
    ...more,
  });
  let time = 1000;
  const view = { stored: () => consumer } as unknown as EventView;
  const caller = (): Caller => ({
    ...{ time: ++time, author: { id: 'u', name: 'U' }, role: 'member' },
    ...{ device: { id: 'device', name: 'D' }, newId: () => `n${String(++time).padStart(15, '0')}` },
  });
  const keep = (done: ReturnType<typeof takeMoney> | ReturnType<typeof settleCard>): void => {
    if (!done.ok) throw new Error(done.error.code);
    for (const doc of done.value.write.flat()) if ('type' in doc && doc.type === 'consumer') consumer = doc;
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
    card(paid: number): void {
      const card = { id: 'cs_1', paid, refunded: 0, disputed: false };
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
