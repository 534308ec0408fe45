import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../documents/session.ts';
import { editDetails, setStatus } from '../sessions/sessionEdits.ts';
import { statusTime } from '../sessions/detailTimes.ts';
import { mergeAllSessions, mergeSessions } from './mergeSession.ts';
import { withDetailTimes } from './sessionDetails.ts';

const by = (time: number) => ({ author: { id: 'u1', name: 'Ada' }, time });
const made = {
  ...{ _id: 'session_s', type: 'session', title: 'Gala', date: 1, timeStart: '18:00', status: 'upcoming' },
  ...{ clients: [], removedClients: {}, files: [], metadata: { detailsAt: 1, updatedAt: 1 } },
} as unknown as Session;

type Edit = (session: Session, time: number) => Session;
const titled: Edit = (session, time) => editDetails(session, { title: 'Ball' }, by(time));
const later: Edit = (session, time) => editDetails(session, { date: 2, timeStart: '19:00' }, by(time));
const earlier: Edit = (session, time) => editDetails(session, { timeStart: '17:00' }, by(time));
const archived: Edit = (session, time) => setStatus(session, 'archived', by(time));
const ongoing: Edit = (session, time) => setStatus(session, 'ongoing', by(time));

/** As a program of today edits. */
const edited = (session: Session, edit: Edit, time: number): Session =>
  withDetailTimes(session, edit(session, time));

describe('details of a session [SYNC-10]', () => {
  it('keep what each device did, whoever was first', () => {
    for (const [one, other] of [
      [5, 6],
      [6, 5],
    ] as const) {
      const merged = mergeSessions(edited(made, titled, one), edited(made, archived, other));
      expect(merged).toMatchObject({ title: 'Ball', status: 'archived', archivedAt: other });
      expect(statusTime(merged)).toBe(other);
    }
  });

  it('day and times are one: no mixture that nobody chose', () => {
    const merged = mergeSessions(edited(made, later, 5), edited(made, earlier, 6));
    expect(merged).toMatchObject({ date: 1, timeStart: '17:00' });
  });

  it('of one register the newest edit counts, and what else its version holds does not', () => {
    const archivedFirst = edited(edited(made, archived, 5), titled, 9);
    expect(mergeSessions(archivedFirst, edited(made, ongoing, 7))).toMatchObject({
      title: 'Ball',
      status: 'ongoing',
    });
  });

  it('a program that knows of no such times speaks of all of them', () => {
    const known = edited(made, archived, 5);
    expect(mergeSessions(known, titled(made, 6))).toMatchObject({ title: 'Ball', status: 'upcoming' });
    // It keeps the times that it does not know.
    expect(mergeSessions(titled(edited(made, ongoing, 3), 6), known)).toMatchObject({ status: 'ongoing' });
  });

  it('the merge is later than what it is made of, so that a program of before takes it as a whole', () => {
    const [one, other] = [edited(made, titled, 5), edited(made, archived, 6)];
    const merged = mergeSessions(one, other);
    expect(merged.metadata.detailsAt).toBe(7);
    for (const again of [one, other, merged]) expect(mergeSessions(merged, again)).toEqual(merged);
  });

  it('each is what was set last, over any edits on three devices', () => {
    const step = fc.record({
      device: fc.integer({ min: 0, max: 2 }),
      details: fc.oneof(
        fc.record({ title: fc.constantFrom('Gala', 'Ball') }),
        fc.record({ status: fc.constantFrom('upcoming', 'ongoing', 'archived') }),
        fc.record({ capacity: fc.constantFrom(5, 6) }),
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const devices: [Session, ...Session[]] = [made, made, made];
        const last: Record<string, unknown> = { title: 'Gala', status: 'upcoming' };
        for (const [index, { device, details }] of steps.entries()) {
          const before = devices[device] ?? made;
          const [[field, value]] = Object.entries(details) as [[keyof Session, never]];
          if (before[field] === value) continue;
          last[field] = value;
          devices[device] = edited(
            before,
            (session, time) => editDetails({ ...session, ...details }, {}, by(time)),
            index + 2,
          );
        }
        expect(mergeAllSessions(devices)).toMatchObject(last);
      }),
    );
  });
});
