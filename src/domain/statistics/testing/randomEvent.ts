import fc from 'fast-check';
import { CATEGORIES, CURRENCIES, LANGUAGES, PAYMENT_TYPES, RATES } from '../../config.ts';
import type { Client } from '../../documents/client.ts';
import { CONSUMER_STATUSES, NOTIF_METHODS, type Consumer } from '../../documents/consumer.ts';
import { newDocument } from '../../documents/new.ts';
import type { Notif } from '../../documents/notif.ts';
import type { Session } from '../../documents/session.ts';
import type { Source } from '../source.ts';

/* Small events with everything in them that counts go wrong about; a day is short, so that ties are common. */

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 27);
const time = fc.integer({ min: 0, max: 24 * 6 }).map((hours) => START + hours * HOUR);
const many = (prefix: string, max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((number) => `${prefix}_${number}`);

const consumer = (_id: string): fc.Arbitrary<Consumer> =>
  fc
    .record({
      date: fc.option(time),
      createdAt: time,
      status: fc.constantFrom(...CONSUMER_STATUSES),
      paymentType: fc.constantFrom(...PAYMENT_TYPES),
      notifMethod: fc.constantFrom(...NOTIF_METHODS),
      language: fc.option(fc.constantFrom(...LANGUAGES)),
      registration: fc.option(
        fc.record({
          amount: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constant(99_999_999_999)),
          currency: fc.constantFrom(...CURRENCIES),
          vat: fc.constantFrom(0, 260, 810, 20_000),
          rate: fc.constantFrom(...RATES, 33),
          formId: fc.option(many('form', 2)),
          date: fc.option(time),
        }),
        { freq: 8 },
      ),
      invoices: fc.option(
        fc.constant<NonNullable<Consumer['invoices']>>([
          { kind: 'invoice', index: 0, number: '0001', issuedAt: 1, currency: 'chf', total: 100 },
        ]),
        { freq: 2 },
      ),
      settlement: fc.option(
        fc.record({
          paid: fc.integer({ min: 0, max: 200_000 }),
          refunded: fc.integer({ min: 0, max: 100_000 }),
        }),
      ),
      attempts: fc.array(
        fc.record({
          to: many('notif', 2),
          ok: fc.boolean(),
          error: fc.constantFrom(null, 'missing_email'),
          errorCode: fc.constantFrom(null, 21_211),
        }),
        { maxLength: 4 },
      ),
    })
    .map(({ createdAt, language, attempts, ...rest }) =>
      newDocument('consumer', {
        _id,
        ...rest,
        person: { language },
        notifs: Object.fromEntries(
          attempts.map(({ to }) => [
            to,
            attempts.filter((one) => one.to === to).map(({ to: _, ...attempt }) => ({ ...attempt, date: 1 })),
          ]),
        ),
        metadata: { createdAt },
      }),
    );

const client = (_id: string): fc.Arbitrary<Client> =>
  fc
    .record({
      consumerId: fc.option(many('consumer', 6)),
      category: fc.constantFrom(...CATEGORIES),
      language: fc.constantFrom(...LANGUAGES),
      canceled: fc.constantFrom(true, false, null),
      deletedAt: fc.option(fc.constant(5), { freq: 5, nil: undefined }),
      createdAt: time,
    })
    .map(({ createdAt, ...rest }) =>
      newDocument('client', { _id, forename: 'A', surname: _id, ...rest, metadata: { createdAt } }),
    );

const idsUpTo = (prefix: string, max: number): fc.Arbitrary<string[]> =>
  fc.subarray(Array.from({ length: max + 1 }, (_, index) => `${prefix}_${index}`));

const mapOf = <T extends { _id: string }>(
  ids: fc.Arbitrary<string[]>,
  make: (id: string) => fc.Arbitrary<T>,
): fc.Arbitrary<Map<string, T>> =>
  ids.chain((all) => fc.tuple(...all.map(make))).map((docs) => new Map(docs.map((doc) => [doc._id, doc])));

const entry = (clientId: string): fc.Arbitrary<Session['clients'][number]> =>
  fc.record({
    clientId: fc.constant(clientId),
    checkInTime: fc.option(fc.integer({ min: 0, max: 40 }).map((minutes) => START + minutes * 60_000)),
    updatedTime: fc.constant(1),
    product: fc.option(
      fc.record({
        kind: fc.option(fc.constantFrom('adult' as const, 'child' as const)),
        optionId: fc.option(fc.constantFrom('menu', 'box')),
      }),
    ),
  });

const session = (_id: string): fc.Arbitrary<Session> =>
  fc
    .record({
      entries: idsUpTo('client', 14).chain((ids) => fc.tuple(...ids.map(entry))),
      capacity: fc.option(fc.integer({ min: 0, max: 20 })),
    })
    .map(({ entries, capacity }) =>
      newDocument('session', { _id, title: _id, date: START, clients: entries, capacity }),
    );

const DEVICES = ['door', 'desk'];

/** Deleted clients leave the sessions, as the store has it; guests of odd minutes were let in at a door that is known. */
export const randomSource: fc.Arbitrary<Source> = fc
  .record({
    consumers: mapOf(idsUpTo('consumer', 6), consumer),
    clients: mapOf(idsUpTo('client', 12), client),
    sessions: mapOf(idsUpTo('session', 3), session),
    notifs: mapOf(idsUpTo('notif', 1), (_id) =>
      fc
        .constantFrom(...NOTIF_METHODS)
        .map((notifMethod): Notif => newDocument('notif', { _id, notifType: 'inactive', notifMethod })),
    ),
  })
  .map(({ sessions, ...rest }) => sourceOf({ ...rest, sessions: [...sessions.values()] }));

export function sourceOf(parts: Omit<Source, 'heldBy'>): Source {
  const sessions = parts.sessions.map((one) => {
    const clients = one.clients.filter(({ clientId }) => parts.clients.get(clientId)?.deletedAt == null);
    return clients.length === one.clients.length ? one : { ...one, clients };
  });
  return {
    ...parts,
    sessions,
    heldBy(sessionId, clientId) {
      const found = sessions.find(({ _id }) => _id === sessionId)?.clients;
      const held = found?.find((one) => one.clientId === clientId)?.checkInTime ?? null;
      const minute = held === null ? 0 : held / 60_000;
      if (held === null || minute % 2 === 0) return null;
      const id = DEVICES[(minute >> 1) % 2] ?? '';
      return { time: held, device: { id, name: `The ${id}` } };
    },
  };
}
