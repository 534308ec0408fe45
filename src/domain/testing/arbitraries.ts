import fc from 'fast-check';
import type { Checkin } from '../documents/checkin.ts';
import type { Session, SessionEntry } from '../documents/session.ts';

/* Few values each, so that ties and repetitions, where merges go wrong, are common. */

const smallTime = fc.integer({ min: 0, max: 6 });
export const clientIds = ['client_a', 'client_b', 'client_c', 'client_d'];

const entry = (clientId: string): fc.Arbitrary<SessionEntry> =>
  fc.record({
    clientId: fc.constant(clientId),
    checkInTime: fc.option(smallTime),
    placement: fc.option(fc.record({ tableId: fc.constantFrom('t1', 't2'), seatIndex: fc.nat({ max: 2 }) })),
    product: fc.option(
      fc.record({ kind: fc.constantFrom('adult' as const, 'child' as const), optionId: fc.constant('o1') }),
    ),
    updatedTime: smallTime,
  });

/** A version of one session; entries in any order, tombstones beside them. */
export const sessionVersion: fc.Arbitrary<Session> = fc
  .record({
    entries: fc.tuple(...clientIds.map((clientId) => fc.option(entry(clientId)))),
    removed: fc.tuple(...clientIds.map(() => fc.option(smallTime))),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    title: fc.constantFrom('Gala', 'Ball'),
    status: fc.constantFrom('upcoming' as const, 'ongoing' as const, 'archived' as const),
    files: fc.subarray(['file_1', 'file_2']),
    plan: fc.option(fc.constantFrom(1.6, 2), { nil: undefined }),
    metadata: fc.record(
      {
        createdAt: smallTime,
        updatedAt: smallTime,
        detailsAt: smallTime,
        planAt: smallTime,
        author: fc.constantFrom({ id: 'u1', name: 'Ada' }, { id: 'u2', name: 'Bea' }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ entries, removed, order, title, status, files, plan, metadata }) => ({
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
    ...(plan === undefined ? {} : { plan: { ratio: plan, state: { nextTableIndex: 0, tables: {} } } }),
    metadata,
  }));

export const checkin: fc.Arbitrary<Checkin> = fc
  .record({
    clientId: fc.constantFrom(...clientIds),
    action: fc.constantFrom('in' as const, 'out' as const),
    time: fc.integer({ min: 0, max: 20 }),
    suffix: fc.nat({ max: 999 }),
    device: fc.constantFrom('d1', 'd2', 'd3'),
  })
  .map(({ clientId, action, time, suffix, device }) => ({
    _id: `checkin_s_${String(time).padStart(9, '0')}-${suffix}${clientId.slice(-1)}${device}${action}`,
    type: 'checkin' as const,
    sessionId: 'session_s',
    clientId,
    action,
    time,
    device: { id: device, name: device },
    author: { id: 'u1', name: 'Ada' },
    method: 'list' as const,
  }));
