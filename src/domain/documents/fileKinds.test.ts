import { describe, expect, it } from 'vitest';
import { agreesWithBytes } from './fileKinds.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const STARTS: Record<string, string> = {
  'image/png': '\u0089PNG\r\n\u001A\n',
  'image/jpeg': '\u00FF\u00D8\u00FF\u00E0',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF\u0001\u0002\u0003\u0004WEBP',
  'image/avif': '\u0000\u0000\u0000\u001Cftypavif',
  'application/pdf': '%PDF-1.7',
};

describe('a file is what its bytes say', () => {
  it.each(Object.entries(STARTS))('%s agrees with its own start and with no other', (type, start) => {
    for (const [other, otherStart] of Object.entries(STARTS)) {
      expect([other, agreesWithBytes(type, bytes(otherStart))]).toEqual([other, other === type]);
    }
    expect(agreesWithBytes(type.toUpperCase(), bytes(start))).toBe(true);
    expect(agreesWithBytes(`${type}; x=y`, bytes('<script>'))).toBe(false);
    for (const short of ['', start.slice(0, 2)]) expect(agreesWithBytes(type, bytes(short))).toBe(false);
  });

  it('leaves types alone of which nothing is known', () => {
    for (const type of ['text/plain', 'application/zip', 'constructor', '__proto__']) {
      expect(agreesWithBytes(type, bytes('anything'))).toBe(true);
    }
  });
});
