import { afterEach, expect, it, vi } from 'vitest';
import { scaledPicture } from './scaledPicture.ts';

const BYTES = {
  jpeg: '\u00FF\u00D8\u00FF\u00E1 where it was taken',
  webp: 'RIFF....WEBPVP8 ',
  png: '\u0089PNG\r\n\u001A\n',
  bitmap: 'BM      ',
};
const file = (kind: keyof typeof BYTES, type: string): Blob =>
  new Blob([Uint8Array.from(BYTES[kind], (letter) => letter.charCodeAt(0))], { type });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['webp', 'image/png', 'image/webp', 'as it is'],
  ['png', 'image/webp', 'image/png', 'as it is'],
  ['png', 'image/png', 'image/png', 'as it is'],
  // What may tell where it was taken is drawn anew, and so is what no page can be sure to show.
  ['jpeg', 'image/png', 'image/jpeg', 'drawn'],
  ['jpeg', 'image/jpeg', 'image/jpeg', 'drawn'],
  ['webp', 'image/jpeg', 'image/webp', 'as it is'],
  ['bitmap', 'image/png', 'image/webp', 'drawn'],
] as const)('a %s that is called %s is %s, %s', async (kind, called, type, how) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 200, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, asked) =>
    done(new Blob(['drawn'], { type: asked ?? '' })),
  );
  const chosen = file(kind, called);
  const picture = await scaledPicture(chosen);
  expect(picture?.blob.type).toBe(type);
  expect(picture?.blob.size).toBe(how === 'drawn' ? 5 : chosen.size);
});
