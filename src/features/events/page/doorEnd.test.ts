import { expect, it } from 'vitest';
import { calendarOf, timeTyped } from '#domain/days.ts';
import { usualEnd } from './doorEnd.ts';

const auckland = calendarOf('Pacific/Auckland');
// The tenth at noon there.
const dinner = Date.parse('2027-02-09T23:00Z');

it('a phone is a door until the morning after the last session, by the clocks of the event', () => {
  const end = usualEnd([dinner], Date.parse('2027-02-01T12:00Z'), auckland);
  expect(end).toEqual({ day: '2027-02-11', time: '06:00' });
  expect(timeTyped(end.day, end.time, auckland)).toBe(Date.parse('2027-02-10T17:00Z'));
});

it('in the small hours until that morning, and never longer than the server lets it', () => {
  const late = Date.parse('2027-02-10T12:30Z');
  expect(usualEnd([dinner], late, auckland)).toEqual({ day: '2027-02-11', time: '06:00' });
  const early = Date.parse('2026-11-30T10:34Z');
  expect(usualEnd([dinner], early, auckland)).toEqual({ day: '2026-12-30', time: '23:34' });
  expect(timeTyped('', '23:55', auckland)).toBeNull();
  expect(timeTyped('2027-02-11', '', auckland)).toBeNull();
});
