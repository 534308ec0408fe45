import { escaped } from './richText.ts';
import { partsOf } from './variables.ts';

/** HTML that was written anew (richText.ts), its variables as elements that an editor shows as chips. */
export const withChips = (html: string): string =>
  // Attributes are escaped, so a bracket is one of an element; addresses keep their variables as they are.
  html.replaceAll(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece
      : partsOf(piece)
          .map((part) =>
            'text' in part ? part.text : `<span data-variable="${part.variable}">${part.variable}</span>`,
          )
          .join(''),
  );

/** A text that was typed as one, each line a paragraph. */
export const textWithChips = (text: string): string =>
  withChips(
    text
      .split('\n')
      .map((line) => `<p>${escaped(line)}</p>`)
      .join(''),
  );
