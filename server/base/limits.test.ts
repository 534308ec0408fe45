import { expect, it } from 'vitest';
import { Limits } from './limits.ts';

it('whoever changes the address within a network has no more tries than the network', () => {
  const limits = new Limits();
  const tries = (addressOf: (index: number) => string): number =>
    Array.from({ length: 1000 }, (_, index) => limits.mayAskUnknown(addressOf(index), 0)).filter(Boolean)
      .length;
  expect(tries((index) => `2001:db8:1:2::${index.toString(16)}`)).toBe(600);
  expect(
    tries(() => '2001:db8:1:3::1'),
    'of another network',
  ).toBe(600);
  expect(tries(() => '192.0.2.1')).toBe(600);
  expect(limits.mayAskUnknown('192.0.2.2', 0)).toBe(true);
});
