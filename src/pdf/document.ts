import { PDFDocument, PDFName, type PDFImage, type PDFRef } from '@cantoo/pdf-lib';
import { embedFace } from './type/embed.ts';
import type { Weight } from './type/fontFiles.ts';
import type { Face, Fonts } from './type/fonts.ts';
import { showLine, Typesetter, type SetLine } from './type/typesetter.ts';

export interface PdfDetails {
  title: string;
  language: string;
  /** ms */
  now: number;
}

/** Points of a millimetre. */
export const MM = 72 / 25.4;

/** A document that is written page by page, as drawing commands. Lengths are in points, from the top left corner. */
export interface Writer {
  readonly doc: PDFDocument;
  /** Embeds a picture once, for any number of pages. */
  picture(picture: PdfPicture): Promise<PlacedPicture>;
  width(text: string, size: number, face?: Weight): number;
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
  face?: Weight;
  gray?: number;
  /** Upside down: it goes to the left from the point, as who sits opposite reads it. */
  turned?: boolean;
}

/** In lists a letter that no typeface has is a box: the line is still of use. */
const UNKNOWN = '□';

/** Only the glyphs in use are embedded. The fonts have been prepared for the document's texts. */
export async function startDocument(fonts: Fonts, details: PdfDetails): Promise<Writer> {
  const doc = await PDFDocument.create();
  doc.setTitle(details.title, { showInWindowTitleBar: true });
  doc.setLanguage(details.language);
  doc.setCreator('Foyer');
  doc.setProducer('Foyer');
  doc.setCreationDate(new Date(details.now));
  doc.setModificationDate(new Date(details.now));
  const typesetter = new Typesetter(fonts);
  const refs = new Map<string, PDFRef>();
  const refOf = ({ key }: Face): PDFRef => {
    const ref = refs.get(key) ?? doc.context.nextRef();
    refs.set(key, ref);
    return ref;
  };
  function set(text: string, weight: Weight): SetLine {
    const line = typesetter.line(text, weight);
    if (line.missing.length === 0) return line;
    return typesetter.line(
      line.missing.reduce((rest, letter) => rest.replaceAll(letter, UNKNOWN), text.normalize('NFC')),
      weight,
    );
  }

  return {
    doc,
    picture: async ({ bytes, type }) => ({
      image: await (type === 'image/png' ? doc.embedPng(bytes) : doc.embedJpg(bytes)),
    }),
    width: (text, size, face = 'regular') => set(text, face).width * size,
    page(width, height) {
      const page = doc.addPage([width, height]);
      const commands: string[] = [];
      const nameOf = (face: Face): string => {
        page.node.setFontDictionary(PDFName.of(face.key), refOf(face));
        return face.key;
      };
      return {
        text(text, x, y, { size, face = 'regular', gray = 0, turned = false }) {
          const shown = showLine(set(text, face), { x, y: height - y }, size, nameOf);
          const turn = `-1 0 0 -1 ${round(2 * x)} ${round(2 * (height - y))} cm`;
          commands.push(turned ? `q ${turn} ${gray} g ${shown} Q` : `${gray} g ${shown}`);
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
    async finish() {
      for (const used of typesetter.used) embedFace(doc.context, refOf(used.face), used);
      return new Uint8Array(await doc.save());
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
