import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  dateLeaf,
  formatClock,
  formatDate,
  formatDates,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSpan,
  formatTime,
  titleIn,
} from './format.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2026, 6, 15);
const plain = (text: string) => text.replace(/[\s\u00a0\u202f’]/g, ' ');

it('a share has its space in French, as in our own sentences', () => {
  expect(formatPercent('en', 0.18)).toBe('18%');
  expect(formatPercent('fr', 0.18)).toBe('18\u202f%');
});

describe('dates', () => {
  it.each([
    ['today', at(2026, 6, 15), 'June 15', '15 juin'],
    ['within 6 months', at(2026, 12, 15, 11), 'December 15', '15 décembre'],
    ['more than 6 months ahead, same year', at(2026, 12, 15, 13), 'December 15, 2026', '15 décembre 2026'],
    ['more than 6 months ago, same year', at(2026, 1, 1), 'January 1', '1er janvier'],
    ['another year, near', at(2027, 1, 3), 'January 3, 2027', '3 janvier 2027'],
    ['another year, past', at(2025, 12, 31), 'December 31, 2025', '31 décembre 2025'],
  ])('[I18N-04] %s', (_name, time, english, french) => {
    expect(formatDate('en', time, NOW)).toBe(english);
    expect(formatDate('fr', time, NOW)).toBe(french);
  });

  it('[I18N-04] the year also shows when more than 6 months past in the same year', () => {
    expect(formatDate('en', at(2026, 1, 1), at(2026, 12, 1))).toBe('January 1, 2026');
  });

  it.each([
    [[at(2026, 6, 1)], 'June 1', '1er juin'],
    [[at(2026, 6, 1, 23), at(2026, 6, 1, 9)], 'June 1', '1er juin'],
    [[at(2026, 6, 3), at(2026, 6, 1), at(2026, 6, 2)], 'June 1 – 3', '1er–3 juin'],
    [[at(2026, 6, 30), at(2026, 7, 2)], 'June 30 – July 2', '30 juin – 2 juillet'],
    [
      [at(2026, 12, 31), at(2027, 1, 1)],
      'December 31, 2026 – January 1, 2027',
      '31 décembre 2026 – 1er janvier 2027',
    ],
  ])('days that belong together are one span: %#', (times, english, french) => {
    const spaced = (text: string) => text.replace(/[\s\u2009]/g, ' ');
    expect(spaced(formatDates('en', times, NOW))).toBe(english);
    expect(spaced(formatDates('fr', times, NOW))).toBe(french);
  });

  it("[I18N-05] date-time is 'MMMM D, YYYY / HH:mm', in French with the day first", () => {
    expect(formatDateTime('en', at(2026, 3, 7, 9, 5))).toBe('March 7, 2026 / 09:05');
    expect(formatDateTime('fr', at(2026, 3, 7, 21, 5))).toBe('7 mars 2026 / 21:05');
  });

  it('times of sessions come as texts or as ms', () => {
    expect(formatClock('19:30')).toBe('19:30');
    expect(formatClock('19:30:00')).toBe('19:30');
    expect(formatClock(at(2026, 6, 15, 8, 5))).toBe('08:05');
    expect(formatClock(null)).toBeNull();
    expect(plain(formatSpan('19:00', '23:30') ?? '')).toBe('19:00 – 23:30');
    expect(formatSpan('19:00', null)).toBe('19:00');
    expect(formatSpan(null, '')).toBeNull();
  });
});

describe('what an event says of itself is told by its own clocks', () => {
  // The tenth there, whatever day it is where this runs.
  const noon = { 'Pacific/Auckland': '2027-02-09T23:00Z', 'America/Los_Angeles': '2027-02-10T20:00Z' };
  it.each(Object.entries(noon))('%s', (zone, text) => {
    const time = Date.parse(text);
    expect(formatDate('en', time, time, zone)).toBe('February 10');
    expect(formatDates('fr', [time, time + 3_600_000], time, zone)).toBe('10 février');
    expect(dateLeaf('en', time, zone)).toMatchObject({ day: '10', weekday: 'Wednesday' });
    expect(formatTime(time, zone)).toBe('12:00');
    expect(formatClock(time, zone)).toBe('12:00');
    // Named where it is another than this computer's.
    const named = zone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? '' : ` (${zone})`;
    expect(formatDateTime('en', time, zone)).toBe(`February 10, 2027 / 12:00${named}`);
  });
});

describe('numbers and names', () => {
  it('follow the language', () => {
    expect(formatNumber('en', 12345)).toBe('12,345');
    expect(plain(formatNumber('fr', 12345))).toBe('12 345');
    expect(plain(formatMoney('en', 123450, 'chf'))).toBe('CHF 1,234.50');
    expect(plain(formatMoney('fr', 123450, 'eur'))).toMatch(/^1 234[.,]50 €$/);
  });

  it('sizes have French units in both languages', () => {
    expect(plain(formatBytes('en', 0))).toBe('0 o');
    expect(plain(formatBytes('en', 1_500))).toBe('1.5 ko');
    expect(plain(formatBytes('fr', 10_700_000_000))).toMatch(/^10[.,]7 Go$/);
  });

  it('titles come in the reader’s language where there is one', () => {
    expect(titleIn('fr', { title: 'Dinner', titleFrench: 'Dîner' })).toBe('Dîner');
    expect(titleIn('fr', { title: 'Dinner', titleFrench: '' })).toBe('Dinner');
    expect(titleIn('en', { title: 'Dinner', titleFrench: 'Dîner' })).toBe('Dinner');
  });
});
