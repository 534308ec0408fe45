import { describe, expect, it } from 'vitest';
import { calendarOf } from '#domain/days.ts';
import type { Session } from '#domain/documents/session.ts';
import { emptyValues, inputOf } from './clientFormValues.ts';

const dinner = {
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: new Date(2026, 10, 29, 12).getTime() },
  ...{ status: 'ongoing', autoSave: false, autoSaveDelay: 60, clients: [], removedClients: {}, files: [] },
  metadata: {},
} as Session;

/** What is saved as the time of somebody noted at `now`. */
function saved(time: string, now: Date, zone: string | null = null): Date | string {
  const values = emptyValues('en', dinner._id);
  const typed = { ...values, sessions: { [dinner._id]: { table: '', seat: '', time } } };
  const judged = inputOf(typed, [dinner], now.getTime(), calendarOf(zone));
  if ('problems' in judged) return judged.problems[`time-${dinner._id}`] ?? '';
  return new Date(judged.input.registrations[0]?.checkInTime ?? 0);
}

describe('the check-in time of a new client [CREATE-07]', () => {
  it('is of today where it is past', () => {
    expect(saved('19:30', new Date(2026, 10, 29, 21))).toEqual(new Date(2026, 10, 29, 19, 30));
    expect(saved('00:10', new Date(2026, 10, 30, 0, 32))).toEqual(new Date(2026, 10, 30, 0, 10));
  });

  it('is of the evening before where it is noted after midnight', () => {
    expect(saved('23:50', new Date(2026, 10, 30, 0, 32))).toEqual(new Date(2026, 10, 29, 23, 50));
    expect(saved('19:30', new Date(2026, 10, 30, 0, 32))).toEqual(new Date(2026, 10, 29, 19, 30));
  });

  it('is told by the clocks of the event', () => {
    const now = new Date('2026-11-29T07:05:00Z');
    expect(saved('19:30', now, 'Pacific/Auckland')).toEqual(new Date('2026-11-29T06:30:00Z'));
    expect(saved('22:30', now, 'America/Los_Angeles')).toEqual(new Date('2026-11-29T06:30:00Z'));
  });

  it('is refused where it is still to come', () => {
    expect(saved('21:30', new Date(2026, 10, 29, 21))).toBe('time_later');
    expect(saved('01:00', new Date(2026, 10, 30, 0, 32))).toBe('time_later');
  });
});
