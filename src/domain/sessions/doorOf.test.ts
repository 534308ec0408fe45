import { expect, it } from 'vitest';
import { session } from '../documents/session.ts';
import { doorOf } from './doorOf.ts';

const one = (id: string, status: string, guests: number) =>
  session.parse({
    ...{ _id: `session_${id}`, type: 'session', title: id, date: 1, status },
    clients: Array.from({ length: guests }, (_, at) => ({ clientId: `client_${at}` })),
  });

it.each([
  ['the one that goes on', [one('a', 'upcoming', 9), one('b', 'ongoing', 0)], 'b'],
  ['the only one to come', [one('a', 'archived', 9), one('b', 'upcoming', 0)], 'b'],
  ['of several the only one with guests', [one('a', 'upcoming', 0), one('b', 'upcoming', 3)], 'b'],
  ['of several that go on the only one with guests', [one('a', 'ongoing', 0), one('b', 'ongoing', 3)], 'b'],
  ['none of two with guests', [one('a', 'upcoming', 1), one('b', 'upcoming', 3)], undefined],
  ['none of two without', [one('a', 'upcoming', 0), one('b', 'upcoming', 0)], undefined],
])('a paired phone opens at %s', (_which, sessions, wanted) =>
  expect(doorOf(sessions)?._id).toBe(wanted === undefined ? undefined : `session_${wanted}`),
);
