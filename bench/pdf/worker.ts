import { parentPort, workerData } from 'node:worker_threads';
import fontkit from '@cantoo/fontkit';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Schema } from '@pdfme/common';
import { qrCode, QUIET_ZONE } from '#pdf/qr.ts';
import { compileTemplate } from '#pdf/template/compile.ts';
import { renderBatch } from '#pdf/template/render.ts';
import { fontPackages } from '#pdf/testing/packages.ts';
import { openFonts } from '#pdf/type/fonts.ts';
import { BOXES, CODE, makePeople, makeTemplate } from './sample.ts';

/* One side of the bench, in a thread of its own: makes all documents one after the other and keeps none. */

const { side, count } = workerData as { side: keyof typeof SIDES; count: number };

/** Milliseconds of the processor, bytes made, and the most memory that the process had while it ran. */
async function measured(make: () => Promise<number>): Promise<{ ms: number; bytes: number; peak: number }> {
  let peak = 0;
  const look = (): void => void (peak = Math.max(peak, process.memoryUsage.rss()));
  look();
  const watch = setInterval(look, 20);
  const started = process.cpuUsage();
  const bytes = await make();
  const { user, system } = process.cpuUsage(started);
  clearInterval(watch);
  look();
  return { ms: (user + system) / 1000, bytes, peak };
}

async function ours(template: Uint8Array): Promise<number> {
  const orders = people.map((texts) => ({ title: 'Invitation', language: 'fr', copies: [texts] }));
  const batch = {
    template: await compileTemplate(template),
    boxes: BOXES,
    codes: new Set([CODE]),
    orders,
    now: 0,
  };
  let bytes = 0;
  for (const [index, one] of (await renderBatch(batch, openFonts(fontPackages))).entries()) {
    if (!one.ok) throw new Error('a document was held back');
    bytes += one.bytes().length;
    // Whatever sends them gives way now and then; so does this.
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return bytes;
}

/** Each document from the start, as pdf-lib's own pages show it: load, embed a subset, draw, save. */
async function plain(template: Uint8Array): Promise<number> {
  const face = await fontPackages.file('liberation', 'regular');
  let bytes = 0;
  for (const texts of people) {
    const doc = await PDFDocument.load(template);
    doc.registerFontkit(fontkit);
    const font = await doc.embedFont(face, { subset: true });
    const pages = doc.getPages();
    for (const { x, y, width, pageIndex, variableKey, size } of BOXES) {
      const page = pages[pageIndex];
      const words = texts[variableKey ?? ''] ?? '';
      if (page === undefined) continue;
      const left = (x / 100) * 595;
      const top = 842 - (y / 100) * 842;
      if (variableKey !== CODE) {
        page.drawText(words, { x: left, y: top - 12, size: size ?? 12, lineHeight: 14, font });
        continue;
      }
      const code = qrCode(words);
      const unit = ((width / 100) * 595) / (code.size + 2 * QUIET_ZONE);
      const path = code.runs.map((run) => `M${run.x} ${run.y}h${run.length}v1h-${run.length}z`).join('');
      page.drawSvgPath(path, { x: left, y: top, scale: unit });
    }
    bytes += (await doc.save()).length;
  }
  return bytes;
}

/** Each document from the start by pdfme, from the file and a list of fields, as its own pages show it. */
async function byPdfme(template: Uint8Array): Promise<number> {
  // The others do without them.
  const { generate } = await import('@pdfme/generator');
  const { barcodes, text } = await import('@pdfme/schemas');
  const data = new Uint8Array(await fontPackages.file('liberation', 'regular'));
  const font = { liberation: { data, fallback: true, subset: true } };
  const toMm = 25.4 / 72;
  const pageOf = (index: number): Schema[] =>
    BOXES.filter(({ pageIndex }) => pageIndex === index).map(
      ({ x, y, width, height, variableKey, size }) => ({
        ...{ name: variableKey ?? '', type: variableKey === CODE ? 'qrcode' : 'text' },
        position: { x: (x / 100) * 595 * toMm, y: (y / 100) * 842 * toMm },
        ...{ width: (width / 100) * 595 * toMm, height: (height / 100) * 842 * toMm, fontSize: size ?? 12 },
        ...(variableKey === CODE ? { backgroundColor: '#ffffff', barColor: '#000000' } : {}),
      }),
    );
  const fields = { basePdf: new Uint8Array(template), schemas: [pageOf(0), pageOf(1)] };
  const plugins = { text, qrcode: barcodes.qrcode };
  let bytes = 0;
  for (const texts of people) {
    const made = await generate({ template: fields, inputs: [texts], plugins, options: { font } });
    bytes += made.length;
  }
  return bytes;
}

const SIDES = { ours, plain, pdfme: byPdfme };

const template = await makeTemplate();
const people = makePeople(count);
const result = await measured(() => SIDES[side](template));
parentPort?.postMessage({ ...result, template: template.length }, []);
