import { describe, expect, it } from 'vitest';
import { olderSide, PROTOCOL, protocolOf, spoken } from './protocol.ts';

describe('protocol versions', () => {
  it('are told as a range, and silence or nonsense is the first', () => {
    expect(protocolOf(spoken({ oldest: 3, current: 12 }))).toEqual({ oldest: 3, current: 12 });
    for (const header of [undefined, null, '', '2', '1-', 'a-b', '1-2-3', ['1-2'], '-1-2', '1-9999999']) {
      expect(protocolOf(header)).toEqual({ oldest: 1, current: 1 });
    }
  });

  it('the older side is to be updated where the ranges do not meet', () => {
    const own = { oldest: 3, current: 5 };
    expect(olderSide(own, { oldest: 1, current: 2 })).toBe('other');
    expect(olderSide(own, { oldest: 6, current: 7 })).toBe('own');
    for (const other of [
      own,
      { oldest: 1, current: 3 },
      { oldest: 5, current: 9 },
      { oldest: 4, current: 4 },
    ])
      expect(olderSide(own, other)).toBeNull();
  });

  it('of before there were versions are understood still', () => {
    expect(olderSide(PROTOCOL, protocolOf(undefined))).toBeNull();
  });
});
