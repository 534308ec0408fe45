import { expect, test } from 'vitest';
import type { Plan, PlanTable, Session } from '#domain/documents/session.ts';
import { mergeAllSessions } from '#domain/conflicts/mergeSession.ts';
import { withDetailTimes } from '#domain/conflicts/sessionDetails.ts';
import { editDetails, setPlan, setStatus } from '#domain/sessions/sessionEdits.ts';
import type { AnyDoc } from '../../storage/types.ts';
import { overruled } from './overruled.ts';
import { sessionState, withRegisters, type SessionState } from './snapshot.ts';

const author = { id: 'cleo', name: 'Cleo' };
const tableAt = (x: number) => ({
  ...({ type: 'circle', position: { x, y: 5 }, rotation: 0, scale: 1, seats: 8 } as const),
});
const planOf = (tables: Record<string, PlanTable>): Plan => ({
  ratio: 1.6,
  state: { nextTableIndex: 9, tables },
});
/** The plan with one table elsewhere. */
const moved = (session: Session, id: string, x: number, time: number): Session =>
  setPlan(session, planOf({ ...session.plan?.state.tables, [id]: tableAt(x) }), { author, time });

const made = {
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 1, clients: [], files: [] },
  ...{ plan: planOf({ a: tableAt(1), b: tableAt(2) }), metadata: { updatedAt: 1, detailsAt: 1, planAt: 1 } },
} as unknown as Session;

/** What the history knows once these have been told, one after the other. */
const toldOf = (...versions: readonly Session[]): readonly number[] =>
  versions
    .map((version) => sessionState(version as unknown as AnyDoc))
    .reduce((before, after) => withRegisters(before, after) as SessionState).registers;
/** What is told of the first of two versions that are merged. */
const toldOfLoser = (loser: Session, winner: Session, told: readonly number[]) =>
  overruled(loser as unknown as AnyDoc, mergeAllSessions([loser, winner]) as unknown as AnyDoc, { told });

test('who moved a table is not said to be overruled where another moved one that was moved before', () => {
  // Both at once: the device sent them as one version.
  const base = moved(moved(made, 'a', 10, 5), 'b', 20, 6);
  const loser = moved(base, 'b', 21, 10);
  const winner = moved(base, 'a', 11, 12);
  expect(toldOfLoser(loser, winner, toldOf(made, base))).toBeNull();
  expect(toldOfLoser(loser, winner, toldOf(made, base, winner))).toBeNull();
});

test('a table that gave way is told, though the same version has the newest change of another one', () => {
  const loser = moved(moved(made, 'a', 10, 8), 'b', 20, 14);
  const winner = moved(made, 'a', 11, 12);
  expect(toldOfLoser(loser, winner, toldOf(made))).toMatchObject({
    params: { changes: [{ field: 'plan' }] },
  });
});

test('of many moves those of before are still known', () => {
  let base = made;
  const all = [made];
  for (let time = 5; time < 60; time++) all.push((base = moved(base, time === 5 ? 'a' : 'b', time, time)));
  const loser = moved(base, 'b', 1, 100);
  const winner = moved(base, 'a', 2, 101);
  expect(toldOfLoser(loser, winner, toldOf(...all, winner))).toBeNull();
});

test('money that is noted twice as one, or that another edit does not tell yet, is not said to have given way', () => {
  const bank = '_bank-0123456789abcdef0123-500-0';
  const note = (id: string, name: string, time: number) => ({
    ...{ _id: id, type: 'payment', amount: 500, day: '2027-05-03', time, device: { id: name, name } },
    author: { id: name, name },
  });
  const fieldsOf = (loser: AnyDoc, merged: AnyDoc): unknown =>
    (overruled(loser, merged)?.params as { changes?: unknown } | undefined)?.changes;
  expect(fieldsOf(note(`payment_a${bank}`, 'zoe', 2), note(`payment_a${bank}`, 'ada', 1))).toBeUndefined();
  expect(
    fieldsOf({ ...note(`payment_a${bank}`, 'zoe', 2), day: '' }, note(`payment_a${bank}`, 'ada', 1)),
  ).toMatchObject([{ field: 'day' }]);
  const consumer = { _id: 'consumer_a', type: 'consumer', metadata: { updatedAt: 1 } };
  const telling = { ...consumer, taken: [{ id: `payment_a${bank}`, amount: 500 }] };
  expect(fieldsOf(telling, consumer)).toBeUndefined();
  expect(fieldsOf({ ...telling, status: 'invoice_paid' }, consumer)).toMatchObject([{ field: 'status' }]);
});

test('of the details what gave way is told, and nothing that another changed apart', () => {
  const renamed = (title: string, time: number): Session =>
    withDetailTimes(made, editDetails(made, { title }, { author, time }));
  const archived = withDetailTimes(made, setStatus(made, 'archived', { author, time: 12 }));
  expect(toldOfLoser(renamed('Ball', 10), archived, toldOf(made))).toBeNull();
  expect(toldOfLoser(archived, renamed('Ball', 13), toldOf(made))).toBeNull();
  expect(toldOfLoser(renamed('Ball', 10), renamed('Soup', 11), toldOf(made))).toMatchObject({
    params: { changes: [{ field: 'title', from: 'Ball', to: 'Soup' }] },
  });
  const reopened = withDetailTimes(made, setStatus(made, 'ongoing', { author, time: 14 }));
  expect(toldOfLoser(archived, reopened, toldOf(made))?.params).toMatchObject({
    changes: [{ field: 'status', from: 'archived', to: 'ongoing' }],
  });
  const merged = mergeAllSessions([renamed('Ball', 10), archived]);
  expect(toldOfLoser(renamed('Soup', 9), merged, toldOf(made, renamed('Soup', 9)))).toBeNull();
});
