import { expect, it } from 'vitest';
import { matchesPattern } from './text.ts';
import { asText, isHeap, isSeen, unturned, withoutUnseen } from './unseen.ts';

it('a text loses what turns letters round, and a name what nobody sees; what scripts are written with stays', () => {
  expect(unturned('Rue\u202E du \u2068Lac\u2069\u200B')).toBe('Rue du Lac\u200B');
  expect(withoutUnseen('\u202AAda\u202C\u200B By\u00ADron\uFEFF')).toBe('Ada Byron');
  for (const name of ['علی\u200Cرضا', '\u200Fדנה\u200E', 'क्\u200Dष', 'Nguyễn', 'n\u0303']) {
    expect(withoutUnseen(name)).toBe(name);
    expect([isSeen(name), isHeap(name)]).toEqual([true, false]);
  }
});

it('nothing but joiners, fillers or marks is nothing to see, and a heap of marks is no letter', () => {
  for (const name of ['', ' ', '\u200E', '\u200D\u00A0', '\u3164', '\u0301', '\u115F\u1160'])
    expect([name, isSeen(name)]).toEqual([name, false]);
  expect(isSeen('.')).toBe(true);
  expect(isHeap(`Ada${'\u0301'.repeat(40)}`)).toBe(true);
  // Hebrew with its points and accents, and Tibetan, which writes letters below each other.
  expect(isHeap('בְּרֵאשִׁ֖ית ཧཱུྃ')).toBe(false);
});

it('a note of several lines keeps them, also as presentations write them, and nothing that is no text', () => {
  const note = asText('Aisle\u000bNo stairs\r\n\tBell\u0007\u007f');
  expect(note).toBe('Aisle\nNo stairs\r\n\tBell');
  expect(matchesPattern('text', note)).toBe(true);
});
