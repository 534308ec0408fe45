import { expect, it } from 'vitest';
import { fileName } from './fileName.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;

it('is without what file systems refuse', () => {
  expect(fileName(' .Gala: "Lac/Ville"?  – Liste. ')).toBe('Gala Lac Ville – Liste');
});

it('is as long as file systems take it, whatever it is written in, and no letter is cut in two', () => {
  expect(fileName('a'.repeat(300))).toHaveLength(120);
  const japanese = fileName('東京国際会議'.repeat(40));
  expect(bytes(japanese)).toBeLessThanOrEqual(200);
  expect('東京国際会議'.repeat(40).startsWith(japanese)).toBe(true);
  const pairs = fileName(`a${'𠮷'.repeat(100)}`);
  expect(bytes(pairs)).toBeLessThanOrEqual(200);
  expect(pairs.isWellFormed()).toBe(true);
});
