import latinRegular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url';
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff?url';
import vietnameseRegular from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?url';
import vietnameseBold from '@fontsource/noto-sans/files/noto-sans-vietnamese-700-normal.woff?url';
import latinExtRegular from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url';
import latinExtBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff?url';
import greekRegular from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url';
import greekBold from '@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff?url';
import greekExtRegular from '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff?url';
import greekExtBold from '@fontsource/noto-sans/files/noto-sans-greek-ext-700-normal.woff?url';
import cyrillicRegular from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url';
import cyrillicBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff?url';
import cyrillicExtRegular from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff?url';
import cyrillicExtBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-700-normal.woff?url';
import hebrewRegular from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff?url';
import hebrewBold from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff?url';
import arabicRegular from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff?url';
import arabicBold from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff?url';
import liberationBold from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import liberationRegular from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';
import { designOf, type CjkFile } from './type/cjk.ts';
import { FontAway, type FontFile, type Weight } from './type/fontFiles.ts';
import { openFonts, type Fonts } from './type/fonts.ts';

/** The app's own copies: the service worker has them without network. */
const URLS: Record<Exclude<FontFile, CjkFile>, Record<Weight, string>> = {
  liberation: { regular: liberationRegular, bold: liberationBold },
  latin: { regular: latinRegular, bold: latinBold },
  vietnamese: { regular: vietnameseRegular, bold: vietnameseBold },
  'latin-ext': { regular: latinExtRegular, bold: latinExtBold },
  greek: { regular: greekRegular, bold: greekBold },
  'greek-ext': { regular: greekExtRegular, bold: greekExtBold },
  cyrillic: { regular: cyrillicRegular, bold: cyrillicBold },
  'cyrillic-ext': { regular: cyrillicExtRegular, bold: cyrillicExtBold },
  hebrew: { regular: hebrewRegular, bold: hebrewBold },
  arabic: { regular: arabicRegular, bold: arabicBold },
};

/** The letters of China, Japan and Korea are megabytes: the server has them, and a device what it has needed of them once. */
async function asianLetters() {
  try {
    return await import('./browserCjk.ts');
  } catch (error) {
    throw new FontAway(String(error));
  }
}

/** The typefaces of documents; a file is read when a text needs it. */
export const browserFonts = (): Fonts =>
  openFonts({
    async file(file, weight) {
      if (isAsian(file)) return read((await asianLetters()).urlOf(file, weight));
      return read(URLS[file][weight]);
    },
    slices: async () => (await asianLetters()).SLICES,
  });

const isAsian = (file: FontFile): file is CjkFile => designOf(file) !== null;

async function read(url: string): Promise<Uint8Array> {
  const answer = await fetch(url).catch((error: unknown) => {
    throw new FontAway(String(error));
  });
  if (!answer.ok) throw new FontAway(`${url} answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
