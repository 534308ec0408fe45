import { describe, expect, it } from 'vitest';
import { nextPictureIndex } from './pictures.ts';

describe('the index of the next picture', () => {
  it('follows those that there are, never the last number that there is', () => {
    const stub = { content_type: 'image/png' };
    const named = (...names: string[]) => ({
      _attachments: Object.fromEntries(names.map((name) => [name, stub])),
    });
    expect(nextPictureIndex({}, null)).toBe(0);
    expect(nextPictureIndex(named('planImage4', 'other9'), null)).toBe(5);
    expect(nextPictureIndex(named('planImage4', 'planImage9007199254740991'), null)).toBe(5);
  });
});
