import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleCard } from '../commands/cardPayments.ts';
import type { Caller, Command } from '../commands/command.ts';
import { askForCorrection, askForInvoice, setConsumerStatus } from '../commands/consumers.ts';
import { takeBackNote, takeMoney, withdrawSaid } from '../commands/takeMoney.ts';
import { bookTransfers, takeBackTransfer } from '../commands/transfers.ts';
import type { EventView } from '../commands/view.ts';
import { calendarOf } from '../days.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import type { Payment } from '../documents/payment.ts';
import { NO_FILTER } from '../statistics/cells.ts';
import { createStatistics } from '../statistics/statistics.ts';
import { randomSource } from '../statistics/testing/randomEvent.ts';
import { creditData, invoiceData, type InvoiceData } from '../templates/invoiceData.ts';
import { bankStepOf } from '../ids.ts';
import { entryOf } from '../documents/bankEntry.ts';
import { bookedOf } from './booked.ts';
import type { CardPayment } from './cardPayment.ts';
import {
  correctInvoice,
  giveIndexes,
  indexesOf,
  issuedTo,
  needsInvoiceIndex,
  type InvoiceLedger,
} from './invoice.ts';
import { closingOf, moneyRows, moneySums, SUMS } from './moneyList.ts';
import { isSaidPaid, saidOnly, settlementOf } from './settlement.ts';
import { takenSums } from './taken.ts';

const ZURICH = calendarOf('Europe/Zurich');

type Step =
  | { kind: 'card'; page: number; amount: number }
  | { kind: 'refund'; page: number; share: number }
  | { kind: 'hand' | 'giveBack'; how: 'cash' | 'terminal'; amount: number; person: number }
  | { kind: 'mistake'; which: number }
  | { kind: 'transfer'; amount: number; id: number }
  | { kind: 'notOurs'; id: number }
  | { kind: 'cancel' };
const amount = fc.integer({ min: 1, max: 30_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('card' as const), page: fc.nat(2), amount }),
  fc.record({
    kind: fc.constant('refund' as const),
    page: fc.nat(2),
    share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
  }),
  fc.record({
    kind: fc.constantFrom('hand' as const, 'giveBack' as const),
    how: fc.constantFrom('cash' as const, 'terminal' as const),
    ...{ amount, person: fc.nat(1) },
  }),
  fc.record({ kind: fc.constant('mistake' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('transfer' as const), amount, id: fc.nat(3) }),
  fc.record({ kind: fc.constant('notOurs' as const), id: fc.nat(3) }),
  fc.constant({ kind: 'cancel' as const }),
);

const byHandOf = ({ taken }: Consumer) => (taken ?? []).filter(({ id }) => bankStepOf(id) === null);

/** What is stored, as a command looks at it. */
const viewOf = (stored: (id: string) => Consumer | Payment | null): EventView =>
  ({
    stored: (_type: string, id: string) => stored(id),
    storedOf: (_type: string, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (stored(id) === null ? [] : [[id, stored(id)]]))),
  }) as unknown as EventView;

/** One registration through a history of its money, beside a book that only adds up what changed hands. */
function lived(price: number, vat: number, steps: readonly Step[]) {
  let consumer: Consumer = newDocument('consumer', {
    ...{ _id: 'consumer_a', status: 'registered', settlement: { paid: 0, refunded: 0 } },
    registration: { amount: price, vat, currency: 'chf' as const, rate: 100 },
  });
  const notes: Payment[] = [];
  const pages = new Map<number, { paid: number; refunded: number }>();
  /** Of the bank's payments, by their names there. */
  const booked = new Map<number, number>();
  const hand = new Map<string, number>();
  let time = 0;
  let asked = 0;
  const run = <I, V>(command: Command<I, V>, input: I, person = 0): boolean => {
    const view = viewOf(
      (id) => notes.find(({ _id }) => _id === id) ?? (id === consumer._id ? consumer : null),
    );
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
      const note = notes.filter(({ _id, cancels }) => cancels === undefined && bankStepOf(_id) === null)[
        one.which
      ];
      if (note !== undefined && run(takeBackNote, { consumerId: consumer._id, noteId: note._id }))
        hand.delete(note._id);
    } else if (one.kind === 'transfer') {
      const transfer = { consumerId: consumer._id, id: `T${one.id}`, day: '2026-01-01', amount: one.amount };
      if (run(bookTransfers, [transfer])) booked.set(one.id, one.amount);
    } else if (one.kind === 'notOurs') {
      const noteId = bookedOf(consumer).find(({ entry }) => entry === entryOf(`T${one.id}`))?.noteId ?? '';
      const isGone = run(takeBackTransfer, { consumerId: consumer._id, noteId });
      if (isGone !== booked.delete(one.id)) throw new Error(`T${one.id} was not there, or stays`);
    } else if (one.kind === 'cancel') consumer = { ...consumer, status: 'canceled' };
  }
  const cards = [...pages.values()].reduce((sum, page) => sum + page.paid - page.refunded, 0);
  const byHand = [...hand.values()].reduce((sum, cents) => sum + cents, 0);
  const byBank = [...booked.values()].reduce((sum, cents) => sum + cents, 0);
  return { consumer, notes, byHand, asked, cameIn: cards + byHand + byBank };
}

