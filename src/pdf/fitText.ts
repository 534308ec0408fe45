const ELLIPSIS = '…';
type Measure = (text: string) => number;

/**
 * One line of composed characters: a document has no tabs, and knows an accent only as part of its letter. What is not seen parts no
 * name in two; joiners, and marks of direction, say how it is written.
 */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/(?![\u200c-\u200f])\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The text, or as much of its beginning as fits before an ellipsis. */
export function shortened(text: string, room: number, measure: Measure): string {
  return measure(text) <= room
    ? text
    : `${fitting(text, room - measure(ELLIPSIS), measure).trimEnd()}${ELLIPSIS}`;
}

/** At most so many lines, broken at spaces or behind hyphens where there are any; the last one is shortened. */
export function wrapped(text: string, room: number, lines: number, measure: Measure): string[] {
  const result: string[] = [];
  let rest = text;
  while (rest !== '' && result.length < lines - 1 && measure(rest) > room) {
    const part = fitting(rest, room, measure);
    // Where the next character is a space, the line ends with a word.
    const space = rest.charAt(part.length) === ' ' ? part.length : part.lastIndexOf(' ');
    const hyphen = /^.*\p{L}-(?=\p{L})/u.exec(rest.slice(0, part.length + 1))?.[0].length ?? 0;
    const seam = Math.max(space, hyphen);
    const end = seam > 0 ? seam : part.length;
    result.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') result.push(shortened(rest, room, measure));
  return result;
}

/** The longest beginning that fits, at least one character: a column is never so narrow that nothing can be read. */
function fitting(text: string, room: number, measure: Measure): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += measure(character);
    if (width > room && end > 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
