/** The beginning of a text, of so many code units at most; no letter is cut in half: half a pair of surrogates is no text (text.ts). */
export const cut = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
