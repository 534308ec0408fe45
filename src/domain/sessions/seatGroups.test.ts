import { describe, expect, it } from 'vitest';
import { seatGroups } from './seatGroups.ts';

describe('colours of a plan', () => {
  it('largest first, then by name, each with a letter and a colour of its own', () => {
    const groups = seatGroups(['b', 'a', 'b', null, '', 'c', 'a', 'b']);
    expect(groups.map(({ key, letter, count }) => [key, letter, count])).toEqual([
      ['b', 'A', 3],
      ['a', 'B', 2],
      ['c', 'C', 1],
    ]);
    expect(new Set(groups.map(({ color }) => color)).size).toBe(3);
  });
  it('what is beyond eight is one group, and nobody is lost', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `company ${index}`);
    const groups = seatGroups([...keys, ...keys]);
    expect(groups).toHaveLength(9);
    expect(groups.at(-1)).toMatchObject({ key: null, letter: '+', count: 24 });
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    expect(seatGroups([null])).toEqual([]);
  });
});
