import { expect, it } from 'vitest';
import { cleanText, wrapped } from './fitText.ts';

it('a name stays one word, whatever unseen signs it was copied with, and keeps those that say how it is written', () => {
  expect(cleanText('علی\u200cرضا')).toBe('علی\u200cرضا');
  expect(cleanText('Müller\u00adLüdenscheidt')).toBe('MüllerLüdenscheidt');
  expect(cleanText('\ufeffAda\u2060\u200b Lovelace')).toBe('Ada Lovelace');
  expect(cleanText('Ada\t\n Lovelace\u0000')).toBe('Ada Lovelace');
});

it('a name of several parts is broken between them, not amid one: behind a hyphen where no space fits', () => {
  const lines = (text: string, room: number, most = 3) => wrapped(text, room, most, ({ length }) => length);
  expect(lines('Hohenlohe-Waldenburg-Schillingsfürst', 21)).toEqual([
    'Hohenlohe-Waldenburg-',
    'Schillingsfürst',
  ]);
  expect(lines('Hohenlohe-Waldenburg-Schillingsfürst', 24)).toEqual([
    'Hohenlohe-Waldenburg-',
    'Schillingsfürst',
  ]);
  expect(lines('Jean-Pierre Rochat', 14)).toEqual(['Jean-Pierre', 'Rochat']);
  // Numbers and what has no seam are broken where the room ends.
  expect(lines('+41-79-555', 5, 9)).toEqual(['+41-7', '9-555']);
  expect(lines('Donaudampfschiff', 5, 2)).toEqual(['Donau', 'damp…']);
});
