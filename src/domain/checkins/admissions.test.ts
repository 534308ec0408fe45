import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admissionsOf,
  holding,
  holdingFact,
  MAX_AHEAD_MS,
  projectCheckIn,
  type CheckinFact,
} from './admissions.ts';
import { doubleEntries, isOpen } from './doubleEntries.ts';
import { checkinId, entryAdmissionId } from '../ids.ts';
import { checkins } from '../testing/arbitraries.ts';

const SESSION = 'session_s';
const fact = (device: string, action: 'in' | 'out' | 'seen', time: number, more: object = {}) => ({
  ...{ _id: checkinId(SESSION, time, `${device}${action}`), sessionId: SESSION, clientId: 'client_a' },
  ...{ action, time, device: { id: device, name: device } },
  ...more,
});
const since = (...facts: CheckinFact[]) => holding(admissionsOf(facts))?.time ?? null;

const north = fact('north', 'in', 10);
const south = fact('south', 'in', 20);
const southOut = fact('south', 'out', 30, { cancels: south._id });

/** Of each the one before it is taken back. */
const argument = (length: number): CheckinFact[] => {
  const facts: CheckinFact[] = [];
  for (let index = 0; index < length; index++) {
    const cancels = facts.at(-1)?._id;
    facts.push(
      fact('d', index % 2 === 0 ? 'in' : 'out', 10 + index, cancels === undefined ? {} : { cancels }),
    );
  }
  return facts;
};

describe('many that name each other', () => {
  it('are judged each once: one device’s thousands kept the server and every door busy for ever', () => {
    const MANY = 20_001;
    expect(since(...argument(3))).toBe(10);
    expect(since(...argument(4))).toBeNull();
    expect(projectCheckIn(null, argument(MANY))).toBe(10);
    expect(projectCheckIn(null, argument(MANY + 1))).toBeNull();
    expect(admissionsOf(argument(MANY + 1))[0]?.endedBy).toMatchObject({ time: 10 + MANY });
  });

  it('stand as if each were asked who takes it back', () => {
    const stands = (one: CheckinFact, facts: readonly CheckinFact[]): boolean =>
      !facts.some(
        (by) =>
          by.cancels === one._id && by.action !== one.action && by.action !== 'seen' && stands(by, facts),
      );
    const choice = fc.tuple(fc.constantFrom('in' as const, 'out' as const), fc.option(fc.nat()));
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 12 }), (choices) => {
        const facts: CheckinFact[] = [];
        for (const [index, [action, named]] of choices.entries()) {
          const before = named === null || index === 0 ? undefined : facts[named % index];
          facts.push(
            fact(`d${index}`, action, 10 + index, before === undefined ? {} : { cancels: before._id }),
          );
        }
        const open = facts.filter(({ action, cancels }) => action === 'out' && cancels === undefined);
        for (const { fact: made, endedBy } of admissionsOf(facts)) {
          const swept = open.some((out) => out.time > (made?.time ?? 0) && stands(out, facts));
          expect(endedBy === null).toBe(made !== null && stands(made, facts) && !swept);
        }
      }),
    );
  });

  it('in a circle none stands, and what the circle named was not taken back', () => {
    const one = fact('a', 'out', 20);
    const two = fact('b', 'in', 30, { cancels: one._id });
    expect(since(north, { ...one, cancels: two._id }, two)).toBe(10);
  });
});

describe('a name that tells a time after the year 9999', () => {
  it('is no admission: its time in a session’s entry made the session unreadable for good', () => {
    const out = fact('a', 'out', 20, { cancels: 'checkin_s_zzzzzzzzzz-x' });
    const back = fact('a', 'in', 30, { cancels: out._id });
    expect(admissionsOf([out, back])).toEqual([]);
  });

  it('nor one that tells a time far ahead of its cancellation: it dated an arrival to the year 5188', () => {
    const now = Date.UTC(2027, 0, 1);
    const named = (time: number) => {
      const out = fact('a', 'out', now, { cancels: checkinId(SESSION, time, 'x') });
      return [out, fact('a', 'in', now + 1, { cancels: out._id })];
    };
    expect(since(...named(now - 5))).toBe(now - 5);
    expect(since(...named(now + MAX_AHEAD_MS))).toBe(now + MAX_AHEAD_MS);
    expect(since(...named(now + MAX_AHEAD_MS + 1))).toBeNull();
    // An entry's own time, another program's, is taken back by its name all the same.
    const far = Date.UTC(9999, 0, 1);
    const out = fact('a', 'out', now, { cancels: entryAdmissionId(SESSION, far) });
    expect(projectCheckIn(far, [])).toBe(far);
    expect(projectCheckIn(far, [out])).toBeNull();
  });
});