/** An event with a ledger: what its server issues follows each act, by the functions that it issues with. */
type Act =
  | Step
  | { kind: 'dispute'; page: number; outcome: 'open' | 'won' | 'lost' }
  | { kind: 'price'; amount: number }
  | { kind: 'status'; to: 'invoice_paid' | 'registered' | 'canceled' | 'invoice_sent' }
  | { kind: 'invoice' | 'withdraw' }
  | { kind: 'guests'; there: boolean };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: step },
  fc.record({
    kind: fc.constant('dispute' as const),
    page: fc.nat(2),
    outcome: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
  }),
  fc.record({ kind: fc.constant('price' as const), amount: fc.nat(30_000) }),
  fc.record({
    kind: fc.constant('status' as const),
    to: fc.constantFrom(
      'invoice_paid' as const,
      'registered' as const,
      'canceled' as const,
      'invoice_sent' as const,
    ),
  }),
  fc.constantFrom({ kind: 'invoice' as const }, { kind: 'withdraw' as const }),
  fc.record({ kind: fc.constant('guests' as const), there: fc.boolean() }),
);
const acts = fc.array(fc.tuple(fc.nat(2), act), { maxLength: 40, size: 'max' });

/** Registrations a, b and c through a history of their money, their invoices and their guests; beside it a book of what changed hands. */
function happened(prices: readonly [number, number][], history: readonly [number, Act][]) {
  const consumers = new Map<string, Consumer>();
  const clients = new Map<string, Client>();
  for (const [at, [price, vat]] of prices.entries()) {
    const registration = { amount: price, vat, currency: 'chf' as const, rate: 100 };
    const _id = `consumer_${at}`;
    consumers.set(_id, newDocument('consumer', { _id, status: 'registered', registration, metadata: {} }));
    for (const guest of [1, 2]) {
      const id = `client_${at}${guest}`;
      const named = { forename: 'A', surname: 'B', consumerId: _id, metadata: {} };
      clients.set(id, newDocument('client', { _id: id, ...named }));
    }
  }
  const notes: Payment[] = [];
  const pages = new Map<string, CardPayment>();
  let ledger: InvoiceLedger = { adopted: {}, first: null, given: [] };
  const invoices = new Map<number, InvoiceData>();
  const book = new Map<string, number>();
  const transfers = new Map<string, number>();
  let time = 0;
  const books = (id: string, cents: number): void => void book.set(id, (book.get(id) ?? 0) + cents);

  function run<I, V>(command: Command<I, V>, input: I, person = 0): boolean {
    const view = viewOf((id) => notes.find(({ _id }) => _id === id) ?? consumers.get(id) ?? null);
    const caller: Caller = {
      ...{ time: ++time, author: { id: `u${person}`, name: `U${person}` }, role: 'member' },
      ...{ device: { id: 'device', name: 'D' }, newId: () => `n${String(++time).padStart(15, '0')}` },
    };
    const done = command(view, input, caller);
    if (!done.ok) return false;
    for (const doc of done.value.write.flat()) {
      if (!('type' in doc)) continue;
      if (doc.type === 'consumer') consumers.set(doc._id, doc);
      if (doc.type === 'payment') notes.push(doc);
    }
    return true;
  }
  /** As `server/worker/invoices.ts` has it: a number where one is needed, the wish for a correction, what is told of it. */
  function issue(): void {
    for (const [id, consumer] of consumers) {
      if (needsInvoiceIndex(consumer)) ledger = giveIndexes(ledger, [id], 0);
      const index = consumer.invoiceCorrects;
      if (index != null)
        ledger = correctInvoice(ledger, { consumerId: id, index, isAgain: consumer.status !== 'canceled' });
      const told = issuedTo(ledger, id).flatMap(({ index: at, credit }) => {
        const data = invoices.get(at) ?? invoiceOf(consumer);
        invoices.set(at, data);
        const number = String(at);
        const one = { index: at, number, issuedAt: 1, currency: 'chf' as const };
        return [
          { ...one, kind: 'invoice' as const, total: data.total },
          ...(credit === null
            ? []
            : [
                {
                  ...{ ...one, kind: 'credit' as const, index: credit, number: `C${credit}` },
                  ...{ takesBack: number, total: creditData(data, { number: '', issuedAt: 1 }).total },
                },
              ]),
        ];
      });
      const newest = indexesOf(ledger).get(id);
      if (newest === undefined) continue;
      consumers.set(id, { ...consumer, invoices: told, invoiceIndex: newest, invoiceCorrects: null });
    }
  }
  /** Whoever changes what was invoiced asks for a correction. */
  const correct = (consumerId: string): void => {
    const { invoiceIndex: index } = consumers.get(consumerId) ?? {};
    if (index != null) run(askForCorrection, { consumerId, index });
  };
  for (const [at, one] of history) {
    const id = `consumer_${at}`;
    const consumer = consumers.get(id);
    if (consumer === undefined) continue;
    const page = 'page' in one ? `${at}${one.page}` : '';
    const known = pages.get(page);
    const tell = (card: CardPayment): void => {
      pages.set(page, card);
      run(settleCard, { consumerId: id, card });
      run(settleCard, { consumerId: id, card });
    };
    if (one.kind === 'card' && known === undefined) {
      tell({ id: `cs_${page}`, paid: one.amount, refunded: 0, disputed: false });
      books(id, one.amount);
    } else if (one.kind === 'refund' && known !== undefined && known.disputes == null) {
      const back = Math.ceil(((known.paid - known.refunded) * one.share) / 100);
      tell({ ...known, refunded: known.refunded + back });
      books(id, -back);
    } else if (one.kind === 'dispute' && known !== undefined) {
      const dispute = { id: 'dp', amount: known.paid - known.refunded, outcome: one.outcome };
      // Decided once; of what is lost, nothing is given back any more.
      if (known.disputes !== undefined || known.refunded > 0) continue;
      tell({ ...known, disputed: one.outcome !== 'won', disputes: [dispute] });
      if (one.outcome === 'lost') books(id, -dispute.amount);
    } else if (one.kind === 'hand' || one.kind === 'giveBack') {
      const cents = one.kind === 'hand' ? one.amount : -one.amount;
      if (run(takeMoney, { consumerId: id, kind: one.how, amount: cents }, one.person)) books(id, cents);
    } else if (one.kind === 'mistake') {
      const standing = byHandOf(consumer).filter(({ cancels }) => cancels == null)[one.which];
      const isGone = consumer.taken?.some(({ cancels }) => cancels === standing?.id);
      if (standing !== undefined && run(takeBackNote, { consumerId: id, noteId: standing.id }) && !isGone)
        books(id, -standing.amount);
    } else if (one.kind === 'transfer') {
      const key = `${at} ${one.id}`;
      if (run(bookTransfers, [{ consumerId: id, id: key, day: '2026-01-01', amount: one.amount }])) {
        books(id, one.amount);
        transfers.set(key, one.amount);
      }
    } else if (one.kind === 'notOurs') {
      const key = `${at} ${one.id}`;
      const noteId = bookedOf(consumer).find(({ entry }) => entry === entryOf(key))?.noteId ?? '';
      if (run(takeBackTransfer, { consumerId: id, noteId })) books(id, -(transfers.get(key) ?? NaN));
      transfers.delete(key);
    } else if (one.kind === 'price') {
      const registration = { ...consumer.registration, amount: one.amount, amountVat: null };
      consumers.set(id, { ...consumer, registration: registration as Consumer['registration'] });
      correct(id);
    } else if (one.kind === 'cancel' || one.kind === 'status') {
      run(setConsumerStatus, { consumerId: id, status: one.kind === 'cancel' ? 'canceled' : one.to });
      issue();
      correct(id);
    } else if (one.kind === 'invoice') run(askForInvoice, { consumerId: id });
    else if (one.kind === 'withdraw') run(withdrawSaid, { consumerId: id });
    else if (one.kind === 'guests') {
      const deletedAt = one.there ? null : ++time;
      for (const [key, client] of clients)
        if (client.consumerId === id) clients.set(key, { ...client, deletedAt });
    }
    issue();
  }
  return { consumers, clients, notes, book };
}

