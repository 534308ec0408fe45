import jp from '@fontsource/noto-sans-jp/unicode.json';
import kr from '@fontsource/noto-sans-kr/unicode.json';
import sc from '@fontsource/noto-sans-sc/unicode.json';
import { slicesIn, type CjkFile, type Slices } from './type/cjk.ts';
import { fontPath, type Weight } from './type/fontFiles.ts';

/* Loaded when a document has a letter of China, Japan or Korea: where each of them stands. Not kept for offline before that. */

const URLS = import.meta.glob<string>(
  '/node_modules/@fontsource/noto-sans-{sc,jp,kr}/files/noto-sans-*-[0-9]*-{400,700}-normal.woff',
  { query: '?url', import: 'default', eager: true },
);

export const SLICES: Slices = {
  sc: slicesIn('sc', sc),
  jp: slicesIn('jp', jp),
  kr: slicesIn('kr', kr),
};

export const urlOf = (file: CjkFile, weight: Weight): string => {
  const url = URLS[`/node_modules/${fontPath(file, weight)}`];
  if (url === undefined) throw new Error(`${file} is in no package`);
  return url;
};
