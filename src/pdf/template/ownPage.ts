import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { PDFRef } from '@cantoo/pdf-lib';
import type { Face } from '../type/fonts.ts';
import type { Typesetter } from '../type/typesetter.ts';
import { placeText, type Place } from './boxText.ts';

/** A page that is of no template. Lengths in points, from the lower left corner. */
export interface OwnPage {
  width: number;
  height: number;
  /** Commands of a content stream that set no text. */
  drawing: string;
  texts: readonly OwnText[];
}
export interface OwnText extends Pick<TemplateBox, 'size' | 'weight' | 'align'> {
  text: string;
  place: Place;
}

export function drawOwnPage(
  { drawing, texts }: OwnPage,
  typesetter: Typesetter,
  nameOf: (face: Face) => string,
): { commands: string; missing: readonly string[] } {
  const placed = texts.map((one) => placeText(one.text, one, one.place, typesetter, nameOf));
  return {
    commands: [`q ${drawing} Q`, 'q', ...placed.map(({ commands }) => commands), 'Q'].join('\n'),
    missing: placed.flatMap(({ missing }) => missing),
  };
}

export const ownPageObject = (
  { width, height }: OwnPage,
  tree: number,
  content: number,
  fonts: number,
): string =>
  [
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}]`,
    `/Contents ${content} 0 R /Resources << /Font ${PDFRef.of(fonts).toString()} >> >>`,
  ].join('\n');
