import { DEFAULT_TEXT_SIZE, type TemplateBox } from '#domain/documents/templateFields.ts';
import { rgbOf } from '#domain/colour.ts';
import type { Face } from '../type/fonts.ts';
import { showLine, type SetLine, type Typesetter } from '../type/typesetter.ts';

/** A box in points of the page as it is seen, from its lower left corner. */
export interface Place {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** How a text got into its box. It is never cut off: what overflows is printed, and said. */
export type Fit = 'fits' | 'shrunk' | 'wrapped' | 'overflows';
export interface PlacedText {
  commands: string;
  fit: Fit;
  missing: readonly string[];
}

/** Of the size that was asked for: down to here a line is rather made smaller than broken. */
export const SHRINK_TO = 0.7;
/** Points; below it nobody reads a letter. */
export const SMALLEST = 6;
export const LINE_HEIGHT = 1.2;
/** From the top of a line to its base line, and the room below it. */
const ASCENT = 0.91;
const DESCENT = 0.22;

export const placeOf = (
  { x, y, width, height }: Pick<TemplateBox, 'x' | 'y' | 'width' | 'height'>,
  page: { width: number; height: number },
): Place => ({
  left: (x / 100) * page.width,
  bottom: page.height - ((y + height) / 100) * page.height,
  width: (width / 100) * page.width,
  height: (height / 100) * page.height,
});

export function paragraphsOf(text: string): string[] {
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => line.trim());
  while (paragraphs.at(-1) === '') paragraphs.pop();
  return paragraphs;
}

/** The text in its box: at its size, else smaller, else in more lines, else beyond the box's lower edge. */
export function placeText(
  text: string,
  box: Pick<TemplateBox, 'size' | 'weight' | 'color' | 'align'>,
  place: Place,
  typesetter: Typesetter,
  nameOf: (face: Face) => string,
): PlacedText {
  const weight = box.weight ?? 'regular';
  const paragraphs = paragraphsOf(text);
  const asked = box.size ?? DEFAULT_TEXT_SIZE;
  const { size, lines, fit } = fitted(paragraphs, asked, place, (line) =>
    typesetter.line(line, weight, text),
  );
  return { fit, ...drawLines(lines, { size, pitch: size }, box, place, nameOf) };
}

/** Lines below each other from the box's upper edge; `pitch` is the size that they keep the distance of. */
export function drawLines(
  lines: readonly SetLine[],
  { size, pitch }: { size: number; pitch: number },
  box: Pick<TemplateBox, 'color' | 'align'>,
  place: Place,
  nameOf: (face: Face) => string,
): Omit<PlacedText, 'fit'> {
  const missing = lines.flatMap((line) => line.missing);
  const top = place.bottom + place.height;
  const commands = lines
    .map((line, index) => {
      const spare = place.width - line.width * size;
      const x = place.left + spare * BEFORE[box.align ?? 'left'];
      return showLine(line, { x, y: top - (ASCENT + index * LINE_HEIGHT) * pitch }, size, nameOf);
    })
    .filter((line) => line !== '');
  const color = rgbOf(box.color) ?? [0, 0, 0];
  const fill = color.map((part) => Math.round((part / 255) * 1000) / 1000).join(' ');
  return { missing, commands: commands.length === 0 ? '' : `${fill} rg ${commands.join('\n')}` };
}

/** How much of the room that is left stands before the line. */
const BEFORE = { left: 0, center: 0.5, right: 1 } as const;

export const heightOf = (count: number, size: number): number =>
  count === 0 ? 0 : ((count - 1) * LINE_HEIGHT + ASCENT + DESCENT) * size;

function fitted(
  paragraphs: readonly string[],
  asked: number,
  place: Place,
  set: (line: string) => SetLine,
): { size: number; lines: readonly SetLine[]; fit: Fit } {
  const whole = paragraphs.map(set);
  const widest = Math.max(0, ...whole.map(({ width }) => width));
  // A hair of tolerance: a box that was drawn around a line still holds it.
  const room = { width: place.width + 0.01, height: place.height + 0.01 };
  const least = Math.min(asked, SMALLEST);
  const unbroken = Math.min(
    asked,
    widest === 0 ? asked : room.width / widest,
    whole.length === 0 ? asked : room.height / heightOf(whole.length, 1),
  );
  if (unbroken >= asked) return { size: asked, lines: whole, fit: 'fits' };
  if (unbroken >= Math.max(asked * SHRINK_TO, least)) return { size: unbroken, lines: whole, fit: 'shrunk' };
  for (let size = asked; size >= least; size = Math.max(size - 0.5, size > least ? least : 0)) {
    const lines = broken(paragraphs, room.width / size, set, false);
    if (lines === null || heightOf(lines.length, size) > room.height) continue;
    // One line in the size of several is the better one.
    if (unbroken >= size) return { size: unbroken, lines: whole, fit: 'shrunk' };
    return { size, lines, fit: 'wrapped' };
  }
  if (unbroken >= least) return { size: unbroken, lines: whole, fit: 'shrunk' };
  const lines = broken(paragraphs, room.width / least, set, true) ?? whole;
  return { size: least, lines, fit: heightOf(lines.length, least) > room.height ? 'overflows' : 'wrapped' };
}

/** After spaces and hyphens, and between ideographs, but not before a sign that ends something or belongs to the letter before. */
const BREAKS =
  /(?<=[ \-–])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** Lines that break at spaces and after hyphens, and between ideographs; null where a word is wider than the room, unless words may be cut. */
export function broken(
  paragraphs: readonly string[],
  room: number,
  set: (line: string) => SetLine,
  mayCut: boolean,
): SetLine[] | null {
  const lines: SetLine[] = [];
  for (const paragraph of paragraphs) {
    let rest = paragraph.split(BREAKS);
    if (paragraph === '') {
      lines.push(set(''));
      continue;
    }
    while (rest.length > 0) {
      const fits = (parts: readonly string[]): boolean => set(parts.join('').trim()).width <= room;
      const count = longest(rest.length, (words) => fits(rest.slice(0, words)));
      if (count > 0) {
        lines.push(set(rest.slice(0, count).join('').trim()));
        rest = rest.slice(count);
        continue;
      }
      if (!mayCut) return null;
      const letters = Array.from(rest[0] ?? '');
      const head = Math.max(
        1,
        longest(letters.length, (many) => fits(letters.slice(0, many))),
      );
      lines.push(set(letters.slice(0, head).join('').trim()));
      rest = [letters.slice(head).join(''), ...rest.slice(1)].filter((part) => part !== '');
    }
  }
  return lines;
}

/** The largest count that fits, 0 for none. */
function longest(most: number, fits: (count: number) => boolean): number {
  let count = 0;
  while (count < most && fits(count + 1)) count++;
  return count;
}
