import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, PDFName, type PDFFont, type PDFImage } from 'pdf-lib';

/** The bytes of the two typefaces that documents are set in. */
export interface PdfFonts {
  regular: Uint8Array | ArrayBuffer;
  bold: Uint8Array | ArrayBuffer;
}

export interface PdfDetails {
  title: string;
  language: string;
  /** ms */
  now: number;
}

/** Points of a millimetre. */
export const MM = 72 / 25.4;

type Face = keyof PdfFonts;
/** Measures and encodes text of one typeface, character by character: 5,000 guests cost no shaping. */
interface Typeface {
  font: PDFFont;
  width(text: string): number;
  hex(text: string): string;
}

/** A document that is written page by page, as drawing commands. Lengths are in points, from the top left corner. */
export interface Writer {
  readonly doc: PDFDocument;
  /** Embeds a picture once, for any number of pages. */
  picture(picture: PdfPicture): Promise<PlacedPicture>;
  width(text: string, size: number, face?: Face): number;
  page(width: number, height: number): PageWriter;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}
/** What a document can hold; other formats are turned into one of these first. */
export interface PdfPicture {
  bytes: Uint8Array | ArrayBuffer;
  type: 'image/jpeg' | 'image/png';
}
export interface PlacedPicture {
  readonly image: PDFImage;
}
export interface PageWriter {
  /** `y` is the base line; `gray` is from 0, black, to 1. */
  text(text: string, x: number, y: number, options: TextOptions): void;
  fill(x: number, y: number, width: number, height: number, gray: number): void;
  /** Commands of a content stream, in units of `scale` points, with the origin at x, y and y downwards. */
  drawing(x: number, y: number, scale: number, commands: string): void;
  /** The name under which `drawing` draws it, as a square of one unit: `/name Do`. */
  resource(picture: PlacedPicture): string;
  end(): void;
}
export interface TextOptions {
  size: number;
  face?: Face;
  gray?: number;
}

/** Only the glyphs in use are embedded. */
export async function startDocument(fonts: PdfFonts, details: PdfDetails): Promise<Writer> {
  const doc = await PDFDocument.create();
  doc.registerFontkit(fontkit);
  doc.setTitle(details.title, { showInWindowTitleBar: true });
  doc.setLanguage(details.language);
  doc.setCreator('Foyer');
  doc.setProducer('Foyer');
  doc.setCreationDate(new Date(details.now));
  doc.setModificationDate(new Date(details.now));
  const faces = { regular: await embed(doc, fonts.regular), bold: await embed(doc, fonts.bold) };

  return {
    doc,
    picture: async ({ bytes, type }) => ({
      image: await (type === 'image/png' ? doc.embedPng(bytes) : doc.embedJpg(bytes)),
    }),
    width: (text, size, face = 'regular') => faces[face].width(text) * size,
    page(width, height) {
      const page = doc.addPage([width, height]);
      const commands: string[] = [];
      page.node.setFontDictionary(PDFName.of('Fregular'), faces.regular.font.ref);
      page.node.setFontDictionary(PDFName.of('Fbold'), faces.bold.font.ref);
      return {
        text(text, x, y, { size, face = 'regular', gray = 0 }) {
          const place = `${round(x)} ${round(height - y)} Td`;
          commands.push(`${gray} g BT /F${face} ${size} Tf ${place} <${faces[face].hex(text)}> Tj ET`);
        },
        fill(x, y, w, h, gray) {
          commands.push(`${gray} g ${round(x)} ${round(height - y - h)} ${round(w)} ${round(h)} re f`);
        },
        drawing(x, y, scale, drawn) {
          commands.push(`q ${scale} 0 0 ${-scale} ${round(x)} ${round(height - y)} cm 0 g ${drawn} Q`);
        },
        resource: ({ image }) => page.node.newXObject('Picture', image.ref).asString().slice(1),
        end() {
          const stream = doc.context.flateStream(commands.join('\n'));
          page.node.addContentStream(doc.context.register(stream));
        },
      };
    },
    finish: async () => new Uint8Array(await doc.save()),
  };
}

async function embed(doc: PDFDocument, bytes: Uint8Array | ArrayBuffer): Promise<Typeface> {
  const font = await doc.embedFont(bytes, { subset: true });
  const characters = new Set(font.getCharacterSet());
  const has = (text: string): boolean =>
    Array.from(text).every((one) => characters.has(one.codePointAt(0) ?? -1));
  const known = new Map<string, { width: number; hex: string }>();
  function glyph(character: string): { width: number; hex: string } {
    let found = known.get(character);
    if (found === undefined) {
      const drawn = drawable(character, has);
      found = { width: font.widthOfTextAtSize(drawn, 1), hex: font.encodeText(drawn).asString() };
      known.set(character, found);
    }
    return found;
  }
  return {
    font,
    width(text) {
      let sum = 0;
      for (const character of text) sum += glyph(character).width;
      return sum;
    },
    hex(text) {
      let result = '';
      for (const character of text) result += glyph(character).hex;
      return result;
    },
  };
}

/**
 * What is drawn for a character: itself; without some of its marks where the typeface has no such letter (Vietnamese
 * ễ becomes ê); a box where it has not even the letter.
 */
function drawable(character: string, has: (text: string) => boolean): string {
  if (has(character)) return character;
  const [letter = '', ...marks] = character.normalize('NFD');
  const nearest = [marks.slice(0, -1), ...marks.map((mark) => [mark]), []]
    .map((kept) => (letter + kept.join('')).normalize('NFC'))
    .find(has);
  return nearest ?? (/^\p{M}$/u.test(character) ? '' : '□');
}

const round = (value: number): number => Math.round(value * 100) / 100;
