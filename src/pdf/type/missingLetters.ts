import { shortened } from '../fitText.ts';
import { paragraphsOf } from '../template/boxText.ts';
import { isSurelyPrintable, type PrintedText } from '../template/printed.ts';
import type { Fonts } from './fonts.ts';
import { Typesetter } from './typesetter.ts';

/** Which of these texts have a letter that no typeface has; documents with one of them are held back (layOut.ts). */
export async function missingLetters(
  texts: readonly PrintedText[],
  fonts: Fonts,
): Promise<{ missing: boolean[]; areAway: boolean }> {
  await fonts.prepare(texts.map(({ text }) => text));
  const typesetter = new Typesetter(fonts);
  const missing = texts.map(({ text, weight }) =>
    paragraphsOf(text).some((line) => typesetter.line(line, weight, text).missing.length > 0),
  );
  return { missing, areAway: fonts.areAway };
}

/** Letters of a line that are told: it is known again by them. */
const TOLD = 60;

/** Those lines of the texts in which a list or a badge has a box for a letter; most need not be looked at. */
export async function boxedLines(texts: Iterable<string>, fonts: Fonts): Promise<string[]> {
  const lines = new Set([...texts].flatMap(paragraphsOf));
  const doubtful = [...lines].filter((text) => !isSurelyPrintable(text));
  if (doubtful.length === 0) return [];
  const { missing } = await missingLetters(
    doubtful.map((text) => ({ text, weight: 'regular' })),
    fonts,
  );
  const boxed = doubtful.filter((_, index) => missing[index]);
  return boxed.map((line) => shortened(line, TOLD, (part) => Array.from(part).length));
}
