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
