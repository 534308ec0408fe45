import { csvText } from '#domain/csvText.ts';
import { barcodePdf } from '#pdf/barcodePdf.ts';
import { barcodeJpeg } from '#pdf/barcodePicture.ts';
import { loadFonts } from '#pdf/browserFonts.ts';
import { listPdf } from '#pdf/listPdf.ts';
import { zipParts, type ZipEntry } from '#pdf/zip.ts';
import { answerJobs } from '#ui/fileJob.ts';
import type { ExportJob } from './job.ts';

answerJobs(make);

type Report = (done: number, total: number) => void;

async function make(job: ExportJob, report: Report): Promise<Blob> {
  switch (job.kind) {
    case 'csv':
      return new Blob([csvText(job.rows, job.separator)], { type: 'text/csv;charset=utf-8' });
    case 'pdf':
      return pdf(await listPdf(job.list, await loadFonts(), report));
    case 'barcodePdf':
      return pdf(await barcodePdf(job.badges, job.details, await loadFonts(), report));
    default:
      return pictures(job.badges, job.now, report);
  }
}

const pdf = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes], { type: 'application/pdf' });

async function pictures(
  badges: Extract<ExportJob, { kind: 'barcodeJpg' }>['badges'],
  now: number,
  report: Report,
): Promise<Blob> {
  const entries: ZipEntry[] = [];
  for (const { number, name, file } of badges) {
    const picture = await barcodeJpeg(number, name);
    if (badges.length === 1) return picture;
    entries.push({ name: file, data: new Uint8Array(await picture.arrayBuffer()) });
    if (entries.length % 10 === 0) report(entries.length, badges.length);
  }
  return new Blob(zipParts(entries, new Date(now)), { type: 'application/zip' });
}
