import { CURRENCIES, type Currency, type PaymentType } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { HandKind, Payment } from '../documents/payment.ts';
import { bankStepOf } from '../ids.ts';
import { bookedTwice, isBookedTwice } from './bookedTwice.ts';
import { paymentFlags, paymentState, type PaymentFlag, type PaymentState } from './paymentState.ts';
import { countsEmptied, isSaidPaid, settlementOf, type Settlement } from './settlement.ts';
import { standing } from './taken.ts';

/** One registration in the list of the event's money. */
export interface MoneyRow {
  consumerId: string;
  paymentType: PaymentType;
  state: PaymentState;
  flags: readonly PaymentFlag[];
  settlement: Settlement;
  /** All its guests were deleted. */
  isEmptied: boolean;
  /** Paid by the status alone: no record tells how. */
  isSaid: boolean;
}

/** Registrations whose guests were all deleted. */
export function emptiedOf(clients: Iterable<Client>): ReadonlySet<string> {
  const held = new Map<string, boolean>();
  for (const { consumerId, deletedAt } of clients)
    if (consumerId != null) held.set(consumerId, held.get(consumerId) === true || deletedAt == null);
  return new Set([...held].flatMap(([id, isHeld]) => (isHeld ? [] : id)));
}

/** Everything that has a price, through which money went, or that has a flag; of those whose guests were deleted, what `countsEmptied` says. */
export function moneyRows(all: Iterable<Consumer>, clients: Iterable<Client>): MoneyRow[] {
  const consumers = [...all];
  const emptied = emptiedOf(clients);
  const twice = bookedTwice(consumers);
  const rows: MoneyRow[] = [];
  for (const consumer of consumers) {
    const isEmptied = emptied.has(consumer._id);
    if (isEmptied && !countsEmptied(consumer)) continue;
    const settlement = settlementOf(consumer);
    const flags = paymentFlags(consumer, { isEmptied, isTwice: isBookedTwice(consumer, twice) });
    // A flag stays in sight where nothing is left: what the bank took back of one that is cancelled, say.
    if (settlement.total === 0 && settlement.paid === 0 && settlement.refunded === 0 && flags.length === 0)
      continue;
    const { _id: consumerId, paymentType } = consumer;
    rows.push({
      ...{ consumerId, paymentType, settlement, isEmptied, isSaid: isSaidPaid(consumer) },
      ...{ state: paymentState(consumer), flags },
    });
  }
  return rows;
}

export const SUMS = ['total', 'paid', 'refunded', 'open', 'credit'] as const;
export type MoneySums = Record<(typeof SUMS)[number], number>;

/** The sums of each currency that there is; francs are not added to euros. */
export function moneySums(rows: readonly MoneyRow[]): { currency: Currency; sums: MoneySums }[] {
  return CURRENCIES.flatMap((currency) => {
    const own = rows.flatMap(({ settlement }) => (settlement.currency === currency ? settlement : []));
    if (own.length === 0) return [];
    const sums = { total: 0, paid: 0, refunded: 0, open: 0, credit: 0 };
    for (const one of own) for (const name of SUMS) sums[name] += one[name];
    return [{ currency, sums }];
  });
}

/** What one person has in hand of a day, in one way and one currency. */
export interface ClosingRow {
  person: string;
  kind: HandKind;
  currency: Currency;
  count: number;
  amount: number;
}

/** A day's notes by hand that count, by person and kind: what must be in the cash box, and on the terminal's own list. */
export function closingOf(notes: Iterable<Payment>, isOfDay: (time: number) => boolean): ClosingRow[] {
  const rows = new Map<string, ClosingRow>();
  for (const { _id, author, kind, currency, amount, time } of standing([...notes], (note) => note._id)) {
    // What stands in a bank statement went through nobody's hands.
    if (!isOfDay(time) || bankStepOf(_id) !== null) continue;
    const key = JSON.stringify([author.id, kind, currency]);
    const row = rows.get(key) ?? { person: author.name, kind, currency, count: 0, amount: 0 };
    rows.set(key, { ...row, count: row.count + 1, amount: row.amount + amount });
  }
  return [...rows.values()].sort(
    (a, b) =>
      a.person.localeCompare(b.person) ||
      a.kind.localeCompare(b.kind) ||
      a.currency.localeCompare(b.currency),
  );
}

export interface DailyClosing extends ClosingRow {
  /** As a calendar counts them. */
  day: number;
}

/** The closings of all days on which something was noted, the first day first. */
export function closingsOf(notes: Iterable<Payment>, dayOf: (time: number) => number): DailyClosing[] {
  const all = [...notes];
  const days = [...new Set(all.map(({ time }) => dayOf(time)))].sort((a, b) => a - b);
  return days.flatMap((day) => closingOf(all, (time) => dayOf(time) === day).map((row) => ({ ...row, day })));
}
