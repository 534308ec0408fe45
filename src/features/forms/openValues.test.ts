import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarOf } from '#domain/days.ts';
import { closesFirst, momentOf, NO_MOMENT, timeOf } from './openValues.ts';

const zurich = calendarOf('Europe/Zurich');

it('a moment that is shown and saved again is the same', () => {
  const minutes = fc.integer({ min: 20_000_000, max: 40_000_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom('begin' as const, 'end' as const), (minute, edge) => {
      const time = minute * 60_000;
      const shown = momentOf(time, edge, zurich);
      const again = timeOf(shown, edge, zurich);
      // An hour that clocks show twice is the first one.
      expect([time, time - 3_600_000]).toContain(again);
      expect(momentOf(again, edge, zurich)).toEqual(shown);
    }),
  );
  expect(timeOf(momentOf(null, 'end', zurich), 'end', zurich)).toBeNull();
});

it('without a time a form opens when its day begins, and closes when its day ends', () => {
  const day = { day: '2027-05-01', time: '' };
  expect(timeOf(day, 'begin', zurich)).toBe(Date.UTC(2027, 3, 30, 22));
  expect(timeOf(day, 'end', zurich)).toBe(Date.UTC(2027, 4, 1, 22) - 1);
  expect(momentOf(Date.UTC(2027, 4, 1, 22) - 1, 'end', zurich)).toEqual(day);
  expect(closesFirst({ opens: day, closes: day }, zurich)).toBe(false);
  expect(closesFirst({ opens: day, closes: { ...day, day: '2027-04-30' } }, zurich)).toBe(true);
  expect(closesFirst({ opens: NO_MOMENT, closes: day }, zurich)).toBe(false);
});
