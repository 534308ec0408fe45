import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import { termsHolder } from '../documents/form.ts';
import { newDocument } from '../documents/new.ts';
import { RATES, type Currency, type PaymentType } from '../config.ts';
import { freshNumber } from '../clients/clientNumbers.ts';
import type { Submission } from '../desk/submission.ts';
import { firstActs } from '../entries/acts.ts';
import { deviceSuffix, docId } from '../ids.ts';
import { amountsOf } from '../money/vat.ts';
import { addEntries } from '../sessions/sessionEdits.ts';
import { ok, type Result } from '../result.ts';
import type { Caller, Command } from './command.ts';
import { actsOfAll } from './entries.ts';
import { judgedAtDesk, type Accepted, type DeskRefusal, type DeskRegistration } from './judgedAtDesk.ts';
import type { CommandRefusal } from './refusal.ts';
import { guestIdOf, sentAgain } from './sentAgain.ts';
import type { EventView } from './view.ts';

export interface DeskReceipt {
  consumerId: string;
  /** Of the guests, in the order in which they were named. */
  numbers: string[];
  amount: number;
  amountVat: number;
  currency: Currency;
  paymentType: PaymentType;
  /** Another registration has this id already: it stands as it was, and nothing of this one was taken. */
  isOther: boolean;
}

/** How long a place is held for a payment by card, where the event says nothing else. */
const PAY_MINUTES = 60;

/**
 * Somebody registers at the public desk. Asked again with the same submission it answers the same and writes nothing, also
 * where something else is asked for under its id; what a crash left half written it completes. Guests are durable before an
 * act names them.
 */
export const registerAtDesk: Command<DeskRegistration, Result<DeskReceipt, DeskRefusal>> = (
  view,
  input,
  caller,
) => {
  const { localId, submission } = input;
  // All at once: most who register are new, and each of a group would ask for its own.
  view.documents('consumer');
  view.documents('client');
  const consumerId = docId('consumer', localId);
  const known = view.stored('consumer', consumerId);
  const ids = submission.clients.map((_, index) => guestIdOf(localId, index));
  const again = known === null ? null : sentAgain(view, known, input);
  if (known !== null && again !== 'half')
    return ok({ value: ok(receiptOf(view, known, localId, again === 'other')), write: [] });
  const judged = judgedAtDesk(view, input, known?.date ?? caller.time);
  if (!judged.ok) return ok({ value: judged, write: [] });
  const { payMinutes } = view.document('event', 'event') ?? {};
  const consumer = known ?? consumerOf(judged.value, payMinutes ?? PAY_MINUTES, input, caller);
  const isThere = ids.map((id) => view.document('client', id) !== null);
  const clients = isThere.every(Boolean)
    ? []
    : clientsOf(view, input, consumerId, caller).filter((_, index) => isThere[index] !== true);
  const isFirst = known === null && !isThere.some(Boolean);
  const acts = entriesFor(view, submission, ids, { caller, isFirst });
  if (!acts.ok) return acts;
  const made = new Map(clients.map(({ _id, number }) => [_id, number]));
  const numbers = ids.map((id) => made.get(id) ?? view.document('client', id)?.number ?? '');
  const value = ok({ ...moneyOf(consumer), consumerId, numbers, isOther: false });
  return ok({ value, write: [known === null ? [consumer, ...clients] : clients, acts.value] });
};

function consumerOf(
  { form, sum: { net, vat }, answers }: Accepted,
  holdMinutes: number,
  { localId, submission, content, termsWording }: DeskRegistration,
  { author, time }: Caller,
): Consumer {
  const { person, address, addressSec, paymentType, signature, language } = submission;
  const holder = termsHolder(form);
  const follows = amountsOf({ amount: net, vat: form.vat }).vat === vat;
  const consents = [
    ...(holder === null ? [] : [{ wording: termsWording, time, termsOf: holder }]),
    ...(form.questions ?? [])
      .filter(({ id, kind }) => kind === 'consent' && answers[id] !== undefined)
      .map(({ label }) => ({ wording: label, time })),
  ];
  const isHeld = paymentType === 'card' && net + vat > 0;
  return newDocument('consumer', {
    ...{ _id: docId('consumer', localId), date: time, paymentType },
    ...(isHeld
      ? { status: 'pending', hold: { until: time + holdMinutes * 60_000, over: false } }
      : { status: 'registered' as const }),
    person: { ...person, language: person.language ?? language },
    address: address ?? null,
    addressSec: addressSec ?? null,
    registration: {
      ...{ amount: net, vat: form.vat, currency: form.currency, date: time, formId: form._id },
      ...{ rate: RATES[0], rateName: null, submissionDigest: content },
      ...(follows ? {} : { amountVat: vat }),
      // What is asked for none of may be anything.
      extras: Object.fromEntries(
        (submission.extras ?? []).flatMap(({ id, count }) => (count > 0 ? [[id, count]] : [])),
      ),
      // It stands beside the terms: where there are none, nobody was asked for one.
      ...(signature == null || holder === null ? {} : { signature }),
      ...(Object.keys(answers).length === 0 ? {} : { answers }),
      ...(consents.length === 0 ? {} : { consents }),
    },
    metadata: { author, createdAt: time, updatedAt: time },
  });
}

