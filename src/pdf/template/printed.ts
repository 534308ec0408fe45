import type { TemplateBox } from '#domain/documents/templateFields.ts';
import type { Weight } from '../type/fontFiles.ts';

/** A text of a document, in letters. */
export interface PrintedText {
  text: string;
  weight: Weight;
}

/** What the boxes of one copy say in letters; what they say as a code lacks none. */
export function printedTexts(
  boxes: readonly Pick<TemplateBox, 'variableKey' | 'weight'>[],
  texts: Readonly<Record<string, string>>,
  codes: ReadonlySet<string>,
): PrintedText[] {
  return boxes.flatMap(({ variableKey, weight }) => {
    const key = variableKey ?? '';
    const text = texts[key] ?? '';
    return text.trim() === '' || codes.has(key) ? [] : [{ text, weight: weight ?? 'regular' }];
  });
}

/** Latin letters and the signs beside them, which the first typeface has: most texts are no question to typefaces. */
const OTHER =
  /(?![\u2000-\u200a\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u202f\u205f\u20ac])[^\p{ASCII}\u0080-\u017f]/u;
export const isSurelyPrintable = (text: string): boolean => !OTHER.test(text);
