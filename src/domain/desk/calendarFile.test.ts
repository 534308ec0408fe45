import { expect, it } from 'vitest';
import { calendarOf } from '../days.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import { calendarFile } from './calendarFile.ts';

it('a calendar file escapes what people wrote, and cuts long lines between letters', () => {
  const entry = {
    uid: 'a@foyer',
    begin: Date.UTC(2027, 4, 1, 17),
    end: Date.UTC(2027, 4, 1, 21),
    days: null,
  };
  const file = calendarFile(
    [{ ...entry, title: `Gala; a, b\\ ${'é'.repeat(60)}`, text: 'one\ntwo', location: '' }],
    0,
  );
  expect(file).toContain('DTSTART:20270501T170000Z\r\nDTEND:20270501T210000Z\r\n');
  expect(file).toContain(String.raw`DESCRIPTION:one\ntwo`);
  expect(file).not.toContain('LOCATION');
  expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(file.replaceAll('\r\n ', '')).toContain(String.raw`SUMMARY:Gala\; a\, b\\ ${'é'.repeat(60)}`);
});

it('a session begins when the clocks of its event say so, and ends the next day where it ends before that', () => {
  const zurich = calendarOf('Europe/Zurich');
  const date = Date.UTC(2027, 4, 1, 12);
  expect(sessionTimes({ date, timeStart: '19:00', timeEnd: '01:30' }, zurich)).toEqual({
    ...{ begin: Date.UTC(2027, 4, 1, 17), end: Date.UTC(2027, 4, 1, 23, 30), isWholeDay: false },
  });
  expect(sessionTimes({ date, timeStart: null, timeEnd: null }, zurich)).toEqual({
    ...{ begin: Date.UTC(2027, 3, 30, 22), end: Date.UTC(2027, 4, 1, 22), isWholeDay: true },
  });
});

it.each([
  // The clocks go forward on the day itself at two, when the night session has not begun; it ends at half past two of the next day.
  [
    'the hour lacks on its own day',
    Date.UTC(2027, 2, 28, 12),
    [Date.UTC(2027, 2, 28, 20), Date.UTC(2027, 2, 29, 0, 30)],
  ],
  [
    'the hour lacks in its night',
    Date.UTC(2027, 2, 27, 12),
    [Date.UTC(2027, 2, 27, 21), Date.UTC(2027, 2, 28, 1, 30)],
  ],
  [
    'the hour is there twice in its night',
    Date.UTC(2027, 9, 30, 12),
    [Date.UTC(2027, 9, 30, 20), Date.UTC(2027, 9, 31, 0, 30)],
  ],
])(
  'a session past midnight ends when the clocks say so where they change: %s',
  (_what, date, [begin, end]) => {
    const times = sessionTimes({ date, timeStart: '22:00', timeEnd: '02:30' }, calendarOf('Europe/Zurich'));
    expect(times).toEqual({ begin, end, isWholeDay: false });
  },
);
