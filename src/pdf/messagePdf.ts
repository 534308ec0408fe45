import { MM, startDocument, type PdfDetails } from './document.ts';
import { cleanText, wrapped } from './fitText.ts';
import type { Fonts } from './type/fonts.ts';

/** One attempt to reach somebody. */
export interface MessageDocument extends PdfDetails {
  /** Of whom, when and with what result; each a line of its own, or more. */
  lines: readonly string[];
  /** What was sent; its line breaks stay. */
  text: string;
}

/** A4, with the margin of specification 1 §9. */
const PAGE = { width: 210 * MM, height: 297 * MM } as const;
const MARGIN = 25.4 * MM;
const ROOM = PAGE.width - 2 * MARGIN;
const SIZE = 11;
const TITLE = 16;
const LEADING = 1.45;

interface Line {
  text: string;
  size: number;
  face: 'regular' | 'bold';
  gray: number;
}

export async function messagePdf(message: MessageDocument, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, message);
  const set = (text: string, style: Omit<Line, 'text'>): Line[] => {
    const lines = wrapped(cleanText(text), ROOM, Infinity, (part) =>
      writer.width(part, style.size, style.face),
    );
    // An empty one is room between two paragraphs.
    return (lines.length === 0 ? [''] : lines).map((line) => ({ ...style, text: line }));
  };
  const plain = { size: SIZE, face: 'regular', gray: 0 } as const;
  const lines = [
    ...set(message.title, { size: TITLE, face: 'bold', gray: 0 }),
    ...message.lines.flatMap((line) => set(line, { ...plain, gray: 0.35 })),
    ...(message.text === '' ? [] : ['', ...message.text.split('\n')].flatMap((line) => set(line, plain))),
  ];
  let page = writer.page(PAGE.width, PAGE.height);
  let y = MARGIN;
  for (const { text, size, face, gray } of lines) {
    const height = size * LEADING;
    if (y + height > PAGE.height - MARGIN) {
      page.end();
      page = writer.page(PAGE.width, PAGE.height);
      y = MARGIN;
    }
    page.text(text, MARGIN, y + size, { size, face, gray });
    y += height;
  }
  page.end();
  return writer.finish();
}
