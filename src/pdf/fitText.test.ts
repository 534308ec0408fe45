import { expect, it } from 'vitest';
import { cleanText } from './fitText.ts';

it('a name stays one word, whatever unseen signs it was copied with, and keeps those that say how it is written', () => {
  expect(cleanText('علی\u200cرضا')).toBe('علی\u200cرضا');
  expect(cleanText('Müller\u00adLüdenscheidt')).toBe('MüllerLüdenscheidt');
  expect(cleanText('\ufeffAda\u2060\u200b Lovelace')).toBe('Ada Lovelace');
  expect(cleanText('Ada\t\n Lovelace\u0000')).toBe('Ada Lovelace');
});
