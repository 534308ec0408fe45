import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENGLISH_UNITS, texts, WRONG_IN_FRENCH } from './testing/texts.ts';

/*
 * Words that stand apart from the catalogues, both languages in one file: what the server says to guests, what documents and
 * the history say. The type checker knows their keys; this looks at their texts.
 */
const FILES = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('Words.ts'));

interface Both {
  en: object;
  fr: object;
}
const inBoth = (value: unknown): value is Both =>
  typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'en,fr';

/** Without how each is formatted: whose it is is said by a letter in French. */
const placeholders = (text: string): string[] => (text.match(/\{+\w+/g) ?? []).sort();

it.each(FILES)('%s has the same in both languages, in French with its spaces [I18N-01]', async (file) => {
  const exported = (await import(`./${file}`)) as Record<string, unknown>;
  const found = Object.values(exported).filter(inBoth);
  expect(found).not.toEqual([]);
  for (const { en, fr } of found) {
    const [english, french] = [texts({ en }), texts({ en: fr })];
    const placed = (all: typeof english) =>
      Object.fromEntries(all.map(([key, text]) => [key, placeholders(text)]));
    expect(placed(french)).toEqual(placed(english));
    expect(french.filter(([, text]) => WRONG_IN_FRENCH.test(text))).toEqual([]);
    expect([...english, ...french].filter(([, text]) => ENGLISH_UNITS.test(text))).toEqual([]);
  }
});
