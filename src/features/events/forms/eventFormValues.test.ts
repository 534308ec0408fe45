import { describe, expect, it } from 'vitest';
import { calendarOf, dayOfText, dayText } from '#domain/days.ts';
import { newDocument } from '#domain/documents/new.ts';
import { noonOf, session } from '#domain/documents/session.ts';
import { emptyValues, inputOf, isMovedBack, valuesOf } from './eventFormValues.ts';

const DAY = '2027-01-15';
const dateOf = (timeZone: string, day = DAY) => {
  const values = emptyValues(Date.now());
  const [first] = values.sessions;
  if (first === undefined) throw new Error('no session');
  const input = inputOf({ ...values, timeZone, sessions: [{ ...first, day }] }, undefined);
  return input.sessions[0]?.date ?? Number.NaN;
};
const dayAt = (zone: string | null, time: number) => dayText(calendarOf(zone).dayOf(time));

// Whatever the clock of this device, noon on it is another day in one of them.
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('the day of a session in %s', (timeZone) => {
  it('is the one that was typed: what is printed for its guests and what they read on its page', () => {
    const date = dateOf(timeZone);
    expect(dayAt(timeZone, date)).toBe(DAY);
    // On this device, too, unless its day ends before that of the event begins.
    const [here, there] = [calendarOf(null), calendarOf(timeZone)];
    const day = here.dayOf(noonOf(Date.parse(`${DAY}T12:00`)));
    const apart = Math.abs(here.timeAt(day, 0) - there.timeAt(day, 0)) >= 24 * 3_600_000;
    expect(apart || dayAt(null, date) === DAY).toBe(true);
  });

  it('is shown as it is there, kept while nobody changes it, and held where the event moves there', () => {
    const saved = session.parse({
      _id: 'session_a',
      type: 'session',
      title: 'Ball',
      date: noonOf(Date.parse(`${DAY}T12:00`)),
    });
    const doc = newDocument('event', {
      _id: 'event',
      id: 'gala',
      title: 'Gala',
      dbName: 'gala',
      timeZone,
      metadata: {},
    });
    const values = valuesOf(doc, [saved]);
    expect(values.sessions[0]?.day).toBe(dayAt(timeZone, saved.date));
    expect(inputOf(values, undefined).sessions[0]?.date).toBe(saved.date);
    const moved = { ...valuesOf({ ...doc, timeZone: null }, [saved]), timeZone };
    expect(dayAt(timeZone, inputOf(moved, undefined).sessions[0]?.date ?? 0)).toBe(DAY);
  });

  it('is over when it is over there', () => {
    const [first] = emptyValues(0).sessions;
    if (first === undefined) throw new Error('no session');
    const midnight = calendarOf(timeZone).timeAt(calendarOf(timeZone).dayOf(dateOf(timeZone)) + 1, 0);
    expect(isMovedBack({ ...first, day: DAY }, midnight - 1, timeZone)).toBe(false);
    expect(isMovedBack({ ...first, day: DAY }, midnight, timeZone)).toBe(true);
  });
});

it('a day is noon on this device where the event has it too', () => {
  expect(dateOf('')).toBe(noonOf(Date.parse(`${DAY}T12:00`)));
  expect(dateOf(calendarOf(null).timeZone)).toBe(noonOf(Date.parse(`${DAY}T12:00`)));
});

it.each(['Europe/Zurich', 'America/New_York', 'Asia/Tokyo'])(
  'a day in %s is noon there, not on the clock of whoever typed it, so that most others read that day too',
  (timeZone) => {
    const noon = calendarOf(timeZone).timeAt(dayOfText(DAY) ?? 0, 12 * 60);
    const date = dateOf(timeZone);
    expect(dayAt(timeZone, date)).toBe(DAY);
    // Only where it is another day on this device, it is another hour.
    expect(dayAt(null, noon) === DAY ? date : noon).toBe(noon);
  },
);

it('sessions of one day stay in the order of their hours where the event’s time zone was another when the first was made', () => {
  const [first] = emptyValues(0).sessions;
  if (first === undefined) throw new Error('no session');
  // Noon in New York, and as somebody saves it there.
  const date = Date.UTC(2027, 0, 15, 17);
  const dinner = { ...first, key: 'dinner', _id: 'session_dinner', title: 'Dinner', day: DAY, date };
  const opening = { ...first, key: 'opening', title: 'Opening', day: DAY };
  const next = { ...first, key: 'brunch', title: 'Brunch', day: '2027-01-16' };
  const values = { ...emptyValues(0), timeZone: 'Europe/Zurich', sessions: [dinner, opening, next] };
  const dates = inputOf(values, undefined).sessions.map((one) => one.date);
  expect(dates.slice(0, 2)).toEqual([date, date]);
  expect(dayAt('Europe/Zurich', dates[2] ?? 0)).toBe('2027-01-16');
});
