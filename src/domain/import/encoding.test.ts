import { describe, expect, it } from 'vitest';
import { decodeText, type TextEncodingName } from './encoding.ts';

/** The bytes of a text in a character set of one byte to a letter. */
function bytesIn(encoding: TextEncodingName, text: string): Uint8Array {
  const all = decodeText(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
  ).text;
  return Uint8Array.from(text, (letter) => {
    const byte = all.indexOf(letter);
    if (byte < 0) throw new Error(`no ${letter} in ${encoding}`);
    return byte;
  });
}

/** Each has a letter that stands where the other character set has none. */
const TELLING = [
  ...['René;Müller', 'Élodie;Noir', 'Françoise;Béguin', 'Hélène;Lefèvre', 'Jürgen', 'KÖNIG;RENÉ', 'FRANÇOIS'],
  ...[
    'Benoît d’Épinay',
    'Bjørn;Ærø',
    'João;Conceição',
    'Sebastián;Núñez',
    'Weiß;Straße',
    'naïve;cœur',
    'Gaël;à côté',
  ],
  ...['Käthe;«Café»', 'Åse;Håkon', '“très” — n°12…;été', 'Pâques;forêt;août'],
];
/** Of Windows, with what is seldom. */
const WINDOWS = [
  ...[
    'O’Brien;Anna',
    'd’Artagnan',
    'Petr;ŠKODA',
    'Žižek;Šárka',
    'n°12;10€;50€TTC',
    'Foo™ SA;Bar®',
    'Weber† 1980',
  ],
  ...[
    'Genève—Lausanne',
    'avril—juin',
    'M²;½;±5',
    'A·B;suite…',
    'L’œil;Œuvre',
    'zoë;ZOË;Noël;NOËL',
    '20\u00a0000',
  ],
  ...['l‘ami;Jo‘s', '“quoted”;„so“', 'STRAßE'],
];

describe('the character set of a file that does not say it', () => {
  it.each(TELLING)('%s is read as it was written, in Windows and on a Mac', (text) => {
    for (const encoding of ['windows-1252', 'macintosh'] as const)
      expect(decodeText(bytesIn(encoding, text))).toEqual({ text, encoding });
  });
  it.each(WINDOWS)('%s of Windows is never taken for one of a Mac', (text) => {
    expect(decodeText(bytesIn('windows-1252', text))).toEqual({ text, encoding: 'windows-1252' });
  });
  it.each([...TELLING, ...WINDOWS])('%s in UTF-8 stays so', (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(decodeText(bytes)).toEqual({ text, encoding: 'utf-8' });
  });
  it('UTF-8 that was cut within a letter is no file of a Mac, nor is one of DOS', () => {
    const cut = new TextEncoder().encode('Élodie;Müller;René;Françoise').subarray(0, -4);
    expect(decodeText(Uint8Array.from([...cut, 0xc3])).encoding).toBe('windows-1252');
    // 'René;Müller;Hélène' in code page 850.
    const dos = [0x52, 0x65, 0x6e, 0x82, 0x3b, 0x4d, 0x81, 0x6c, 0x3b, 0x48, 0x82, 0x6c, 0x8a, 0x6e, 0x65];
    expect(decodeText(Uint8Array.from(dos)).encoding).toBe('windows-1252');
  });
  it('what somebody chooses counts', () => {
    const bytes = bytesIn('macintosh', 'René;Müller');
    expect(decodeText(bytes, 'windows-1252').encoding).toBe('windows-1252');
  });
});
