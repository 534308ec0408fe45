import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import jp from '@fontsource/noto-sans-jp/unicode.json' with { type: 'json' };
import kr from '@fontsource/noto-sans-kr/unicode.json' with { type: 'json' };
import sc from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import { slicesIn, type Slices } from '../type/cjk.ts';
import { fontPath, type FontLoader } from '../type/fontFiles.ts';

const { resolve } = createRequire(import.meta.url);
export const SLICES: Slices = { sc: slicesIn('sc', sc), jp: slicesIn('jp', jp), kr: slicesIn('kr', kr) };

/** The files of the typefaces, from their packages. */
export const fontPackages: FontLoader = {
  file: async (file, weight) => new Uint8Array(await readFile(resolve(fontPath(file, weight)))),
  slices: () => Promise.resolve(SLICES),
};
