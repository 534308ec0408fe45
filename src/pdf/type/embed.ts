import { PDFHexString, PDFName, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';
import type { UsedFace } from './typesetter.ts';

/** Puts the glyphs that were used of a font file into a document, under a reference that is given. */
export function embedFace(context: PDFContext, ref: PDFRef, { face, subset, glyphs }: UsedFace): void {
  const { font, key } = face;
  const perMille = 1000 / font.unitsPerEm;
  const scaled = (value: number): number => Math.round(value * perMille);
  const used = [...glyphs.values()].sort((a, b) => a.id - b.id);
  const name = `${tagOf(used.map(({ text }) => text).join(''))}+${(font.postscriptName ?? key).replaceAll(/[^\w-]/g, '')}`;
  const file = context.register(context.flateStream(subset.encode()));
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      // Symbolic: glyphs are named by their own numbers.
      Flags: 4,
      FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(scaled),
      ItalicAngle: 0,
      Ascent: scaled(font.ascent),
      Descent: scaled(font.descent),
      CapHeight: scaled(font.capHeight),
      StemV: face.weight === 'bold' ? 140 : 80,
      FontFile2: file,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.of(asciiHex('Adobe')),
        Ordering: PDFHexString.of(asciiHex('Identity')),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: 0,
      W: used.flatMap(({ id, width }) => [id, [width]]),
      CIDToGIDMap: 'Identity',
    }),
  );
  const toUnicode = context.register(context.flateStream(unicodeMap(used)));
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: PDFName.of('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }),
  );
}

/** Six capitals that differ where the glyphs differ, as the format asks of subsets. */
function tagOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (hash * 33 + text.charCodeAt(at)) % 308_915_776;
  let tag = '';
  for (let place = 0; place < 6; place++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

const asciiHex = (text: string): string =>
  Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** What is copied and searched. */
function unicodeMap(used: readonly { hex: string; text: string }[]): string {
  const entries = used.map(({ hex, text }) => `<${hex}> <${utf16Hex(text)}>`);
  const blocks: string[] = [];
  for (let first = 0; first < entries.length; first += 100) {
    const block = entries.slice(first, first + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

export const utf16Hex = (text: string): string => {
  let hex = '';
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex;
};
