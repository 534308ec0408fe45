import { describe, expect, it } from 'vitest';
import { beginOf, calendarOf, dayOfText, dayText, isTimeZone, nextOf, ownTimeZone, stepFor } from './days.ts';

describe('days', () => {
  it('[STATS-01] begin in the time zone, also on the days when the clocks change', () => {
    const zones = [
      'Europe/Zurich',
      'America/St_Johns',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
    ];
    for (const timeZone of zones) {
      const { dayOf, minuteOf } = calendarOf(timeZone);
      const day = new Intl.DateTimeFormat('en-CA', { timeZone });
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
      for (let time = Date.UTC(2026, 2, 1); time < Date.UTC(2026, 10, 10); time += 13 * 60_000 * 53) {
        expect(dayText(dayOf(time))).toBe(day.format(time));
        const minutes = minuteOf(time);
        const two = (value: number): string => String(value).padStart(2, '0');
        expect(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`).toBe(clock.format(time));
      }
    }
    // A minute before and after midnight in summer, and the end of an hour that comes twice.
    const zurich = calendarOf('Europe/Zurich');
    expect(dayText(zurich.dayOf(Date.UTC(2026, 5, 1, 21, 59)))).toBe('2026-06-01');
    expect(dayText(zurich.dayOf(Date.UTC(2026, 5, 1, 22, 0)))).toBe('2026-06-02');
    expect(zurich.minuteOf(Date.UTC(2026, 9, 25, 0, 30))).toBe(150);
    expect(zurich.minuteOf(Date.UTC(2026, 9, 25, 1, 30))).toBe(150);
  });

  it('[NOTIF-01] the time of a day and a clock is the one that clocks there show', () => {
    for (const timeZone of [
      'Europe/Zurich',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
    ]) {
      const calendar = calendarOf(timeZone);
      for (let time = Date.UTC(2026, 2, 1); time < Date.UTC(2026, 10, 10); time += 60_000 * 401) {
        const back = calendar.timeAt(calendar.dayOf(time), calendar.minuteOf(time));
        // An hour that comes twice: the first of the two.
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(time - back);
        expect(calendar.minuteOf(back)).toBe(calendar.minuteOf(time));
      }
    }
    const zurich = calendarOf('Europe/Zurich');
    expect(zurich.timeAt(dayOfText('2026-06-01') ?? 0, 18 * 60)).toBe(Date.UTC(2026, 5, 1, 16));
    // 2.30 comes twice in autumn, and not at all in spring.
    expect(zurich.timeAt(dayOfText('2026-10-25') ?? 0, 150)).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(zurich.timeAt(dayOfText('2026-03-29') ?? 0, 150)).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });

  it('a name that nobody knows is the time zone of the device', () => {
    expect(isTimeZone('Europe/Zurich')).toBe(true);
    for (const name of ['Europe/Nowhere', '', null, undefined]) {
      expect(calendarOf(name).timeZone).toBe(ownTimeZone());
    }
  });

  it('weeks begin on Monday, months on the first', () => {
    const day = dayOfText('2026-06-03') ?? 0;
    expect(dayText(beginOf('week', day))).toBe('2026-06-01');
    expect(dayText(beginOf('week', dayOfText('2026-06-07') ?? 0))).toBe('2026-06-01');
    expect(dayText(beginOf('week', dayOfText('1969-12-31') ?? 0))).toBe('1969-12-29');
    expect(dayText(beginOf('month', day))).toBe('2026-06-01');
    expect(dayText(nextOf('month', dayOfText('2026-12-01') ?? 0))).toBe('2027-01-01');
    expect([stepFor(20), stepFor(200), stepFor(2000)]).toEqual(['day', 'week', 'month']);
  });

  it('only days are read from texts', () => {
    for (const text of ['2026-02-30', '2026-6-1', 'today', '']) expect(dayOfText(text)).toBeNull();
  });
});
