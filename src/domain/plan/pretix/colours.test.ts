import { expect, it } from 'vitest';
import { hexColour } from './colours.ts';

it.each([
  ['#AABBCC', '#aabbcc'],
  ['#abc', '#aabbcc'],
  ['#aabbcc80', '#aabbcc'],
  [' rgb(1, 20,255) ', '#0114ff'],
  ['rgba(0 128 0 / 50%)', '#008000'],
  ['rgb(999, 0, 0)', '#ff0000'],
  ['Teal', '#008080'],
  ['constructor', null],
  ['hsl(1, 2%, 3%)', null],
  ['', null],
])('%s is %s', (text, hex) => {
  expect(hexColour(text)).toBe(hex);
});
