import { expect, it } from 'vitest';
import { frenchDate } from './frenchDate.ts';

it.each([
  ['1 mai', '1er mai'],
  ['samedi, 1 mai 2027', 'samedi 1er mai 2027'],
  ['1 juil. 2027', '1er juil. 2027'],
  ['1–3 juin', '1er–3 juin'],
  ['31 mai – 1 juin', '31 mai – 1er juin'],
  ['1 janvier 2027 à 01:00', '1er janvier 2027 à 01:00'],
  ['11 mai', '11 mai'],
  ['21–31 mai', '21–31 mai'],
  ['3 mai 2001 / 13:01 (Europe/Zurich)', '3 mai 2001 / 13:01 (Europe/Zurich)'],
])('the platform’s %s is %s in French', (platform, french) => {
  expect(frenchDate(platform)).toBe(french);
});
