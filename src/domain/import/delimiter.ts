/** Comma or semicolon (specification 1 §9); the tab is what Excel's "Unicode text" has. */
export type Delimiter = ',' | ';' | '\t';

const SAMPLE_RECORDS = 50;

/**
 * The separator that cuts the first records into the same number of cells, more than one; between two that do, the
 * one that finds more. Separators and line ends within quotes do not count. A comma where nothing tells.
 */
export function guessDelimiter(text: string): Delimiter {
  const [comma, semicolon, tab] = [scoreOf(text, ','), scoreOf(text, ';'), scoreOf(text, '\t')];
  if (tab > comma && tab > semicolon) return '\t';
  return semicolon > comma ? ';' : ',';
}

/** 0 when the header has one cell; else the share of records as wide as the header, with the width as a tie-break. */
function scoreOf(text: string, delimiter: Delimiter): number {
  const [header, ...rest] = widths(text, delimiter);
  if (header === undefined || header < 2) return 0;
  const same = rest.filter((width) => width === header).length;
  return (1 + same) / (1 + rest.length) + header / 10_000;
}

/** The number of cells of each of the first records that are not empty. */
function widths(text: string, delimiter: Delimiter): number[] {
  const result: number[] = [];
  let width = 1;
  let quoted = false;
  let empty = true;
  for (let index = 0; index < text.length && result.length < SAMPLE_RECORDS; index++) {
    const character = text.charAt(index);
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === delimiter) width += 1;
    else if (character === '\n' || character === '\r') {
      if (!empty) result.push(width);
      width = 1;
      empty = true;
      continue;
    }
    if (character.trim() !== '') empty = false;
  }
  if (!empty && result.length < SAMPLE_RECORDS) result.push(width);
  return result;
}
