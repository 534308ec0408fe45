import { create, type Font } from '@cantoo/fontkit';
import { printable } from './cleanText.ts';
import { CJK_DESIGNS, designOf, designsFor, hasCjk, isCjk, slicesFor } from './cjk.ts';
import {
  familyOf,
  FontAway,
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
  /** Letters of texts were left out, because their files could not be fetched: they may be there the next time. */
  readonly areAway: boolean;
  /** Those that are loaded, in the order in which they are asked for a letter. */
  faces(weight: Weight): readonly Face[];
}

export function openFonts(load: FontLoader): Fonts {
  const opened = new Map<string, Promise<Face>>();
  const ready: Record<Weight, Face[]> = { regular: [], bold: [] };
  const seen = new Set<number>();
  let areAway = false;

  function open(file: FontFile, weight: Weight): Promise<Face> {
    const key = `${file}-${weight}`;
    let found = opened.get(key);
    if (found === undefined) {
      found = load.file(file, weight).then((bytes) => faceOf(key, file, weight, bytes));
      opened.set(key, found);
      // One that could not be loaded is asked for again the next time.
      found.catch(() => opened.delete(key));
    }
    return found;
  }

  async function openIfThere(file: FontFile, weight: Weight): Promise<Face | null> {
    try {
      return await open(file, weight);
    } catch (error) {
      if (!(error instanceof FontAway)) throw error;
      areAway = true;
      return null;
    }
  }

  async function slicesOf(text: string, words: readonly string[]): Promise<FontFile[]> {
    const asian = words.filter(hasCjk);
    if (asian.length === 0) return [];
    try {
      const slices = await load.slices();
      return asian.flatMap((word) => slicesFor(word, designsFor(text), slices));
    } catch (error) {
      if (!(error instanceof FontAway)) throw error;
      areAway = true;
      return [];
    }
  }

  async function prepare(texts: readonly string[]): Promise<void> {
    areAway = false;
    const fresh = new Set<number>();
    for (const weight of WEIGHTS) {
      if (ready[weight].length === 0) ready[weight] = [await open('liberation', weight)];
    }
    const wanted = new Set<FontFile>();
    for (const text of texts) {
      const words = newWords(text, seen, fresh);
      if (words.length === 0) continue;
      for (const file of filesFor(words, ready.regular[0])) wanted.add(file);
      for (const file of await slicesOf(text, words)) wanted.add(file);
    }
    for (const weight of WEIGHTS) {
      const files = new Set([...ready[weight].map(({ file }) => file), ...wanted]);
      const faces = await Promise.all([...files].map((file) => openIfThere(file, weight)));
      ready[weight] = faces.filter((face) => face !== null).sort(byPlace);
    }
    // What is not there, or failed, is asked for again the next time.
    if (!areAway) for (const letter of fresh) seen.add(letter);
  }

  let turn = Promise.resolve();
  return {
    get areAway() {
      return areAway;
    },
    // One after the other: nobody takes a letter for loaded that another is loading.
    prepare(texts) {
      const all = [...texts];
      turn = turn.catch(() => undefined).then(() => prepare(all));
      return turn;
    },
    faces: (weight) => ready[weight],
  };
}

const placeOf = (file: FontFile): number => {
  const place = (FONT_ORDER as readonly FontFile[]).indexOf(file);
  return place === -1 ? FONT_ORDER.length : place;
};
const byPlace = (a: Face, b: Face): number =>
  placeOf(a.file) - placeOf(b.file) || Number(a.file > b.file) - Number(a.file < b.file);

function faceOf(key: string, file: FontFile, weight: Weight, bytes: Uint8Array): Face {
  const font = create(bytes);
  if (!('glyphForCodePoint' in font)) throw new Error(`${key} is a collection`);
  // Their Latin letters are in whatever slices a document happens to need: they would be taken at one time and not at another.
  const own = designOf(file) === null ? font.characterSet : font.characterSet.filter(isCjk);
  const characters = new Set(own);
  return { key, file, weight, family: familyOf(file), font, has: (codePoint) => characters.has(codePoint) };
}

/** The words of a text, if it has a letter that was not looked at before, for the design that is asked first. */
function newWords(text: string, seen: ReadonlySet<number>, fresh: Set<number>): string[] {
  const design = hasCjk(text) ? CJK_DESIGNS.indexOf(designsFor(text)[0] ?? 'sc') : 0;
  let isNew = false;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint <= 0x17f) continue;
    const letter = codePoint + design * 0x20_0000;
    if (seen.has(letter) || fresh.has(letter)) continue;
    isNew = true;
    fresh.add(letter);
  }
  return isNew ? printable(text).split(' ') : [];
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