describe('admissions [CHECKIN-07]', () => {
  it('an undo at the second door leaves the first door’s admission, whoever hears what first', () => {
    expect(since(north, south)).toBe(20);
    expect(since(north, south, southOut)).toBe(10);
    expect(since(southOut, north)).toBe(10);
    expect(since(southOut, south)).toBeNull();
    expect(since(southOut)).toBeNull();
  });

  it('the undo of a cancellation brings back the first time, also before the admission has arrived', () => {
    const back = fact('south', 'in', 40, { cancels: southOut._id });
    expect(since(south, southOut, back)).toBe(20);
    expect(since(southOut, back)).toBe(20);
    expect(since(back)).toBeNull();
    expect(since(north, south, southOut, back)).toBe(20);
  });

  it('what came back is cancelled by the name of what brought it back, and can come back again', () => {
    const back = fact('south', 'in', 40, { cancels: southOut._id });
    expect(holding(admissionsOf([south, southOut, back]))).toMatchObject({ id: south._id, handle: back._id });
    const again = fact('north', 'out', 50, { cancels: back._id });
    expect(since(south, southOut, back, again)).toBeNull();
    expect(admissionsOf([south, southOut, back, again])[0]?.endedBy).toEqual(again);
    const more = fact('north', 'in', 60, { cancels: again._id });
    expect(since(south, southOut, back, again, more)).toBe(20);
    // By the name of the admission itself it is cancelled as well.
    const plain = fact('north', 'out', 50, { cancels: south._id });
    expect(since(south, southOut, back, plain)).toBeNull();
  });

  it('a cancellation without a name takes back every admission of an earlier time, late arrivals too', () => {
    const sweep = fact('office', 'out', 15);
    expect(since(sweep, north)).toBeNull();
    expect(since(sweep, north, south)).toBe(20);
    expect(since(north, south, fact('office', 'out', 25))).toBeNull();
    // It can be taken back by its name, from however far a future it comes.
    const far = fact('office', 'out', Date.UTC(9999, 0, 1));
    expect(since(far, north, fact('north', 'in', 30, { cancels: far._id }))).toBe(10);
  });

  it('what names itself in circles ends, and says the same in every order', () => {
    const one = fact('x', 'out', 1, { cancels: checkinId(SESSION, 2, 'yin') });
    const two = fact('y', 'in', 2, { cancels: one._id });
    expect(since(one, two, north)).toBe(10);
    expect(since(north, two, one)).toBe(10);
  });

  it('are the same in every order', () => {
    const orders = checkins.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(orders, ([list, other]) => {
        const mine = ({ clientId }: CheckinFact) => clientId === 'client_a';
        expect(admissionsOf(other.filter(mine))).toEqual(admissionsOf(list.filter(mine)));
        expect(doubleEntries(other)).toEqual(doubleEntries(list));
      }),
    );
  });
});

describe('the document that holds somebody', () => {
  it('is that of the admission that holds, also where it is told by a shorter way', () => {
    fc.assert(
      fc.property(checkins, (list) => {
        for (const facts of [
          list.filter(({ clientId }) => clientId === 'client_a'),
          ...list.map((one) => [one]),
        ]) {
          expect(holdingFact(facts)).toBe(holding(admissionsOf(facts))?.fact ?? null);
        }
      }),
    );
  });
});

describe('double entries [CHECKIN-07]', () => {
  const only = (...facts: ReturnType<typeof fact>[]) => doubleEntries(facts)[0];

  it('are two devices’ admissions of which the second came while the first held', () => {
    expect(only(north, south)).toMatchObject({ first: north, second: south, settledBy: null, seenBy: null });
    expect(only(north, fact('north', 'in', 12))).toBeUndefined();
    const left = fact('north', 'out', 15, { cancels: north._id });
    expect(only(north, left, south)).toBeUndefined();
    // The cancellation was a mistake: both hold.
    const back = fact('north', 'in', 30, { cancels: left._id });
    expect(only(north, left, south, back)).toMatchObject({ first: north, second: south, settledBy: null });
  });

  it('are settled by the cancellation of either, and the note says by whose', () => {
    const settled = only(north, south, southOut);
    expect(settled).toMatchObject({ settledBy: southOut });
    expect(settled !== undefined && isOpen(settled)).toBe(false);
    const keepSouth = fact('office', 'out', 25, { cancels: north._id });
    expect(only(north, south, keepSouth)).toMatchObject({ settledBy: keepSouth });
    expect(since(north, south, keepSouth)).toBe(20);
    const undone = fact('office', 'in', 26, { cancels: keepSouth._id });
    expect(only(north, south, keepSouth, undone)).toMatchObject({ settledBy: null });
  });

  it('are marked as seen by the first who did, which changes nothing else', () => {
    const seen = fact('office', 'seen', 25, { double: south._id });
    const later = fact('north', 'seen', 26, { double: south._id });
    const marked = only(north, later, seen, south);
    expect(marked).toMatchObject({ settledBy: null, seenBy: seen });
    expect(marked !== undefined && isOpen(marked)).toBe(false);
    expect(since(north, south, seen)).toBe(20);
  });
});
