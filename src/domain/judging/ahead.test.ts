import { describe, expect, it } from 'vitest';
import { MAX_AHEAD_MS } from '../checkins/admissions.ts';
import { editedAt } from '../documents/editedAt.ts';
import { newDocument } from '../documents/new.ts';
import { LAST_TIME } from '../ids.ts';
import { toldBy } from '../money/standIn.ts';
import { actAhead, datedBack } from './ahead.ts';
import { validateWrite } from './validateWrite.ts';
import type { IncomingDoc } from './verdict.ts';

const member = { id: 'm', role: 'member', name: 'member' } as const;
const NOW = 1_800_000_000_000;
const LIMIT = NOW + MAX_AHEAD_MS;
const FAR = LIMIT + 1;
const session = (fields: object): IncomingDoc => ({
  ...{ _id: 'session_s1', type: 'session', title: 'Gala', date: 1 },
  ...fields,
});
const entry = (fields: object) => session({ clients: [{ clientId: 'client_c1', ...fields }] });
const verdict = (doc: IncomingDoc, stored: Record<string, unknown> | null = null) => {
  const judged = validateWrite(doc, stored, member, { now: NOW, archivedSince: null });
  return judged.ok ? 'ok' : `${judged.error.code} ${judged.error.field ?? ''}`;
};

describe('times of acts', () => {
  it.each([
    ['metadata.updatedAt', (time: number) => session({ metadata: { updatedAt: time } })],
    ['metadata.detailsAt', (time: number) => session({ metadata: { detailsAt: time } })],
    ['detailTimes.upTo', (time: number) => session({ detailTimes: { upTo: time, rest: 1, times: {} } })],
    [
      'detailTimes.status',
      (time: number) => session({ detailTimes: { upTo: 1, rest: 1, times: { status: time } } }),
    ],
    ['metadata.planAt', (time: number) => session({ metadata: { planAt: time } })],
    ['metadata.createdAt', (time: number) => session({ metadata: { createdAt: time } })],
    ['archivedAt', (time: number) => session({ status: 'archived', archivedAt: time })],
    ['clients.updatedTime', (time: number) => entry({ updatedTime: time })],
    ['clients.checkInTime', (time: number) => entry({ checkInTime: time })],
    ['removedClients.client_c1', (time: number) => session({ removedClients: { client_c1: time } })],
    [
      'metadata.updatedAt',
      (time: number) => ({
        ...{ _id: 'client_c1', type: 'client', forename: 'Ada', surname: 'Lovelace' },
        metadata: { updatedAt: time },
      }),
    ],
    [
      'metadata.registers.phone',
      (time: number) => ({
        ...{ _id: 'client_c1', type: 'client', forename: 'Ada', surname: 'Lovelace' },
        metadata: { updatedAt: 1, registers: { upTo: 1, rest: 1, times: { phone: time } } },
      }),
    ],
    [
      'deletedAt',
      (time: number) => ({
        ...{ _id: 'client_c1', type: 'client', forename: 'Ada', surname: 'Lovelace' },
        deletedAt: time,
      }),
    ],
  ])('are refused more than a day ahead, past ones never: %s', (field, made) => {
    expect(verdict(made(FAR))).toBe(`time_ahead ${field}`);
    expect(verdict(made(LAST_TIME))).toBe(`time_ahead ${field}`);
    for (const time of [0, 1, NOW, LIMIT]) expect(verdict(made(time))).toBe('ok');
  });

  it('dates that people plan with are no acts', () => {
    const planned = { date: LAST_TIME, timeStart: LAST_TIME, timeEnd: LAST_TIME };
    expect(verdict(session(planned))).toBe('ok');
    expect(
      verdict({ _id: 'event', type: 'event', id: 'e', dbName: 'event-e', title: 'Gala', ...planned }),
    ).toBe('ok');
  });

  it('one that is stored so already stays and is followed, nobody climbs on it', () => {
    const stored = { ...entry({ updatedTime: FAR }), _rev: '1-a' };
    expect(verdict(entry({ updatedTime: FAR, placement: { tableId: 't1' } }), stored)).toBe('ok');
    expect(verdict(entry({ updatedTime: FAR + 1 }), stored)).toBe('ok');
    expect(verdict(entry({ updatedTime: FAR + 1001 }), stored)).toBe('time_ahead clients.updatedTime');
    // Of another entry, or of another field.
    expect(verdict(session({ clients: [{ clientId: 'client_c2', updatedTime: FAR }] }), stored)).toBe(
      'time_ahead clients.updatedTime',
    );
    expect(verdict(entry({ updatedTime: 1, checkInTime: FAR }), stored)).toBe(
      'time_ahead clients.checkInTime',
    );
    // From the last moment that is taken nobody gets further.
    const last = { ...entry({ updatedTime: LIMIT }), _rev: '1-a' };
    expect(verdict(entry({ updatedTime: LIMIT + 1 }), last)).toBe('time_ahead clients.updatedTime');
  });

  it('are dated back where they lie ahead, and nowhere else', () => {
    const doc = session({
      date: LAST_TIME,
      clients: [
        { clientId: 'client_c1', updatedTime: FAR, checkInTime: 7 },
        { clientId: 'client_c2', updatedTime: 8 },
      ],
      removedClients: { client_c3: FAR },
      metadata: { updatedAt: FAR, createdAt: 9 },
    });
    const dated = datedBack(doc, LIMIT, NOW);
    expect(dated).toEqual({
      ...doc,
      clients: [
        { clientId: 'client_c1', updatedTime: NOW, checkInTime: 7 },
        { clientId: 'client_c2', updatedTime: 8 },
      ],
      removedClients: { client_c3: NOW },
      metadata: { updatedAt: NOW, createdAt: 9 },
    });
    expect(actAhead(dated, null, LIMIT)).toBeNull();
    expect(datedBack(dated, LIMIT, NOW)).toBe(dated);
  });

  it('of a registration that tells a note of money are dated so that it goes on being no edit', () => {
    const before = newDocument('consumer', { _id: 'consumer_a', metadata: { updatedAt: NOW - 9 } });
    const told = toldBy({ author: { id: 'u', name: 'U' }, time: FAR }, before, before);
    const dated = datedBack(told, LIMIT, NOW);
    expect(dated.metadata.updatedAt).toBe(NOW);
    expect(editedAt(dated)).toBe(NOW - 9);
  });
});

