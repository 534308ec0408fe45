import type { Consumer, IssuedInvoice } from '../../documents/consumer.ts';
import { canonical } from '../../canonical.ts';
import { creditorReference, qrReference } from '../bankAccount.ts';
import { entryOf } from '../../documents/bankEntry.ts';
import type { Payment } from '../../documents/payment.ts';
import { bankStepOf } from '../../ids.ts';
import { bookedOf } from '../booked.ts';
import { handTransfers } from '../bookedTwice.ts';
import { settlementOf } from '../settlement.ts';
import { standing } from '../taken.ts';
import type { BankEntry } from './entries.ts';

/** What a payment is for, as far as its reference tells. */
export interface Match {
  entry: BankEntry;
  /**
   * `exact`: what is open of that invoice; `other`: another sum; `twice`: one that came before says the very same, and it may be the same; `byHand`: a transfer of this sum was noted by hand, and it may be the same; `sameDay`: one of this day and sum is noted
   * under another name, as another file of the bank has it, and it may be the same; `currency`: another currency, in which nothing can be noted;
   * `booked`: this very payment is noted already; `unknown`: no invoice of the event, as long as nobody says whose it is; `said`: somebody did; `back`: the bank took it back, and a note of it is untrue.
   */
  kind:
    'exact' | 'other' | 'twice' | 'byHand' | 'sameDay' | 'currency' | 'booked' | 'unknown' | 'said' | 'back';
  consumerId: string | null;
  /** The invoice's. */
  number: string;
  /** What is open of the registration, cents. */
  open: number;
}

/** Kinds of which somebody may note one. */
export const isOpenKind = (kind: Match['kind']): boolean =>
  ['exact', 'other', 'twice', 'byHand', 'sameDay', 'said'].includes(kind);

interface Invoice {
  consumer: Consumer;
  number: string;
}

/**
 * Each payment with its invoice, by the reference, or by the number where it stands in the text alone; else with the registration that
 * somebody says (`said`, by payments). `notes`: those of the event's money.
 */
export function matchEntries(
  entries: readonly BankEntry[],
  consumers: Iterable<Consumer>,
  said: ReadonlyMap<string, Consumer> = new Map(),
  notes: Iterable<Payment> = [],
): Match[] {
  const noted = notedElsewhere(notes, entries);
  const booked = new Map<string, Invoice>();
  const byReference = new Map<string, Invoice>();
  const byNumber = new Map<string, Invoice>();
  for (const consumer of consumers) {
    for (const one of bookedOf(consumer)) booked.set(one.entry, { consumer, number: numberOf(consumer) });
    for (const told of consumer.invoices ?? []) {
      if (told.kind !== 'invoice') continue;
      const { number } = told;
      const invoice = { consumer, number };
      for (const reference of referencesOf(told)) byReference.set(reference, invoice);
      byNumber.set(number.toUpperCase(), invoice);
    }
  }
  const byLastPart = byLastParts(byNumber);
  /** What these very payments leave open: two for one invoice are not both exact. */
  const left = new Map<string, number>();
  /** Transfers that were noted by hand and may be one of these. */
  const byHand = new Map<string, number[]>();
  const isNoted = (consumer: Consumer, amount: number): boolean => {
    const sums = byHand.get(consumer._id) ?? handTransfers(consumer);
    byHand.set(consumer._id, sums);
    const at = sums.indexOf(amount);
    if (at >= 0) sums.splice(at, 1);
    return at >= 0;
  };
  const seen = new Set<string>();
  const isRepeated = ({ id: _, ...said }: BankEntry): boolean => {
    const text = canonical(said);
    return seen.has(text) || !seen.add(text);
  };
  const matches = entries.map((entry): Match => {
    const sayer = said.get(entry.id);
    const told = sayer && { consumer: sayer, number: numberOf(sayer) };
    const byText = find(entry, byReference, byNumber, byLastPart);
    const known = booked.get(entryOf(entry.isBack ? entry.id.replace(/^back /, '') : entry.id));
    const found = known ?? byText ?? told ?? null;
    const again = isRepeated(entry);
    if (found === null) return { entry, kind: 'unknown', consumerId: null, number: '', open: 0 };
    const { consumer, number } = found;
    const about = { entry, consumerId: consumer._id, number };
    const settlement = settlementOf(consumer);
    if (entry.isBack === true) return { ...about, kind: 'back', open: settlement.open };
    if (known !== undefined) return { ...about, kind: 'booked', open: settlement.open };
    const open = left.get(consumer._id) ?? settlement.open;
    if (entry.currency !== '' && entry.currency !== settlement.currency.toUpperCase())
      return { ...about, kind: 'currency', open };
    const right = open > 0 && entry.amount === open ? 'exact' : again ? 'twice' : 'other';
    if (byText !== null && isNoted(consumer, entry.amount)) return { ...about, kind: 'byHand', open };
    if (byText !== null && noted.has(noteKey(consumer._id, entry)))
      return { ...about, kind: 'sameDay', open };
    const kind = byText === null ? 'said' : right;
    if (right === 'exact') left.set(consumer._id, 0);
    return { ...about, kind, open };
  });
  const back = matches.filter(({ kind }) => kind === 'back');
  return matches.map((match) => (isTakenBack(match, back) ? { ...match, kind: 'other' } : match));
}

