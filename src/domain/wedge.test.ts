import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWedge } from './wedge.ts';

/** Types the keys with these pauses before each; the codes that came out. */
function type(keys: readonly string[], gap: number | readonly number[]): string[] {
  const wedge = createWedge();
  let at = 1000;
  return keys.flatMap((key, index) => {
    at += typeof gap === 'number' ? gap : (gap[index] ?? 0);
    return wedge.key(key, at) ?? [];
  });
}

describe('a scanner that types', () => {
  it('is a quick burst with Enter at its end', () => {
    expect(type([...'A-12345', 'Enter'], 8)).toEqual(['A-12345']);
    expect(type(['Shift', 'A', '-', '1', 'Enter'], 20)).toEqual(['A-1']);
  });
  it('reads one code after the other', () => {
    expect(type([...'1234', 'Enter', ...'5678', 'Enter'], 5)).toEqual(['1234', '5678']);
  });
  it('leaves out what was typed by hand before', () => {
    const keys = [...'mul', ...'12345', 'Enter'];
    expect(type(keys, [200, 180, 190, 400, 5, 5, 5, 5, 5])).toEqual(['12345']);
  });
  it('needs Enter right after, and more than two characters', () => {
    expect(type([...'1234', 'Enter'], [5, 5, 5, 5, 400])).toEqual([]);
    expect(type(['1', '2', 'Enter'], 5)).toEqual([]);
    expect(type(['Enter'], 5)).toEqual([]);
    expect(type(['1', '2', '3', 'Backspace', 'Enter'], 5)).toEqual([]);
  });
  it('never takes fingers for a scanner', () => {
    const word = fc.array(fc.constantFrom(...'abcdefgh0123 -'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        word,
        fc.array(fc.integer({ min: 61, max: 900 }), { minLength: 21, maxLength: 21 }),
        (keys, gaps) => {
          expect(type([...keys, 'Enter'], gaps)).toEqual([]);
        },
      ),
    );
  });
  it('reads any code that comes quickly, whole', () => {
    const code = fc.stringMatching(/^[!-~]{3,40}$/);
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 60 }), (text, gap) => {
        expect(type([...text, 'Enter'], gap)).toEqual([text]);
      }),
    );
  });
});
