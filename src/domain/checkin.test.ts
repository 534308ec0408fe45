import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareFacts,
  doubleEntries,
  foldCheckins,
  newestByClient,
  newestFact,
  projectCheckIn,
} from './checkin.ts';
import { checkin, sessionVersion } from './testing/arbitraries.ts';

const checkins = fc.uniqueArray(checkin, { maxLength: 12, selector: (one) => one._id });
const twoOrders = checkins.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);

describe('the check-in projection [CHECKIN-05, CHECKIN-06]', () => {
  it('checking in sets the time, cancelling sets null, whatever order they arrive in', () => {
    fc.assert(
      fc.property(sessionVersion, twoOrders, (session, [list, shuffled]) => {
        const folded = foldCheckins(session, newestByClient(list));
        expect(foldCheckins(session, newestByClient(shuffled))).toEqual(folded);
        for (const entry of folded.clients) {
          const own =
            session.clients.find(({ clientId }) => clientId === entry.clientId)?.checkInTime ?? null;
          const newest = newestFact(list.filter(({ clientId }) => clientId === entry.clientId));
          const ownIsNewer = newest === null || (own !== null && own > newest.time);
          const told = newest?.action === 'in' ? newest.time : null;
          expect(entry.checkInTime).toBe(ownIsNewer ? own : told);
        }
      }),
    );
  });

  it('folding twice changes nothing, and folding is no edit: updatedTime stays', () => {
    fc.assert(
      fc.property(sessionVersion, checkins, (session, list) => {
        const newest = newestByClient(list);
        const once = foldCheckins(session, newest);
        expect(foldCheckins(once, newest)).toBe(once);
        expect(once.clients.map((entry) => entry.updatedTime)).toEqual(
          session.clients.map((entry) => entry.updatedTime),
        );
      }),
    );
  });

  it('folding a part and then the rest is folding all at once', () => {
    fc.assert(
      fc.property(sessionVersion, checkins, fc.nat({ max: 12 }), (session, list, cut) => {
        // In the order of time: what a server folds first is what it hears first.
        const sorted = list.toSorted(compareFacts);
        const first = foldCheckins(session, newestByClient(sorted.slice(0, cut)));
        // Cancellations leave no time in the entry, so each fold takes all facts known by then.
        expect(foldCheckins(first, newestByClient(sorted)).clients).toEqual(
          foldCheckins(session, newestByClient(sorted)).clients,
        );
      }),
    );
  });

  it('a cancellation as old as the own time wins, an older one does not', () => {
    const out = { _id: 'x', sessionId: 's', clientId: 'c', action: 'out' as const, time: 5 };
    expect(projectCheckIn(5, out)).toBeNull();
    expect(projectCheckIn(6, out)).toBe(6);
  });
});

describe('double entries', () => {
  it('are the same in every order, and are always two devices with no cancellation between', () => {
    fc.assert(
      fc.property(twoOrders, ([list, shuffled]) => {
        const found = doubleEntries(list);
        expect(doubleEntries(shuffled)).toEqual(found);
        for (const { first, second, clientId } of found) {
          expect(first.device.id).not.toBe(second.device.id);
          const between = list.filter(
            (one) =>
              one.clientId === clientId && compareFacts(first, one) < 0 && compareFacts(one, second) < 0,
          );
          expect(between.some(({ action }) => action === 'out')).toBe(false);
        }
      }),
    );
  });
});
