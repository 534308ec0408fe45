import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWedge, type TypedKey } from './wedge.ts';

/** Types the keys with these pauses before each; the codes that came out. */
function type(keys: readonly string[], gap: number | readonly number[], inField = true): string[] {
  return scan(
    keys.map((key) => ({ key })),
    gap,
    inField,
  ).map(({ typed }) => typed);
}
function scan(keys: readonly TypedKey[], gap: number | readonly number[], inField = true) {
  const wedge = createWedge();
  let at = 1000;
  return keys.flatMap((key, index) => {
    at += typeof gap === 'number' ? gap : (gap[index] ?? 0);
    return wedge.key(key, at, inField) ?? [];
  });
}

/** What a scanner types for a code. */
const keys = (code: string): string[] => [...code.split(''), 'Enter'];

describe('a scanner that types', () => {
  it('is a quick burst with Enter at its end', () => {
    expect(type(keys('A-12345'), 8)).toEqual(['A-12345']);
    expect(type(['Shift', 'A', '-', '1', 'Enter'], 20)).toEqual(['A-1']);
  });
  it('reads one code after the other', () => {
    expect(type([...keys('1234'), ...keys('5678')], 5)).toEqual(['1234', '5678']);
  });
  it('leaves out what was typed by hand before', () => {
    const typed = keys('mul12345');
    expect(type(typed, [200, 180, 190, 400, 5, 5, 5, 5, 5])).toEqual(['12345']);
  });
  it('needs Enter right after, and more than two characters', () => {
    expect(type(keys('1234'), [5, 5, 5, 5, 400])).toEqual([]);
    expect(type(['1', '2', 'Enter'], 5)).toEqual([]);
    expect(type(['Enter'], 5)).toEqual([]);
    expect(type(['1', '2', '3', 'Backspace', 'Enter'], 5)).toEqual([]);
  });
  it('loses nothing of a code that lags, wherever it does', () => {
    for (let lag = 1; lag < 8; lag++) {
      const gaps = keys('A-12345').map((_, index) => (index === lag ? 180 : 8));
      expect(type(keys('A-12345'), gaps)).toEqual(['A-12345']);
    }
    expect(type(keys('A-12345'), [0, 90, 8, 8, 340, 8, 8, 120])).toEqual(['A-12345']);
  });
  it('takes every key, however slow, where nobody can write', () => {
    expect(type(keys('A-12345'), 300, false)).toEqual(['A-12345']);
    expect(type([...keys('1234'), ...keys('5678')], 120, false)).toEqual(['1234', '5678']);
    expect(type(keys('91234'), [0, 1600, 100, 100, 100, 100], false)).toEqual(['1234']);
  });
  it('says nothing rather than half of a code where fingers and scanner run into each other', () => {
    expect(type(keys('mul12345'), [200, 180, 190, 200, 5, 5, 5, 5, 5])).toEqual([]);
  });
  it('never takes the end of a long text for a code', () => {
    const address = `https://tickets.example/${'x'.repeat(76)}G0007-01`;
    expect(type(keys(address), 8)).toEqual([address]);
    expect(type(keys(address), 8, false)).toEqual([address]);
  });
  it('knows what a scanner for a US keyboard means on a French one', () => {
    /** What the keys of `G0012-7A` and of `MQ-AZ` type there. */
    const french: TypedKey[] = [
      { key: 'Shift', code: 'ShiftLeft', shiftKey: true },
      { key: 'G', code: 'KeyG', shiftKey: true },
      ...['à', 'à', '&', 'é'].map((key, at) => ({ key, code: `Digit${'0012'.charAt(at)}` })),
      { key: ')', code: 'Minus' },
      { key: 'è', code: 'Digit7' },
      { key: 'Q', code: 'KeyA', shiftKey: true },
      { key: 'Enter', code: 'Enter' },
    ];
    expect(scan(french, 8)).toEqual([{ typed: 'Gàà&é)èQ', meant: 'G0012-7A' }]);
    // One that is set to it, too: digits with Shift, and the hyphen where a US one has its 6.
    const set: TypedKey[] = [
      { key: 'A', code: 'KeyQ', shiftKey: true },
      { key: '-', code: 'Digit6' },
      { key: '1', code: 'Digit1', shiftKey: true },
      { key: 'Enter', code: 'Enter' },
    ];
    expect(scan(set, 8)).toEqual([{ typed: 'A-1', meant: null }]);
    expect(scan([...set.slice(2, 3), ...set], 8)).toEqual([{ typed: '1A-1', meant: null }]);
  });
  it('never takes fingers for a scanner', () => {
    const word = fc.array(fc.constantFrom(...'abcdefgh0123 -'.split('')), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        word,
        fc.array(fc.integer({ min: 61, max: 900 }), { minLength: 21, maxLength: 21 }),
        (letters, gaps) => {
          expect(type([...letters, 'Enter'], gaps)).toEqual([]);
        },
      ),
    );
  });
  it('reads any code that comes quickly, whole', () => {
    const code = fc.stringMatching(/^[!-~]{3,40}$/);
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 60 }), (text, gap) => {
        expect(type(keys(text), gap)).toEqual([text]);
      }),
    );
  });
});
