import { create, type Font } from '@cantoo/fontkit';
import { printable } from './cleanText.ts';
import {
  familyOf,
  FONT_ORDER,
  mayHold,
  WEIGHTS,
  type FontFile,
  type FontLoader,
  type Weight,
} from './fontFiles.ts';

/** One opened font file. */
export interface Face {
  /** Names it within a document. */
  readonly key: string;
  readonly file: FontFile;
  readonly weight: Weight;
  readonly family: ReturnType<typeof familyOf>;
  readonly font: Font;
  has(codePoint: number): boolean;
}

/** Opened typefaces, for any number of documents and events: what a document uses of them, its typesetter knows. */
export interface Fonts {
  /** Loads what these texts need and is not loaded yet. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** Those that are loaded, in the order in which they are asked for a letter. */
  faces(weight: Weight): readonly Face[];
}

export function openFonts(load: FontLoader): Fonts {
  const opened = new Map<string, Promise<Face>>();
  const ready: Record<Weight, Face[]> = { regular: [], bold: [] };
  const seen = new Set<number>();

  function open(file: FontFile, weight: Weight): Promise<Face> {
    const key = `${file}-${weight}`;
    let found = opened.get(key);
    if (found === undefined) {
      found = load(file, weight).then((bytes) => faceOf(key, file, weight, bytes));
      opened.set(key, found);
      // One that could not be loaded is asked for again the next time.
      found.catch(() => opened.delete(key));
    }
    return found;
  }

  return {
    async prepare(texts) {
      for (const weight of WEIGHTS) {
        if (ready[weight].length === 0) ready[weight] = [await open('liberation', weight)];
      }
      const wanted = filesFor(newWords(texts, seen), ready.regular[0]);
      for (const weight of WEIGHTS) {
        const files = new Set([...ready[weight].map(({ file }) => file), ...wanted]);
        const faces = await Promise.all([...files].map((file) => open(file, weight)));
        ready[weight] = faces.sort((a, b) => FONT_ORDER.indexOf(a.file) - FONT_ORDER.indexOf(b.file));
      }
    },
    faces: (weight) => ready[weight],
  };
}

function faceOf(key: string, file: FontFile, weight: Weight, bytes: Uint8Array): Face {
  const font = create(bytes);
  if (!('glyphForCodePoint' in font)) throw new Error(`${key} is a collection`);
  const characters = new Set(font.characterSet);
  return { key, file, weight, family: familyOf(file), font, has: (codePoint) => characters.has(codePoint) };
}

/** Words with a letter that was not looked at before. */
function* newWords(texts: Iterable<string>, seen: Set<number>): Iterable<string> {
  for (const text of texts) {
    let isNew = false;
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint > 0x17f && !seen.has(codePoint)) {
        isNew = true;
        seen.add(codePoint);
      }
    }
    if (isNew) yield* printable(text).split(' ');
  }
}

/** The files that may hold what the first typeface lacks, and the rest of those words: a word is not set in two designs. */
function filesFor(words: Iterable<string>, first: Face | undefined): Set<FontFile> {
  const files = new Set<FontFile>();
  for (const word of words) {
    const codePoints = Array.from(word, (character) => character.codePointAt(0) ?? 0);
    if (codePoints.every((codePoint) => first?.has(codePoint) === true)) continue;
    for (const codePoint of codePoints) {
      for (const file of FONT_ORDER) if (mayHold(file, codePoint)) files.add(file);
    }
  }
  return files;
}
