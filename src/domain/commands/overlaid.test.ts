import { expect, it } from 'vitest';
import { overlaid } from './overlaid.ts';

it('a map that is laid over another is what a copy would be, also after more was laid', () => {
  const below = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const upon = new Map<string, number | null>();
  const map = overlaid(below, upon);
  const check = (...entries: [string, number][]): void => {
    const copy = new Map(entries);
    expect([...map]).toEqual(entries);
    expect([...map.keys()]).toEqual([...copy.keys()]);
    expect([...map.values()]).toEqual([...copy.values()]);
    expect(map.size).toBe(copy.size);
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      expect([map.has(key), map.get(key)]).toEqual([copy.has(key), copy.get(key)]);
    const seen: [string, number][] = [];
    map.forEach((value, key) => seen.push([key, value]));
    expect(seen).toEqual(entries);
  };
  check(['a', 1], ['b', 2], ['c', 3]);
  upon.set('b', null).set('d', 4).set('e', null);
  check(['a', 1], ['c', 3], ['d', 4]);
  upon.set('a', 0).set('b', 5);
  check(['a', 0], ['b', 5], ['c', 3], ['d', 4]);
});
