import { expect, it } from 'vitest';
import type { ConsumerInput } from '../clients/consumerEdits.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { settlementOf } from '../money/settlement.ts';
import { settleCard } from './cardPayments.ts';
import type { Caller } from './command.ts';
import { applyRate, saveConsumer } from './consumers.ts';
import type { EventView } from './view.ts';

const caller: Caller = {
  ...{ time: 1000, author: { id: 'u', name: 'U' }, role: 'member' },
  ...{ device: { id: 'device', name: 'D' }, newId: () => 'n' },
};
const viewOf = (consumer: Consumer) => ({ stored: () => consumer }) as unknown as EventView;
const texts = { forename: '', surname: '', company: '', email: '', phone: '' };
const address = { name: '', street: '', zip: '', city: '', country: '' };
const shown: ConsumerInput = {
  person: { ...texts, title: null, language: 'en' },
  ...{ address, addressSec: null, date: 5, paymentType: 'none', status: 'invoice_paid' },
  ...{ amount: 10_000, vat: 810, currency: 'chf', rate: 100 },
};
/** What is saved of a form that began with `base`, over what is there `now`. */
function saved(base: Consumer, now: Consumer, change: Partial<ConsumerInput>): Consumer {
  const input = { ...shown, ...change };
  const done = saveConsumer(viewOf(now), { consumerId: base._id, input, base }, caller);
  if (!done.ok) throw new Error(done.error.code);
  return done.value.value;
}
const made = () =>
  newDocument('consumer', {
    _id: 'consumer_a',
    status: 'invoice_paid' as const,
    registration: { amount: 10_000, vat: 810, currency: 'chf' as const, rate: 100, date: 5 },
    cards: [{ id: 'cs_1', paid: 10_810, refunded: 0, disputed: false }],
  });
const sumOf = (consumer: Consumer) => {
  const { net, vat, total } = settlementOf(consumer);
  return { net, vat, total };
};

it('an amount or a rate of VAT that somebody typed counts with its own VAT, though a refund changed the sum meanwhile', () => {
  const base = made();
  const card = { id: 'cs_1', paid: 10_810, refunded: 2810, disputed: false };
  const told = settleCard(viewOf(base), { consumerId: base._id, card }, caller);
  const now = (told.ok ? told.value.write[0]?.[0] : null) as Consumer;
  expect(sumOf(now)).toEqual({ net: 7401, vat: 599, total: 8000 });

  expect(sumOf(saved(base, now, { amount: 20_000 }))).toEqual({ net: 20_000, vat: 1620, total: 21_620 });
  expect(sumOf(saved(base, now, { vat: 0 }))).toEqual({ net: 7401, vat: 0, total: 7401 });
  expect(sumOf(saved(base, now, { address: { ...address, city: 'Bern' } }))).toEqual(sumOf(now));
});

it('a rate that somebody typed is not called by the name of the one that was applied meanwhile', () => {
  const base = made();
  const applied = applyRate(
    { storedOf: () => new Map([[base._id, base]]) } as unknown as EventView,
    { consumerIds: [base._id], choice: { rate: 50, rateName: 'Press' } },
    caller,
  );
  const now = (applied.ok ? applied.value.write[0]?.[0] : null) as Consumer;
  expect(saved(base, now, { rate: 75 }).registration).toMatchObject({ rate: 75, rateName: null });
  expect(saved(base, now, { amount: 1 }).registration).toMatchObject({ rate: 50, rateName: 'Press' });
});
