import { expect, it } from 'vitest';
import { dialled } from './dialled.ts';

it.each([
  ['+41 79 123 45 67', '+41791234567'],
  ['+41 (0)79 123 45 67', '+41791234567'],
  ['+44 ( 0 ) 20-7946.0018', '+442079460018'],
  ['+1 (202) 555 0100', '+12025550100'],
  ['0041 (0)79 123 45 67', '0041791234567'],
  ['(0)79 123 45 67', '0791234567'],
])('%s is dialled %s', (written, number) => {
  expect(dialled(written)).toBe(number);
});
