import { describe, expect, it } from 'vitest';
import { typedDate } from './typedDate.ts';

describe('a date typed in digits', () => {
  it.each([
    ['11.12.2026', 'fr', '2026-12-11'],
    ['11/12/2026', 'fr', '2026-12-11'],
    ['11-12-2026', 'fr', '2026-12-11'],
    ['1.2.26', 'fr', '2026-02-01'],
    ['11 12 2026', 'fr', '2026-12-11'],
    ['11.12.2026', 'en', '2026-12-11'],
    ['12/11/2026', 'en', '2026-12-11'],
    ['31/12/2026', 'en', '2026-12-31'],
    ['12/31/2026', 'fr', '2026-12-31'],
    ['2026-12-11', 'en', '2026-12-11'],
    ['2026/2/1', 'fr', '2026-02-01'],
  ] as const)('%s in %s', (text, language, date) => {
    expect(typedDate(text, language)).toBe(date);
  });

  it.each(['', '11', '11.12', '11.12.2', '11.12.202', '30.02.2026', '31.13.2026', '0.1.2026', '11.12/2026'])(
    '“%s” is none',
    (text) => {
      expect(typedDate(text, 'fr')).toBeNull();
    },
  );

  it('leaves words to others', () => {
    expect(typedDate('10 décembre 2026', 'fr')).toBeUndefined();
  });
});
