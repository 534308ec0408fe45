import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inputPattern, LIMITS, matchesPattern, type PatternName } from './text.ts';

const NAMES = [
  'Jean-Luc',
  "D'Arcy",
  'O’Brien',
  'Łukasz',
  'José María',
  '王小明',
  'نجيب',
  'ʻAkahi',
  'J. R. R.',
  'Müller 2',
  // Joined with U+200C; with a geresh, a maqaf, a middle dot; as copied from text written from right to left.
  'علی\u200Cرضا',
  'ג׳ורג׳ בן־גוריון',
  'レオナルド・ダ・ヴィンチ',
  '\u200Fדנה\u200E',
  'Anna & Paul',
];

describe('text patterns', () => {
  it("refuse nobody's real name [VALID-02]", () => {
    for (const name of NAMES) expect([name, matchesPattern('name', name)]).toEqual([name, true]);
  });

  it.each<[PatternName, string, boolean]>([
    ['name', 'a<b', false],
    ['name', 'a\u202Eb', false],
    ['freename', 'Foyer & Cie, “SA” #1', true],
    ['freename', 'two\nlines', false],
    ['freename', 'Café \u{1F377}', true],
    ['freename', 'Half of a glass: \uD83C', false],
    ['longText', 'Half of a glass: \uD83C', false],
    ['text', 'two\nlines', true],
    ['text', '\u0000', false],
    ['username', 'ada', true],
    ['username', 'ada1', false],
    ['username', '', false],
    ['password', 'Foyer2026', true],
    ['password', 'foyer2026', false],
    ['password', 'Foyerrr', false],
    ['password', 'Fo1', false],
    ['email', 'a.b+c@example.org', true],
    ['email', 'a@b@c', false],
    ['email', 'a b@c.ch', false],
    ['phone', '+41 22 123 45 67', true],
    ['phone', '0041221234567', false],
    ['phone', '+41', false],
  ])('%s: %j is %s [VALID-06]', (name, value, good) => {
    expect(matchesPattern(name, value)).toBe(good);
  });

  it('long texts may be long, texts not so long [VALID-04, VALID-05]', () => {
    expect(matchesPattern('longText', 'x\n'.repeat(20_000))).toBe(true);
    expect(matchesPattern('longText', 'x'.repeat(LIMITS.longText + 1))).toBe(false);
    expect(matchesPattern('longText', '\u0001')).toBe(false);
    expect(matchesPattern('text', 'x'.repeat(LIMITS.text + 1))).toBe(false);
  });

  it('compile as an input compiles them, with the v flag', () => {
    for (const name of Object.keys(LIMITS) as PatternName[]) {
      // The lib for ES2023 does not know the flag's name yet, engines do.
      expect(() => new RegExp(`^(?:${inputPattern(name)})$`, 'v')).not.toThrow();
    }
    for (const name of NAMES) expect(new RegExp(`^(?:${inputPattern('name')})$`, 'v').test(name)).toBe(true);
  });

  it('take no time over long hostile input', () => {
    const hostile = () => [
      matchesPattern('phone', `+1${'-'.repeat(LIMITS.phone - 3)}x`),
      matchesPattern('email', `${'a'.repeat(100)}@${'a-'.repeat(70)}`),
    ];
    // A pattern that backtracks without end is stopped.
    expect(runInNewContext('hostile()', { hostile }, { timeout: 30_000 })).toEqual([false, false]);
  });
});
