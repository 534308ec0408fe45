import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFacts, projectCheckIn, type CheckinFact } from './admissions.ts';
import { addFact, factsByClient, foldCheckins } from './checkin.ts';
import { entryAdmissionId } from '../ids.ts';
import { checkins, olderCheckins, sessionVersion } from '../testing/arbitraries.ts';

const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
const twoOrders = checkins.chain((list) => fc.tuple(fc.constant(list), shuffled(list)));

describe('the check-in projection [CHECKIN-05, CHECKIN-06]', () => {
  it('of check-ins that name none is what it always was: the newest word counts', () => {
    fc.assert(
      fc.property(sessionVersion, olderCheckins, (session, list) => {
        const folded = foldCheckins(session, factsByClient(list));
        for (const [index, entry] of folded.clients.entries()) {
          const own = session.clients[index]?.checkInTime ?? null;
          const newest = list
            .filter(({ clientId }) => clientId === entry.clientId)
            .toSorted(compareFacts)
            .at(-1);
          const ownIsNewer = newest === undefined || (own !== null && own > newest.time);
          expect(entry.checkInTime).toBe(ownIsNewer ? own : newest.action === 'in' ? newest.time : null);
        }
      }),
    );
  });

  it('is the same in whatever order and however often the documents arrive [CHECKIN-07]', () => {
    const arrivals = checkins.chain((list) => fc.tuple(fc.constant(list), shuffled([...list, ...list])));
    fc.assert(
      fc.property(sessionVersion, arrivals, (session, [list, arriving]) => {
        const facts = new Map<string, readonly CheckinFact[]>();
        for (const fact of arriving) addFact(facts, fact);
        expect(foldCheckins(session, facts)).toEqual(foldCheckins(session, factsByClient(list)));
      }),
    );
  });

  it('folding twice changes nothing, and folding is no edit: updatedTime stays', () => {
    fc.assert(
      fc.property(sessionVersion, checkins, (session, list) => {
        const facts = factsByClient(list);
        const once = foldCheckins(session, facts);
        expect(foldCheckins(once, facts)).toBe(once);
        expect(once.clients.map((entry) => entry.updatedTime)).toEqual(
          session.clients.map((entry) => entry.updatedTime),
        );
      }),
    );
  });

  it('folding any part, in any portions, and then the rest is folding all at once [CHECKIN-07]', () => {
    const parts = twoOrders.chain(([list, arriving]) =>
      fc.tuple(fc.constant(list), fc.constant(arriving), fc.array(fc.nat({ max: 12 }), { maxLength: 4 })),
    );
    fc.assert(
      fc.property(sessionVersion, parts, (session, [list, arriving, cuts]) => {
        let folded = session;
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          folded = foldCheckins(folded, factsByClient(arriving.slice(0, cut)));
        }
        // Two servers that heard different halves, one after the other.
        for (const cut of cuts) folded = foldCheckins(folded, factsByClient(arriving.slice(cut)));
        expect(foldCheckins(folded, factsByClient(list)).clients).toEqual(
          foldCheckins(session, factsByClient(list)).clients,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('a cancellation as old as the own time wins, an older one does not', () => {
    const out = { _id: 'x', sessionId: 's', clientId: 'c', action: 'out' as const, time: 5 };
    expect(projectCheckIn(5, [out])).toBeNull();
    expect(projectCheckIn(6, [out])).toBe(6);
  });

  it('a time that only the entry tells can be cancelled by its name, even one of the year 9999', () => {
    const own = Date.UTC(9999, 11, 31);
    const sessionId = 'session_s';
    const out = { _id: 'x', sessionId, clientId: 'c', action: 'out' as const, time: 5 };
    const named = { ...out, cancels: entryAdmissionId(sessionId, own) };
    expect(projectCheckIn(own, [out])).toBe(own);
    expect(projectCheckIn(own, [named])).toBeNull();
    const back = { ...out, _id: 'y', action: 'in' as const, time: 6, cancels: 'x' };
    // Its name alone brings no time of a far future back: anybody could make one up.
    expect(projectCheckIn(null, [named, back])).toBeNull();
    const usual = { ...named, cancels: entryAdmissionId(sessionId, 3) };
    expect(projectCheckIn(null, [usual, back])).toBe(3);
  });
});
