import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { compileTemplate } from './template/compile.ts';
import { pixelsOf } from './testing/pixels.ts';
import { isOfTheFile } from './viewer.ts';

it('half a download, of which whoever prints it finds a page, is told from a reader that did not come', async () => {
  const doc = await PDFDocument.create();
  doc.addPage([595, 842]).drawRectangle({ x: 50, y: 50, width: 300, height: 300 });
  const whole = await doc.save({ useObjectStreams: false });
  const half = whole.slice(0, whole.length - 250);
  expect((await compileTemplate(half)).pages).toHaveLength(1);
  const error: unknown = await pixelsOf(half).catch((thrown: unknown) => thrown);
  expect(isOfTheFile(error)).toBe(true);
  expect(isOfTheFile(new TypeError('Failed to fetch dynamically imported module'))).toBe(false);
});
