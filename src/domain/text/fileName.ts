/** Bytes: file systems take 255 of a name, and an ending and a number follow. */
const MOST_BYTES = 200;
const MOST_LETTERS = 120;

/**
 * Without what file systems refuse, and as long as they take it: a letter of East Asia counts for three. `what` tells the files of one
 * thing apart, and is never cut off.
 */
export function fileName(text: string, what = ''): string {
  const end = what === '' ? '' : ` – ${clean(what)}`;
  const begin = shortened(clean(text), MOST_LETTERS - end.length, MOST_BYTES - bytesOf(end));
  return begin === '' ? clean(what) : `${begin}${end}`;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const clean = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

function shortened(text: string, letters: number, bytes: number): string {
  let left = bytes;
  let end = 0;
  for (const letter of text) {
    left -= bytesOf(letter);
    if (left < 0 || end + letter.length > letters) break;
    end += letter.length;
  }
  return text.slice(0, end).replace(/[. –]+$/, '');
}
