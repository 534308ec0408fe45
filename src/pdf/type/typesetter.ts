import type { Subset } from '@cantoo/fontkit';
import { CJK_DESIGNS, designsFor, hasCjk, type CjkDesign } from './cjk.ts';
import { printable } from './cleanText.ts';
import type { Weight } from './fontFiles.ts';
import type { Face, Fonts } from './fonts.ts';
import { lettersOf, type Letter } from './letters.ts';
import { directedRuns } from './visualOrder.ts';

/** A line of text as glyphs. Lengths are in the size of the font. */
export interface SetLine {
  readonly width: number;
  readonly spans: readonly Span[];
  /** What no typeface has: such a line is not printed by whoever must not leave a letter out. */
  readonly missing: readonly string[];
}
/** Glyphs that one operator shows. */
interface Span {
  readonly face: Face;
  readonly hex: string;
  readonly x: number;
  readonly y: number;
  /** Where a reader of the document goes on by itself. */
  readonly end: number;
}

/** What a set of documents has used of one font file: new glyph ids, in the order in which they came up. */
export interface UsedFace {
  readonly face: Face;
  readonly subset: Subset;
  /** By the glyph's id in the font file. */
  readonly glyphs: Map<number, UsedGlyph>;
}
interface UsedGlyph {
  /** Its id in the subset. */
  readonly id: number;
  readonly hex: string;
  /** Thousandths of the font's size. */
  readonly width: number;
  readonly text: string;
}

/** Sets the texts of a batch of documents that share their fonts' subsets. Texts of another event never come in. */
export class Typesetter {
  readonly #fonts: Fonts;
  readonly #used = new Map<string, UsedFace>();
  /** By weight and first design. */
  readonly #words = new Map<string, Map<string, SetLine>>();

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  get used(): readonly UsedFace[] {
    return [...this.#used.values()];
  }

  /** One line, of a longer text perhaps. Characters that no typeface has are told, and left out. */
  line(text: string, weight: Weight, whole = text): SetLine {
    const runs = directedRuns(printable(text));
    const designs = hasCjk(text) ? designsFor(whole) : CJK_DESIGNS;
    const [only] = runs;
    if (runs.length === 1 && only?.isRtl === false) {
      return joined(only.text.split(/(?<= )|(?= )/u).map((word) => this.#word(word, weight, designs)));
    }
    return joined(runs.map(({ text: run, isRtl }) => this.#set(run, weight, isRtl, designs)));
  }

  width(text: string, weight: Weight): number {
    return this.line(text, weight).width;
  }

  #word(word: string, weight: Weight, designs: readonly CjkDesign[]): SetLine {
    const key = `${weight} ${designs[0]}`;
    const words = this.#words.get(key) ?? new Map<string, SetLine>();
    this.#words.set(key, words);
    const found = words.get(word) ?? this.#set(word, weight, false, designs);
    words.set(word, found);
    return found;
  }

  #set(run: string, weight: Weight, isRtl: boolean, designs: readonly CjkDesign[]): SetLine {
    const { letters, missing } = lettersOf(run, this.#fonts.faces(weight), isRtl, designs);
    const spans: OpenSpan[] = [];
    let width = 0;
    for (const letter of letters) {
      const x = width + letter.dx;
      const { hex } = this.#use(letter);
      add(spans, letter.face, hex, x, letter.dy, x + letter.ownAdvance);
      width += letter.advance;
    }
    return { width, missing, spans };
  }

  #use({ face, glyph, text, ownAdvance }: Letter): UsedGlyph {
    let used = this.#used.get(face.key);
    if (used === undefined) {
      used = { face, subset: face.font.createSubset(), glyphs: new Map() };
      this.#used.set(face.key, used);
    }
    let found = used.glyphs.get(glyph.id);
    if (found === undefined) {
      const id = used.subset.includeGlyph(glyph);
      const hex = id.toString(16).padStart(4, '0');
      found = { id, hex, width: Math.round(ownAdvance * 1e5) / 100, text };
      used.glyphs.set(glyph.id, found);
    }
    return found;
  }
}

type OpenSpan = { -readonly [Key in keyof Span]: Span[Key] };

/** Lengthens the last span where the reader comes by there anyway. */
function add(spans: OpenSpan[], face: Face, hex: string, x: number, y: number, end: number): void {
  const last = spans.at(-1);
  if (last?.face === face && last.y === y && Math.abs(last.end - x) < 1e-4) {
    last.hex += hex;
    last.end = end;
  } else spans.push({ face, hex, x, y, end });
}

function joined(parts: readonly SetLine[]): SetLine {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const spans: OpenSpan[] = [];
  const missing: string[] = [];
  let width = 0;
  for (const part of parts) {
    for (const { face, hex, x, y, end } of part.spans) add(spans, face, hex, x + width, y, end + width);
    missing.push(...part.missing);
    width += part.width;
  }
  return { width, spans, missing };
}

/** The operators that show a line at a point of the page, with fonts by the name that `nameOf` gives them. */
export function showLine(
  line: SetLine,
  at: { x: number; y: number },
  size: number,
  nameOf: (face: Face) => string,
): string {
  let commands = '';
  let current: Face | null = null;
  for (const { face, hex, x, y } of line.spans) {
    if (face !== current) commands += `/${nameOf(face)} ${short(size)} Tf `;
    current = face;
    commands += `1 0 0 1 ${short(at.x + x * size)} ${short(at.y + y * size)} Tm <${hex}> Tj `;
  }
  return commands === '' ? '' : `BT ${commands}ET`;
}

const short = (value: number): number => Math.round(value * 100) / 100;
