import { designOf, type CjkDesign, type CjkFile, type Range, type Slices } from './cjk.ts';

/** Weights that documents are set in. */
export const WEIGHTS = ['regular', 'bold'] as const;
export type Weight = (typeof WEIGHTS)[number];

/**
 * The files of the typefaces. Liberation Sans has the widths of Helvetica (readings, no. 51); what it lacks, Noto Sans has,
 * cut into files by script, so that a browser loads only what a document's letters need.
 */
const FONT_FILES = {
  liberation: [[0, 0x17f]],
  latin: [
    [0x20, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2dc],
    [0x304, 0x304],
    [0x308, 0x308],
    [0x329, 0x329],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
  ],
  vietnamese: [
    [0x102, 0x103],
    [0x110, 0x111],
    [0x128, 0x129],
    [0x168, 0x169],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x300, 0x301],
    [0x303, 0x304],
    [0x308, 0x309],
    [0x323, 0x323],
    [0x329, 0x329],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ],
  'latin-ext': [
    [0x100, 0x2ff],
    [0x300, 0x36f],
    [0x1d00, 0x1dbf],
    [0x1e00, 0x1eff],
    [0x2020, 0x2020],
    [0x20a0, 0x20c0],
    [0x2113, 0x2113],
    [0x2c60, 0x2c7f],
    [0xa720, 0xa7ff],
  ],
  greek: [[0x370, 0x3ff]],
  'greek-ext': [[0x1f00, 0x1fff]],
  cyrillic: [
    [0x301, 0x301],
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x2116, 0x2116],
  ],
  'cyrillic-ext': [
    [0x460, 0x52f],
    [0x1c80, 0x1c8a],
    [0x2de0, 0x2dff],
    [0xa640, 0xa69f],
  ],
  hebrew: [
    [0x590, 0x5ff],
    [0x200c, 0x2010],
    [0x20aa, 0x20aa],
    [0xfb1d, 0xfb4f],
  ],
  arabic: [
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x870, 0x8ff],
    [0x200c, 0x200e],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
  ],
} as const satisfies Record<string, readonly Range[]>;
type ScriptFile = keyof typeof FONT_FILES;
export type FontFile = ScriptFile | CjkFile;

/** In the order in which they are asked for a letter. */
export const FONT_ORDER = Object.keys(FONT_FILES) as readonly ScriptFile[];
/** Files of one design: a word is set in one of them where it can be. */
export type Family = 'liberation' | 'noto' | CjkDesign;
export const familyOf = (file: FontFile): Family =>
  file === 'liberation' ? 'liberation' : (designOf(file) ?? 'noto');

/** Whether the file may hold the letter: only then is it worth loading. */
export const mayHold = (file: ScriptFile, codePoint: number): boolean =>
  FONT_FILES[file].some(([first, last]) => codePoint >= first && codePoint <= last);

/** Reads one file: from the app's own files in a browser, from the packages on a server. */
export interface FontLoader {
  file(file: FontFile, weight: Weight): Promise<Uint8Array>;
  /** Which letters of China, Japan and Korea stand in which file; asked when a text has one. */
  slices(): Promise<Slices>;
}
/** What a loader says where a file is on the server alone, and that cannot be reached. */
export class FontAway extends Error {}

/** Where the files stand in their packages. */
export function fontPath(file: FontFile, weight: Weight): string {
  const number = weight === 'bold' ? 700 : 400;
  if (file === 'liberation') {
    return `pdfjs-dist/standard_fonts/LiberationSans-${weight === 'bold' ? 'Bold' : 'Regular'}.ttf`;
  }
  if (designOf(file) !== null) {
    const [design] = file.split('-', 1);
    return `@fontsource/noto-sans-${design}/files/noto-sans-${file}-${number}-normal.woff`;
  }
  const folder = file === 'arabic' || file === 'hebrew' ? `noto-sans-${file}` : 'noto-sans';
  return `@fontsource/${folder}/files/${folder}-${file}-${number}-normal.woff`;
}
