import { isMacRoman } from './macRoman.ts';

export const TEXT_ENCODINGS = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const;
export type TextEncodingName = (typeof TEXT_ENCODINGS)[number];

export interface DecodedText {
  text: string;
  encoding: TextEncodingName;
}

/**
 * Reads the bytes of a text file: by its byte order mark; else as UTF-8 if all of it is well-formed UTF-8; else as
 * Windows-1252, which is what Excel writes as "CSV" in French and English, unless its letters stand where only those of
 * Mac OS Roman can. `wanted` is somebody's own choice.
 */
export function decodeText(bytes: Uint8Array, wanted?: TextEncodingName): DecodedText {
  if (wanted !== undefined) return { text: textIn(bytes, wanted), encoding: wanted };
  const marked = byMark(bytes);
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), encoding: marked };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const text = fromWindows1252(bytes);
    const mac = textIn(bytes, 'macintosh');
    return isMacRoman(text, mac) ? { text: mac, encoding: 'macintosh' } : { text, encoding: 'windows-1252' };
  }
}

const textIn = (bytes: Uint8Array, encoding: TextEncodingName): string =>
  encoding === 'windows-1252' ? fromWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);

function byMark(bytes: Uint8Array): TextEncodingName | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Bytes 0x80 to 0x9F; all others are Latin 1. Spelt out, because Node 20 decodes them as control characters. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function fromWindows1252(bytes: Uint8Array): string {
  const parts: string[] = [];
  const units = new Uint16Array(Math.min(bytes.length, 8192));
  for (let start = 0; start < bytes.length; start += units.length) {
    const end = Math.min(bytes.length, start + units.length);
    for (let index = start; index < end; index++) {
      const byte = bytes[index] ?? 0;
      units[index - start] = byte >= 0x80 && byte < 0xa0 ? HIGH.charCodeAt(byte - 0x80) : byte;
    }
    parts.push(String.fromCharCode(...units.subarray(0, end - start)));
  }
  return parts.join('');
}
