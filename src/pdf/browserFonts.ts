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
import type { FontFile, Weight } from './type/fontFiles.ts';
import { openFonts, type Fonts } from './type/fonts.ts';

/** The app's own copies: the service worker has them without network. */
const URLS: Record<FontFile, Record<Weight, string>> = {
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

/** The typefaces of documents; a file is read when a text needs it. */
export const browserFonts = (): Fonts =>
  openFonts(async (file, weight) => {
    const url = URLS[file][weight];
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
