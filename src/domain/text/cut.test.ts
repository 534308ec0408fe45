import { expect, it } from 'vitest';
import { cut } from './cut.ts';
import { matchesPattern } from './text.ts';

it('the beginning of a text is text, wherever it is cut', () => {
  const text = 'Fête 🎉👩‍👩‍👧 株式会社𠮷野家';
  for (let most = 0; most <= text.length; most++) {
    const start = cut(text, most);
    expect(text.startsWith(start)).toBe(true);
    expect(start.length).toBeGreaterThanOrEqual(most - 1);
    expect(start.length).toBeLessThanOrEqual(most);
    expect(matchesPattern('text', start)).toBe(true);
  }
});
