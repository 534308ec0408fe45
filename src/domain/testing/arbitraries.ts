import fc from 'fast-check';
import type { Checkin } from '../documents/checkin.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import { checkinId } from '../ids.ts';
import type { Session, SessionEntry } from '../documents/session.ts';

/* Few values each, so that ties and repetitions, where merges go wrong, are common. */

const smallTime = fc.integer({ min: 0, max: 6 });
/** 'constructor': ids are what devices say they are. */
const tableId = fc.constantFrom('1', '2', 'constructor');
const clientIds = ['client_a', 'client_b', 'client_c', 'client_d'];

const entry = (clientId: string): fc.Arbitrary<SessionEntry> =>
  fc
    .record({
      clientId: fc.constant(clientId),
      checkInTime: fc.option(smallTime),
      placement: fc.option(
        fc.record({ tableId: fc.constantFrom('t1', 't2'), seatIndex: fc.nat({ max: 2 }) }),
      ),
      product: fc.option(
        fc.record({ kind: fc.constantFrom('adult' as const, 'child' as const), optionId: fc.constant('o1') }),
      ),
      updatedTime: smallTime,
      at: fc.option(fc.record({ in: smallTime, placement: smallTime, product: smallTime }), {
        nil: undefined,
      }),
    })
    // As every program writes it: without the times of the parts, or with their newest; or as somebody who keeps them
    // and knows nothing of them.
    .chain(({ at, ...rest }) =>
      at === undefined
        ? fc.constant(rest)
        : fc.nat({ max: 2 }).map((later) => ({
            ...rest,
            at,
            updatedTime: Math.max(at.in, at.placement, at.product) + later,
          })),
    );

/** A version of one session; entries in any order, tombstones beside them. */
export const sessionVersion: fc.Arbitrary<Session> = fc
  .record({
    entries: fc.tuple(...clientIds.map((clientId) => fc.option(entry(clientId)))),
    removed: fc.tuple(...clientIds.map(() => fc.option(smallTime))),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    title: fc.constantFrom('Gala', 'Ball'),
    status: fc.constantFrom('upcoming' as const, 'ongoing' as const, 'archived' as const),
    files: fc.subarray(['file_1', 'file_2']),
    plan: fc.option(
      fc.record({
        ratio: fc.constantFrom(1.6, 2),
        next: fc.integer({ min: 0, max: 3 }),
        tables: fc.dictionary(
          tableId,
          fc.integer({ min: 0, max: 2 }).map((x) => ({
            ...{ type: 'circle' as const, position: { x, y: 1 }, rotation: 0, scale: 1, seats: 8 },
          })),
          { maxKeys: 3 },
        ),
      }),
      { nil: undefined },
    ),
    detailTimes: fc.option(
      fc.record({
        upTo: smallTime,
        rest: smallTime,
        times: fc.dictionary(fc.constantFrom('title', 'status'), smallTime),
      }),
      { nil: undefined },
    ),
    metadata: fc.record(
      {
        createdAt: smallTime,
        updatedAt: smallTime,
        detailsAt: smallTime,
        planAt: smallTime,
        planRestAt: smallTime,
        tableTimes: fc.dictionary(tableId, smallTime, { maxKeys: 3 }),
        author: fc.constantFrom({ id: 'u1', name: 'Ada' }, { id: 'u2', name: 'Bea' }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ entries, removed, order, title, status, files, plan, detailTimes, metadata }) => ({
    _id: 'session_s',
    type: 'session' as const,
    title,
    titleFrench: null,
    date: 1,
    status,
    autoSave: false,
    autoSaveDelay: 60,
    clients: order.flatMap((index) => entries[index] ?? []),
    removedClients: Object.fromEntries(
      clientIds.flatMap((clientId, index) => {
        const time = removed[index];
        return entries[index] === null && time != null ? [[clientId, time]] : [];
      }),
    ),
    files,
    ...(detailTimes === undefined ? {} : { detailTimes }),
    ...(plan === undefined
      ? {}
      : { plan: { ratio: plan.ratio, state: { nextTableIndex: plan.next, tables: plan.tables } } }),
    metadata,
  }));

/** One act on the entries, of a few clients; the session's or later. */
export const entryChange: fc.Arbitrary<Pick<EntryChange, 'time' | 'rows'>> = fc.record({
  time: fc.integer({ min: 0, max: 9 }),
  rows: fc.uniqueArray(
    fc.record(
      {
        clientId: fc.constantFrom(...clientIds),
        in: fc.boolean(),
        placement: fc.option(fc.record({ tableId: fc.constantFrom('t1', 't2') })),
        product: fc.option(fc.record({ optionId: fc.constantFrom('o1', 'o2') })),
      },
      { requiredKeys: ['clientId'] },
    ),
    { minLength: 1, maxLength: 4, selector: ({ clientId }) => clientId },
  ),
});

const bareCheckin: fc.Arbitrary<Checkin> = fc
  .record({
    clientId: fc.constantFrom(...clientIds),
    action: fc.constantFrom('in' as const, 'out' as const),
    time: fc.integer({ min: 0, max: 20 }),
    suffix: fc.nat({ max: 999 }),
    device: fc.constantFrom('d1', 'd2', 'd3'),
  })
  .map(({ clientId, action, time, suffix, device }) => ({
    _id: checkinId('session_s', time, `${suffix}${clientId.slice(-1)}${device}${action}`),
    type: 'checkin' as const,
    sessionId: 'session_s',
    clientId,
    action,
    time,
    device: { id: device, name: device },
    author: { id: 'u1', name: 'Ada' },
    method: 'list' as const,
  }));

const bareCheckins = fc.uniqueArray(bareCheckin, { maxLength: 12, selector: (one) => one._id });

/** Check-ins as programs wrote them that could not name what they cancel. */
export const olderCheckins = bareCheckins;

/**
 * Check-ins of which some name another one, of any action, their own and later ones too; and some say that a double
 * entry was seen. Even circles, which no program writes.
 */
export const checkins: fc.Arbitrary<Checkin[]> = fc
  .tuple(bareCheckins, fc.array(fc.option(fc.nat({ max: 11 })), { minLength: 12, maxLength: 12 }), fc.nat(11))
  .map(([list, names, seen]) =>
    list.map((doc, index): Checkin => {
      const named = list[names[index] ?? -1];
      if (named?.clientId !== doc.clientId) return doc;
      return index === seen ? { ...doc, action: 'seen', double: named._id } : { ...doc, cancels: named._id };
    }),
  );
