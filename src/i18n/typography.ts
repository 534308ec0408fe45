/**
 * Sets French spacing: narrow no-break spaces inside « » and before ; ! ?, a no-break space before a colon and a narrow one before %. So that
 * catalogues are written, read and searched with ordinary spaces.
 */
export function frenchSpacing(text: string): string {
  return text
    .replaceAll('« ', '«\u202f')
    .replaceAll(' »', '\u202f»')
    .replace(/ ([;!?])/g, '\u202f$1')
    .replaceAll(' %', '\u202f%')
    .replaceAll(' :', '\u00a0:');
}

/** 'd’Éric', 'de Marie': before an h both are said, and names rather keep theirs. */
export const withDe = (name: string): string => {
  const letters = name.normalize('NFD');
  return `${/^([aeiouœæ]|y(?![aeiou]))/i.test(letters) ? 'd’' : 'de '}${name}`;
};

/** What the platform writes as 8,1% in fr-CH, with the space that our own sentences have there. */
export const frenchPercent = (text: string, space = '\u202f'): string => text.replace(/\s*%$/u, `${space}%`);

/** Applies `change` to every text of a catalogue. */
export function mapTexts<T extends object>(catalogue: T, change: (text: string) => string): T {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? change(value) : mapTexts(value as object, change),
    ]),
  ) as T;
}