describe('an archived session', () => {
  const at = (rev: string) => ({ _rev: rev });
  const stored = {
    ...entry({ updatedTime: 5, placement: { tableId: 't1' } }),
    ...{ status: 'archived', archivedAt: 10, metadata: { detailsAt: 10, updatedAt: 10 } },
    ...at('3-c'),
  };
  const upon = (fields: object, ids: readonly string[]): IncomingDoc => {
    const [first = ''] = ids;
    const start = 3 + ids.indexOf('c');
    return { ...stored, ...fields, _rev: `${start}-${first}`, _revisions: { start, ids } };
  };

  it('is read-only to whoever stands on it, however many versions ago [SESSION-11]', () => {
    for (const ids of [
      ['d', 'c', 'b', 'a'],
      ['e', 'd', 'c', 'b', 'a'],
      ['g', 'f', 'e', 'd', 'c'],
    ]) {
      expect(verdict(upon({ clients: [] }, ids), stored)).toBe('session_archived clients');
      const older = [{ clientId: 'client_c1', updatedTime: 4, placement: { tableId: 't2' } }];
      expect(verdict(upon({ clients: older }, ids), stored)).toBe('session_archived clients');
      expect(verdict(upon({ status: 'upcoming', clients: [] }, ids), stored)).toBe('ok');
    }
    // Beside it: merged, where only what is newer counts.
    const beside = {
      ...stored,
      clients: [],
      _rev: '4-x',
      _revisions: { start: 4, ids: ['x', 'y', 'b', 'a'] },
    };
    expect(verdict(beside, stored)).toBe('ok');
  });

  it('is not deleted; one of its versions may be closed beside others [SESSION-11]', () => {
    const gone = { _id: 'session_s1', _deleted: true };
    expect(verdict({ ...gone, ...at('3-c') }, stored)).toBe('session_archived ');
    const revisions = { _rev: '5-e', _revisions: { start: 5, ids: ['e', 'd', 'c'] } };
    expect(verdict({ ...gone, ...revisions }, stored)).toBe('session_archived ');
    expect(verdict({ ...gone, ...revisions }, { ...stored, _conflicts: ['2-x'] })).toBe('ok');
    expect(verdict({ ...gone, ...at('3-c') }, { ...stored, status: 'upcoming' })).toBe('ok');
  });
});
