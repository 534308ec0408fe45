import { describe, expect, it } from 'vitest';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { compileTemplate } from '../template/compile.ts';
import { isSurelyPrintable, printedTexts } from '../template/printed.ts';
import { renderBatch } from '../template/render.ts';
import { fontPackages } from '../testing/packages.ts';
import { testFonts } from '../testing/read.ts';
import { plainTemplate } from '../testing/templates.ts';
import { FontAway } from './fontFiles.ts';
import { openFonts } from './fonts.ts';
import { boxedLines, missingLetters } from './missingLetters.ts';

const box = (variableKey: string, more: Partial<TemplateBox> = {}): TemplateBox => ({
  ...{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey },
  ...more,
});
const CODES = new Set(['qr_code']);

describe('letters that no typeface has, before anything is printed', () => {
  it('are found in the documents that are held back, and in no others', async () => {
    const boxes = [box('fullname'), box('company', { weight: 'bold', width: 12 }), box('qr_code')];
    const copies: Record<string, string>[] = [
      { fullname: 'Élodie Müller-Îles', company: 'Łódź & Ștefan – “C”', qr_code: 'G-1' },
      { fullname: 'Nguyễn Văn', company: '李 娜' },
      { fullname: 'สมชาย ใจดี' },
      { fullname: 'राजेश', company: 'Lake' },
      { fullname: 'محمد الأمين', company: 'שָׂרָה כֹּהֵן' },
      { fullname: 'Ada 🎉' },
      { fullname: 'Ada', company: 'first\nsecond 𪚥' },
      // A code is no text.
      { fullname: 'Bob', qr_code: '🎉' },
      { fullname: 'Guðrún e\u0302\u0301 C\u0323\u030c', company: 'ცირა' },
      { fullname: ' ', company: '' },
    ];
    const template = await compileTemplate(await plainTemplate());
    const fonts = await testFonts();
    const orders = copies.map((copy) => ({ title: 'T', language: 'en', copies: [copy] }));
    const made = await renderBatch({ template, boxes, codes: CODES, orders, now: 0 }, fonts);
    const held = made.map(({ ok }) => !ok);
    expect(held).toContain(true);
    expect(held).toContain(false);
    const found = await Promise.all(
      copies.map(async (copy) => {
        const { missing } = await missingLetters(printedTexts(boxes, copy, CODES), await testFonts());
        return missing.includes(true);
      }),
    );
    expect(found).toEqual(held);
  });

  it('are in no text of Latin letters and the signs beside them, which nobody need look at', async () => {
    const letters = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
      isSurelyPrintable,
    );
    expect(letters).toContain('é');
    expect(letters).not.toContain('ẽ');
    const texts = letters.flatMap((text) => [
      { text: `a${text}a`, weight: 'regular' as const },
      { text: `a${text}a`, weight: 'bold' as const },
    ]);
    const { missing } = await missingLetters(texts, await testFonts());
    expect(texts.filter((_, index) => missing[index])).toEqual([]);
  });

  it('are told of the lines of a list or a badge, in which boxes stand for them', async () => {
    const long = `${'a'.repeat(70)} अनिल`;
    const texts = ['Ada', 'สมชาย', '美咲', 'Company 👩‍👩‍👧', 'דוד כהן', `note\n${long}`, 'e\u0301lodie', 'สมชาย'];
    const boxed = await boxedLines(texts, await testFonts());
    expect(boxed).toEqual(['สมชาย', 'Company 👩‍👩‍👧', `${'a'.repeat(59)}…`]);
  });

  it('nobody can tell where typefaces are away', async () => {
    const fonts = openFonts({ ...fontPackages, slices: () => Promise.reject(new FontAway('no network')) });
    expect(await missingLetters([{ text: '李', weight: 'regular' }], fonts)).toMatchObject({ areAway: true });
  });
});