/**
 * The guests of a registration. Their numbers share one beginning that nobody can guess, also with those that a crash has left
 * behind; the first guest is the main client.
 */
function clientsOf(
  view: EventView,
  { localId, submission }: DeskRegistration,
  consumerId: string,
  { author, time, newId }: Caller,
): Client[] {
  const { person, language } = submission;
  const asksContact = view.document('event', 'event')?.adminContact === true;
  const begin =
    beginningOf(view, localId, submission.clients.length) ??
    freshNumber(newId, { has: (code) => view.hasNumber(numberOf(code, 0)) });
  return submission.clients.map(({ sessions: _, email, adminContact, ...guest }, index) =>
    newDocument('client', {
      ...guest,
      ...(asksContact && adminContact === true ? { adminContact } : {}),
      category: guest.company || person.company ? 'company' : 'indiv',
      _id: guestIdOf(localId, index),
      number: numberOf(begin, index),
      email: email || (index === 0 ? person.email : ''),
      ...(index === 0 && person.phone ? { phone: person.phone } : {}),
      ...{ consumerId, language: person.language ?? language },
      metadata: { author, createdAt: time, updatedAt: time },
    }),
  );
}

const numberOf = (begin: string, index: number): string => `${begin}-${String(index + 1).padStart(2, '0')}`;

/** The beginning of the numbers of guests whom a crash has left; null for none, or where another has a number that the rest would need. */
function beginningOf(view: EventView, localId: string, count: number): string | null {
  const guests = Array.from({ length: count }, (_, index) =>
    view.document('client', guestIdOf(localId, index)),
  );
  const first = guests.findIndex((guest) => guest !== null);
  const number = guests[first]?.number ?? '';
  const begin = number.slice(0, number.lastIndexOf('-'));
  if (begin === '' || number !== numberOf(begin, first)) return null;
  const isTaken = guests.some((guest, index) => guest === null && view.hasNumber(numberOf(begin, index)));
  return isTaken ? null : begin;
}

function entriesFor(
  view: EventView,
  { clients }: Submission,
  ids: readonly string[],
  { caller, isFirst }: { caller: Caller; isFirst: boolean },
): Result<EntryChange[], CommandRefusal> {
  const bySession = new Map<
    string,
    { clientId: string; product: { optionId: string; kind: 'adult' | 'child' } }[]
  >();
  for (const [index, { sessions }] of clients.entries()) {
    for (const { sessionId, ...product } of sessions) {
      const rows = bySession.get(sessionId) ?? [];
      bySession.set(sessionId, [...rows, { clientId: ids[index] ?? '', product }]);
    }
  }
  const parts = [...bySession].map(([sessionId, rows]) => ({ sessionId, rows }));
  if (isFirst) {
    const { author, time, device, newId } = caller;
    const stamp = { author, time, device, suffix: () => deviceSuffix(device.id, newId) };
    return ok(parts.flatMap(({ sessionId, rows }) => firstActs(sessionId, rows, stamp)));
  }
  return actsOfAll(
    view,
    parts,
    caller,
    ({ rows }) =>
      (session, stamp) =>
        ok(rows.reduce((now, { clientId, product }) => addEntries(now, [clientId], stamp, product), session)),
  );
}

const moneyOf = ({
  registration,
  paymentType,
}: Consumer): Omit<DeskReceipt, 'consumerId' | 'numbers' | 'isOther'> => {
  const { net, vat } = amountsOf(registration ?? { amount: 0, vat: 0 });
  return { amount: net, amountVat: vat, currency: registration?.currency ?? 'chf', paymentType };
};

/** What a registration was answered. Guests that staff added since are no part of it. */
function receiptOf(view: EventView, consumer: Consumer, localId: string, isOther: boolean): DeskReceipt {
  const numbers: string[] = [];
  for (let index = 0; ; index++) {
    const client = view.document('client', guestIdOf(localId, index));
    if (client === null) break;
    numbers.push(client.number ?? '');
  }
  return { ...moneyOf(consumer), consumerId: consumer._id, numbers, isOther };
}
