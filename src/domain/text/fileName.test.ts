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

it('ends with what it is, however long it is of what: a list and its badges are two files', () => {
  for (const title of ['Gala', 'Gala du Lac – '.repeat(30), '東京国際会議'.repeat(40), '']) {
    const names = ['Liste', 'Badges'].map((what) => fileName(title, what));
    expect(names.map((name) => name.split(' – ').at(-1))).toEqual(['Liste', 'Badges']);
    for (const name of names) expect(bytes(name)).toBeLessThanOrEqual(200);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(120);
  }
  expect(fileName('', 'Badges')).toBe('Badges');
});
