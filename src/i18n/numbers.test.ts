import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/config.ts';
import { createI18n } from './index.ts';
import { LOCALES } from './language.ts';
import { numberText } from './numbers.ts';

const samples = [0, 7, 999, 1000, 10_000, 123_456, 1_234_567, Number.MAX_SAFE_INTEGER, -5, -1234, 2.5, 1e21];

describe.each(LANGUAGES)('numbers in %s', (language) => {
  const platform = new Intl.NumberFormat(LOCALES[language]);

  it('stand as the platform writes them', () => {
    for (const value of samples) expect(numberText(language, value)).toBe(platform.format(value));
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(numberText(language, value)).toBe(platform.format(value));
      }),
    );
  });

  it('stand so in sentences too', async () => {
    const { t } = await createI18n(language);
    expect(t('checkin.arrivedOf', { arrived: 1234, expected: 10_000 })).toContain(platform.format(1234));
    expect(t('checkin.arrivedOf', { arrived: 0.5, expected: 10_000 })).toContain(platform.format(0.5));
  });
});
