import { expect, it } from 'vitest';
import { whenIn } from './layout.ts';

it('says a day as its language does', () => {
  const session = { date: Date.UTC(2026, 11, 10, 12), timeStart: '18:30', timeEnd: '20:00' };
  expect(whenIn(session, 'fr', 'Europe/Zurich')).toBe('jeudi 10 décembre 2026, 18:30 – 20:00');
  const first = { date: Date.UTC(2027, 4, 1, 12), timeStart: null, timeEnd: null };
  expect(whenIn(first, 'fr', 'Europe/Zurich')).toBe('samedi 1er mai 2027');
  expect(whenIn(session, 'en', 'Europe/Zurich')).toMatch(
    /^Thursday, December 10, 2026, 6:30\sPM – 8:00\sPM$/,
  );
});
