/** Of code points. */
export type Range = readonly [first: number, last: number];

/**
 * Designs of the letters of China, Japan and Korea: many letters are one in Unicode and drawn in three ways. Each comes in a
 * hundred slices, so that a text needs a few of them and not megabytes.
 */
export const CJK_DESIGNS = ['sc', 'jp', 'kr'] as const;
export type CjkDesign = (typeof CJK_DESIGNS)[number];
export type CjkFile = `${CjkDesign}-${number}`;

/** One file of a design, and what is in it. */
export interface Slice {
  readonly file: CjkFile;
  readonly ranges: readonly Range[];
}
export type Slices = Record<CjkDesign, readonly Slice[]>;

const LETTERS =
  /[\u2e80-\u2fdf\u3000-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{323af}]/u;
export const hasCjk = (text: string): boolean => LETTERS.test(text);
export const isCjk = (codePoint: number): boolean =>
  codePoint >= 0x2e80 && hasCjk(String.fromCodePoint(codePoint));

export const designOf = (file: string): CjkDesign | null =>
  CJK_DESIGNS.find((design) => file.startsWith(`${design}-`)) ?? null;

/**
 * The designs in the order in which they are asked. Kana are Japanese and Hangul Korean; of names in ideographs alone nobody can
 * tell, and most are Chinese.
 */
export function designsFor(text: string): readonly CjkDesign[] {
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'sc', 'jp'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return CJK_DESIGNS;
}

/** Of the table that comes with a design's files: `[12]` to `U+4e00,U+4e03-4e09`. */
export const slicesIn = (design: CjkDesign, table: Readonly<Record<string, string>>): Slice[] =>
  Object.entries(table).flatMap(([name, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    if (number === undefined) return [];
    return { file: `${design}-${Number(number)}` as const, ranges: ranges.split(',').map(rangeOf) };
  });

function rangeOf(text: string): Range {
  const [first = '', last = first] = text.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const sliceOf = (slices: readonly Slice[], codePoint: number): Slice | undefined =>
  slices.find(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last));

/** What a word needs: of the first design that has all of its letters, else of the first that has each. */
export function slicesFor(word: string, designs: readonly CjkDesign[], slices: Slices): CjkFile[] {
  const letters = Array.from(word).filter(hasCjk);
  const found = (design: CjkDesign): (Slice | undefined)[] =>
    letters.map((letter) => sliceOf(slices[design], letter.codePointAt(0) ?? 0));
  const all = designs.map(found);
  const whole = all.find((files) => files.every((file) => file !== undefined));
  const chosen = whole ?? letters.map((_, index) => all.find((files) => files[index])?.[index]);
  return [...new Set(chosen.flatMap((slice) => slice?.file ?? []))];
}
