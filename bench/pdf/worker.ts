import { parentPort, workerData } from 'node:worker_threads';
import fontkit from '@cantoo/fontkit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { qrCode, QUIET_ZONE } from '#pdf/qr.ts';
import { compileTemplate } from '#pdf/template/compile.ts';
import { renderBatch } from '#pdf/template/render.ts';
import { fontPackages } from '#pdf/testing/packages.ts';
import { openFonts } from '#pdf/type/fonts.ts';
import { BOXES, CODE, makePeople, makeTemplate } from './sample.ts';

/* One side of the bench, in a thread of its own: makes all documents one after the other and keeps none. */

const { side, count } = workerData as { side: 'ours' | 'plain'; count: number };

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
  const orders = makePeople(count).map((texts) => ({ title: 'Invitation', language: 'fr', copies: [texts] }));
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
  for (const texts of makePeople(count)) {
    const doc = await PDFDocument.load(template);
    doc.registerFontkit(fontkit);
    const font = await doc.embedFont(face, { subset: true });
    const pages = doc.getPages();
    for (const { x, y, width, pageIndex, variableKey, size } of BOXES) {
      const page = pages[pageIndex];
      const text = texts[variableKey ?? ''] ?? '';
      if (page === undefined) continue;
      const left = (x / 100) * 595;
      const top = 842 - (y / 100) * 842;
      if (variableKey !== CODE) {
        page.drawText(text, { x: left, y: top - 12, size: size ?? 12, lineHeight: 14, font });
        continue;
      }
      const code = qrCode(text);
      const unit = ((width / 100) * 595) / (code.size + 2 * QUIET_ZONE);
      const path = code.runs.map((run) => `M${run.x} ${run.y}h${run.length}v1h-${run.length}z`).join('');
      page.drawSvgPath(path, { x: left, y: top, scale: unit });
    }
    bytes += (await doc.save()).length;
  }
  return bytes;
}

const template = await makeTemplate();
const result = await measured(() => (side === 'ours' ? ours(template) : plain(template)));
parentPort?.postMessage({ ...result, template: template.length }, []);
