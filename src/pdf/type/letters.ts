import type { Glyph, GlyphPosition } from '@cantoo/fontkit';
import type { CjkDesign } from './cjk.ts';
import type { Family } from './fontFiles.ts';
import type { Face } from './fonts.ts';

/** A glyph at its place. Lengths are in the size of the font, `dx` and `dy` from where the pen stands. */
export interface Letter {
  readonly face: Face;
  readonly glyph: Glyph;
  readonly dx: number;
  readonly dy: number;
  readonly advance: number;
  /** The advance that the font gives the glyph, which readers of the document apply. */
  readonly ownAdvance: number;
  /** What it stands for when the document's text is copied. */
  readonly text: string;
}
export interface Letters {
  letters: readonly Letter[];
  missing: readonly string[];
}

/** Scripts whose letters change or move beside each other; marks that are not part of their letter. */
const NEEDS_SHAPING = /[\p{M}\u0590-\u1cff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const JOINERS = /[\u200c\u200d]/u;
const MARKS = /[\u200e\u200f]/gu;
const MARK = /^\p{M}$/u;

let clusters: Intl.Segmenter | null = null;

/** The glyphs of a run that goes one way, from left to right as they are seen; `designs` is the order of those of China, Japan and Korea. */
export function lettersOf(
  run: string,
  faces: readonly Face[],
  isRtl: boolean,
  designs: readonly CjkDesign[],
): Letters {
  const text = run.replaceAll(MARKS, '');
  if (!isRtl && !NEEDS_SHAPING.test(text)) {
    return oneByOne(text.replaceAll(/[\u200c\u200d]/gu, ''), faces, designs);
  }
  const missing: string[] = [];
  const pieces: { face: Face; text: string; letters: readonly Letter[] | null }[] = [];
  clusters ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const word of text.split(/(?<= )|(?= )/u)) {
    const ordered = orderedFor(word.replaceAll(/[\u200c\u200d]/gu, ''), faces, designs);
    for (const { segment } of clusters.segment(word)) {
      const face = ordered.find((one) => hasAll(one, segment));
      const last = pieces.at(-1);
      if (face === undefined) {
        const composed = composedCluster(segment, ordered);
        if (composed === null) missing.push(segment);
        else pieces.push({ ...composed, text: segment });
      } else if (last?.face === face && last.letters === null) last.text += segment;
      else pieces.push({ face, text: segment, letters: null });
    }
  }
  if (isRtl) pieces.reverse();
  return {
    missing,
    letters: pieces.flatMap((piece) => piece.letters ?? shaped(piece.face, piece.text, isRtl)),
  };
}

/** Composed letters of scripts that need no more than one glyph each. */
function oneByOne(text: string, faces: readonly Face[], designs: readonly CjkDesign[]): Letters {
  const ordered = orderedFor(text, faces, designs);
  const missing: string[] = [];
  const letters: Letter[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const face = ordered.find((one) => one.has(codePoint));
    const glyph = face?.font.glyphForCodePoint(codePoint) ?? null;
    if (face === undefined || glyph === null) missing.push(character);
    else letters.push(upright(face, glyph, character));
  }
  return { letters, missing };
}

/** First the faces of the first design that has the whole word: a word in two designs looks like a mistake. */
function orderedFor(word: string, faces: readonly Face[], designs: readonly CjkDesign[]): readonly Face[] {
  const [first] = faces;
  if (first === undefined || hasAll(first, word)) return faces;
  const of = (family: Family): readonly Face[] => faces.filter((face) => face.family === family);
  for (const own of ['noto' as const, ...designs].map(of)) {
    if (Array.from(word).every((one) => own.some((face) => hasAll(face, one)))) return [...own, ...faces];
  }
  return [first, ...of('noto'), ...designs.flatMap(of)];
}

const hasAll = (face: Face, text: string): boolean => {
  for (const character of text) {
    if (!face.has(character.codePointAt(0) ?? 0) && !JOINERS.test(character)) return false;
  }
  return true;
};

function upright(face: Face, glyph: Glyph, text: string): Letter {
  const ownAdvance = glyph.advanceWidth / face.font.unitsPerEm;
  return { face, glyph, text, ownAdvance, advance: ownAdvance, dx: 0, dy: 0 };
}

function shaped(face: Face, text: string, isRtl: boolean): Letter[] {
  const { glyphs, positions } = face.font.layout(text, null, null, null, isRtl ? 'rtl' : 'ltr');
  const em = face.font.unitsPerEm;
  return glyphs.flatMap((glyph, index) => {
    const at: GlyphPosition | undefined = positions?.[index];
    const characters = String.fromCodePoint(...glyph.codePoints);
    // A joiner that the font has no glyph for has done its work.
    if (glyph.id === 0 || JOINERS.test(characters)) return [];
    return {
      ...{ face, glyph, text: characters, ownAdvance: glyph.advanceWidth / em },
      advance: (at?.xAdvance ?? glyph.advanceWidth) / em,
      ...{ dx: (at?.xOffset ?? 0) / em, dy: (at?.yOffset ?? 0) / em },
    };
  });
}

/**
 * A letter and its marks that no single file has together: each mark is put above or below the middle of the letter, as the
 * font itself would say if it were whole. Null where a part is missing.
 */
function composedCluster(
  cluster: string,
  faces: readonly Face[],
): { face: Face; letters: readonly Letter[] } | null {
  const parts = Array.from(cluster.normalize('NFD').normalize('NFC'), (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const face = faces.find((one) => one.has(codePoint));
    const glyph = face?.font.glyphForCodePoint(codePoint);
    return face === undefined || !glyph ? null : { face, glyph, character };
  });
  const [base, ...marks] = parts;
  if (!base || MARK.test(base.character)) return null;
  const letters = [upright(base.face, base.glyph, base.character)];
  const box = boxOf(base.face, base.glyph);
  const advance = base.glyph.advanceWidth / base.face.font.unitsPerEm;
  for (const mark of marks) {
    if (!mark || !MARK.test(mark.character)) return null;
    const own = boxOf(mark.face, mark.glyph);
    const isBelow = own.maxY < 0.1;
    const gap = 0.04;
    const dy = isBelow ? Math.min(0, box.minY - gap - own.maxY) : Math.max(0, box.maxY + gap - own.minY);
    const dx = (box.minX + box.maxX - own.minX - own.maxX) / 2 - advance;
    const ownAdvance = mark.glyph.advanceWidth / mark.face.font.unitsPerEm;
    letters.push({
      ...{ face: mark.face, glyph: mark.glyph, text: mark.character, ownAdvance },
      ...{ advance: 0, dx, dy },
    });
    if (isBelow) box.minY = own.minY + dy;
    else box.maxY = own.maxY + dy;
  }
  return { face: base.face, letters };
}

function boxOf({ font }: Face, { bbox }: Glyph): { minX: number; maxX: number; minY: number; maxY: number } {
  const em = font.unitsPerEm;
  return { minX: bbox.minX / em, maxX: bbox.maxX / em, minY: bbox.minY / em, maxY: bbox.maxY / em };
}