const invoiceOf = (consumer: Consumer): InvoiceData =>
  invoiceData(
    { event: { title: 'Gala' }, consumer, clients: [], sessions: [] },
    { company: null, transfer: null },
    { number: '1', issuedAt: 0, language: 'en' },
  );
const issuedSum = ({ invoices }: Consumer): number =>
  (invoices ?? []).reduce((sum, { total }) => sum + total, 0);

describe('money in one place', () => {
  it('over random histories what came in less what went back is to the cent what changed hands', () => {
    const prices = fc.tuple(fc.nat(40_000), fc.constantFrom(0, 260, 810));
    fc.assert(
      fc.property(prices, fc.array(step, { maxLength: 14, size: 'max' }), ([price, vat], steps) => {
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

  it('over random histories of an event list, statistics and invoices have the same sums, and nothing is dropped with the guests', () => {
    const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(0, 260, 810)), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(prices, acts, (charged, history) => {
        const { consumers, clients, notes, book } = happened(charged, history);
        const rows = moneyRows(consumers.values(), clients.values());
        const [sums] = moneySums(rows).map((one) => one.sums);
        const heldBy = () => null;
        const source = { sessions: [], clients, consumers, notifs: new Map(), heldBy };
        const figures = createStatistics().update(source, NO_FILTER, ZURICH).get('money')?.get('chf');
        const [, , , ...counted] = figures ?? [];
        expect(SUMS.map((_, at) => counted[at] ?? 0)).toEqual(SUMS.map((name) => sums?.[name] ?? 0));
        let owed = 0;
        for (const [id, consumer] of consumers) {
          const { total, paid, refunded } = settlementOf(consumer);
          const row = rows.find(({ consumerId }) => consumerId === id);
          const isEmptied = [...clients.values()].every(
            (client) => client.consumerId !== id || client.deletedAt != null,
          );
          const inHand = book.get(id) ?? 0;
          const hasMoved = paid !== 0 || refunded !== 0 || inHand !== 0;
          const invoiced = consumer.invoices?.length ? issuedSum(consumer) : null;
          if (row !== undefined) owed += invoiced ?? total;
          // What somebody only said comes on top of what changed hands.
          const said = saidOnly(consumer) + (isSaidPaid(consumer) ? paid : 0);
          const isFlagged = row?.flags.includes('emptied') ?? false;
          expect([id, invoiced ?? total, hasMoved && row === undefined, row?.isEmptied]).toEqual([
            ...[id, total, false],
            row && isEmptied,
          ]);
          expect([id, paid - refunded]).toEqual([id, inHand + said]);
          expect(isFlagged || !isEmptied || paid === refunded).toBe(true);
          expect(row === undefined ? issuedSum(consumer) : 0).toBe(0);
        }
        expect(sums?.total ?? 0).toBe(owed);
        const byHand =
          notes.length === 0 ? 0 : closingOf(notes, () => true).reduce((sum, row) => sum + row.amount, 0);
        const told = [...consumers.values()].reduce((sum, one) => {
          const { paid, refunded } = takenSums({ taken: byHandOf(one) });
          return sum + paid - refunded;
        }, 0);
        expect(byHand).toBe(told);
      }),
      { numRuns: 300 },
    );
  });

  it('what the bank took back of a cancelled registration stays in sight', () => {
    const lost = {
      ...{ id: 'cs_1', paid: 2500, refunded: 0, disputed: true, paymentId: 'pi_1', customerId: null },
      disputes: [{ id: 'dp_1', amount: 2500, outcome: 'lost' as const }],
    };
    const consumer = newDocument('consumer', {
      _id: 'consumer_a',
      status: 'canceled',
      cards: [lost],
    } as never);
    const [row] = moneyRows([consumer as Consumer], []);
    expect(row?.flags).toContain('lost');
    expect(moneyRows([{ ...(consumer as Consumer), cards: [] }], [])).toEqual([]);
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

it('whose invoices come to another sum than is charged is in sight, until the correction is asked for', () => {
  const invoice = (number: string, total: number, takesBack: string | null = null) => ({
    ...{
      kind: takesBack === null ? ('invoice' as const) : ('credit' as const),
      index: 0,
      number,
      issuedAt: 0,
    },
    ...{ currency: 'chf' as const, total, takesBack },
  });
  const flagsOf = (more: Partial<Consumer>) =>
    moneyRows(
      [
        newDocument('consumer', {
          ...{ _id: 'consumer_a', status: 'invoice_sent', invoiceIndex: 0, invoices: [invoice('1', 1081)] },
          registration: { amount: 1000, vat: 810, rate: 100, currency: 'chf' },
          ...more,
        }),
      ],
      [],
    ).flatMap(({ flags }) => flags);
  const sold = (amount: number) => ({ amount, vat: 810, rate: 100, currency: 'chf' as const });
  expect(flagsOf({})).toEqual([]);
  expect(flagsOf({ invoices: [] })).toEqual([]);
  expect(flagsOf({ registration: sold(900) })).toEqual(['invoiced']);
  expect(flagsOf({ registration: { ...sold(1000), currency: 'eur' } })).toEqual(['invoiced']);
  // Cancelled by staff, its invoice stands: asked for, the credit note is on its way.
  expect(flagsOf({ status: 'canceled' })).toEqual(['invoiced']);
  expect(flagsOf({ status: 'canceled', invoiceCorrects: 0 })).toEqual([]);
  const takenBack = [invoice('1', 1081), invoice('C1', -1081, '1')];
  expect(flagsOf({ status: 'canceled', invoices: takenBack })).toEqual([]);
  expect(flagsOf({ invoices: [...takenBack, invoice('2', 1081)] })).toEqual([]);
});