const noteKey = (consumerId: string, { day, amount }: { day?: string | undefined; amount: number }): string =>
  `${consumerId} ${day} ${amount}`;

/** What the bank's other files have told and somebody has noted: whose, of which day and sum. Two of this file are two. */
function notedElsewhere(notes: Iterable<Payment>, entries: readonly BankEntry[]): ReadonlySet<string> {
  const here = new Set(entries.map(({ id }) => entryOf(id)));
  const others = standing([...notes], ({ _id }) => _id).filter(({ _id, day }) => {
    const entry = bankStepOf(_id)?.entry;
    return entry !== undefined && day !== undefined && !here.has(entry);
  });
  return new Set(others.map((note) => noteKey(note.consumerId, note)));
}

/** The bank took back as much of the same invoice: nothing of it may have stayed, and somebody has to look. */
const isTakenBack = ({ kind, consumerId, entry: { amount } }: Match, back: readonly Match[]): boolean =>
  kind === 'exact' && back.some((one) => one.consumerId === consumerId && one.entry.amount === amount);

/** The number of a registration's newest invoice; '' where none was issued. */
export const numberOf = ({ invoices }: Consumer): string =>
  invoices?.findLast(({ kind }) => kind === 'invoice')?.number ?? '';

/** The one that was printed; of those of before it was told, any that may have been. */
const referencesOf = ({ number, reference }: IssuedInvoice): string[] =>
  reference == null ? [creditorReference(number), qrReference(number.replaceAll(/\D/g, ''))] : [reference];

function find(
  { reference, text }: BankEntry,
  byReference: ReadonlyMap<string, Invoice>,
  byNumber: ReadonlyMap<string, Invoice>,
  byLastPart: ReadonlyMap<string, readonly Invoice[]>,
): Invoice | null {
  const structured = byReference.get(reference.toUpperCase());
  if (structured !== undefined) return structured;
  const packed = text.replaceAll(/\s/g, '').toUpperCase();
  for (const [one, invoice] of byReference) if (packed.includes(one)) return invoice;
  // As people write it: 'Invoice G0001.', 'n°G0001', '(G0001)', 'G0001/gala'.
  for (const word of text.toUpperCase().split(/[\s,;:·]+/)) {
    for (const one of [word, ...word.split(/[^\p{L}\p{N}_-]+/u)]) {
      const invoice = byNumber.get(one);
      // Digits alone may be anything.
      if (invoice !== undefined && /\D/.test(one)) return invoice;
    }
  }
  // Thousands of numbers cannot each be looked for in hundreds of texts.
  for (const word of text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let at = Math.max(0, word.length - LONGEST_PART); at < word.length; at++)
      for (const invoice of byLastPart.get(word.slice(at)) ?? [])
        if (loosely(invoice.number).test(text)) return invoice;
  return null;
}

/** Letters; no number has a longer part. */
const LONGEST_PART = 100;
const partsOf = (number: string): string[] => number.match(/\p{L}+|\p{N}+/gu) ?? [];

/** Those that may be written loosely, by their numbers' last part, with which a word of such a text ends. Digits alone may be anything. */
function byLastParts(byNumber: ReadonlyMap<string, Invoice>): ReadonlyMap<string, readonly Invoice[]> {
  const result = new Map<string, Invoice[]>();
  for (const [number, invoice] of byNumber) {
    const parts = partsOf(number);
    const last = parts.at(-1) ?? '';
    if (parts.length < 2 || !/\p{L}/u.test(number)) continue;
    const alike = result.get(last);
    if (alike === undefined) result.set(last, [invoice]);
    else alike.push(invoice);
  }
  return result;
}

/** As some banks write a number, and people whose bank takes letters and digits alone: 'GALA 0001' for 'GALA-0001'. */
const loosely = (number: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}][-_]?)${partsOf(number).join('[^\\p{L}\\p{N}]{0,2}')}(?![-_]?[\\p{L}\\p{N}])`,
    'iu',
  );
