/** Bytes: file systems take 255 of a name, and an ending and a number follow. */
const MOST_BYTES = 200;

/** Without what file systems refuse, and as long as they take it: a letter of East Asia counts for three. */
export function fileName(text: string): string {
  const clean = text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const encoder = new TextEncoder();
  let left = MOST_BYTES;
  let end = 0;
  for (const letter of clean) {
    left -= encoder.encode(letter).length;
    if (left < 0 || end + letter.length > 120) break;
    end += letter.length;
  }
  return clean.slice(0, end).replace(/[. ]+$/, '');
}
