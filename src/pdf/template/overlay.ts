import type { Fonts } from '../type/fonts.ts';
import type { Typesetter } from '../type/typesetter.ts';
import { layOut, type Batch, type BoxNotice, type Unprintable } from './layOut.ts';

/** What a document shows over its template's pages: the commands that its file has, and the glyphs they name. */
export interface Overlay {
  /** Copy by copy, from the lower left corner of the page as it is seen. */
  readonly pages: readonly string[];
  readonly glyphs: Glyphs;
}
/** By typeface and by the number that the commands have. */
export type Glyphs = Readonly<Record<string, Readonly<Record<string, Glyph>>>>;
export interface Glyph {
  /** As SVG has it, y upwards, in units of which `unitsPerEm` are the size of the font. */
  readonly outline: string;
  readonly unitsPerEm: number;
  /** Thousandths of the font's size. */
  readonly width: number;
}
export type Laid =
  | { ok: true; notices: readonly BoxNotice[]; overlay: Overlay }
  | { ok: false; unprintable: readonly Unprintable[] };

/** The first document of a batch, for a screen that has the template's pages already: no file is made and read again. */
export async function layOver(batch: Batch, fonts: Fonts): Promise<Laid> {
  const { drawn, typesetter } = await layOut(batch, fonts);
  const [document] = drawn;
  if (document === undefined) throw new Error('a batch of nothing');
  const { contents, notices, unprintable } = document;
  if (unprintable.length > 0) return { ok: false, unprintable };
  return { ok: true, notices, overlay: { pages: contents, glyphs: glyphsOf(typesetter) } };
}

function glyphsOf({ used }: Typesetter): Glyphs {
  const byFace = used.map(({ face: { key, font }, glyphs }) => {
    const ofFace = [...glyphs].map(([id, { hex, width }]) => {
      const outline = font.getGlyph(id)?.path.toSVG() ?? '';
      return [hex, { outline, unitsPerEm: font.unitsPerEm, width }] as const;
    });
    return [key, Object.fromEntries(ofFace)] as const;
  });
  return Object.fromEntries(byFace);
}
