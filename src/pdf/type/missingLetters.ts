import { paragraphsOf } from '../template/boxText.ts';
import type { PrintedText } from '../template/printed.ts';
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
