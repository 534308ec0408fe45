import { barcodePdf } from './barcodePdf.ts';
import { barcodeJpeg } from './barcodePicture.ts';
import { browserFonts } from './browserFonts.ts';
import { csvText } from './csv.ts';
import type { Boxes, FileJob, JobReply, LettersReply, LettersRequest, TemplateRequest } from './fileJob.ts';
import { listPdf } from './listPdf.ts';
import { messagePdf } from './messagePdf.ts';
import { backgroundPicture, tablePicture } from './pictures.ts';
import { planPdf } from './planPdf.ts';
import { cardsPdf, signsPdf } from './tableCards.ts';
import { ownTemplatePdf } from './template/ownTemplate.ts';
import { templateReply } from './template/openInWorker.ts';
import type { Fonts } from './type/fonts.ts';
import { boxedLines, missingLetters } from './type/missingLetters.ts';
import { xlsxOf } from './xlsx.ts';
import { zipOf, type ZipEntry } from './zip.ts';

/* Makes one file, away from the page, and is ended by it. One worker for all kinds: they share the PDF libraries. */

type Report = (done: number, total: number) => void;
type JobOf<Kind extends FileJob['kind']> = Extract<FileJob, { kind: Kind }>;

addEventListener('message', ({ data: job }: MessageEvent<FileJob | TemplateRequest | LettersRequest>) => {
  if (job.kind === 'letters') {
    void lettersReply(job).then((reply) => postMessage(reply));
    return;
  }
  if (job.kind === 'openTemplate' || job.kind === 'renderTemplate' || job.kind === 'layOver') {
    void templateReply(job).then((reply) => postMessage(reply));
    return;
  }
  const report: Report = (done, total) => postMessage({ kind: 'progress', done, total } satisfies JobReply);
  make(job, report)
    .then((blob): JobReply => ({ kind: 'done', blob, ...boxes }))
    .catch((error: unknown): JobReply => ({ kind: 'failed', reason: String(error) }))
    .then((reply) => postMessage(reply))
    .catch(() => undefined);
});

/** Opened once: whoever asks for letters asks again. */
let lettersFonts: Fonts | null = null;

async function lettersReply({ number, texts }: LettersRequest): Promise<LettersReply> {
  try {
    return { kind: 'letters', number, ...(await missingLetters(texts, (lettersFonts ??= browserFonts()))) };
  } catch (error) {
    return { kind: 'lettersFailed', number, reason: String(error) };
  }
}

async function make(job: FileJob, report: Report): Promise<Blob> {
  switch (job.kind) {
    case 'csv':
      return new Blob([csvText(job.rows, job.separator)], { type: 'text/csv;charset=utf-8' });
    case 'xlsx':
      return new Blob([xlsxOf(job.sheets, job.now)], { type: XLSX });
    case 'listPdf':
      return pdf(await listPdf(job.list, await fontsFor(job.list), report));
    case 'messagePdf':
      return pdf(await messagePdf(job.message, await fontsFor(job.message)));
    case 'barcodePdf':
      return pdf(
        await barcodePdf(job.badges, job.details, await fontsFor(job.badges), report, job.symbology),
      );
    case 'barcodeJpg':
      return pictures(job, report);
    case 'ownTemplate':
      return pdf(await ownTemplatePdf(job.template, await fontsFor(job.template)));
    case 'cardsPdf':
      return pdf(await cardsPdf(job.document, await fontsFor(job.document), report));
    case 'signsPdf':
      return pdf(await signsPdf(job.document, await fontsFor(job.document), report));
    case 'planPdf':
      return plan(job, report);
    default:
      return job satisfies never;
  }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pdf = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes], { type: 'application/pdf' });

/** This worker makes one file. */
let boxes: Boxes = { lettersAway: false, boxed: [] };

async function fontsFor(document: unknown): Promise<Fonts> {
  const fonts = browserFonts();
  const texts = new Set(textsIn(document));
  await fonts.prepare(texts);
  const lettersAway = fonts.areAway;
  boxes = { lettersAway, boxed: lettersAway ? [] : await boxedLines(texts, fonts) };
  return fonts;
}

/** Every string, wherever it stands. */
function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* textsIn(part);
  }
}

async function pictures({ badges, symbology, now }: JobOf<'barcodeJpg'>, report: Report): Promise<Blob> {
  const entries: ZipEntry[] = [];
  for (const { number, name, file } of badges) {
    const picture = await barcodeJpeg(number, name, symbology);
    if (badges.length === 1) return picture;
    entries.push({ name: file, data: new Uint8Array(await picture.arrayBuffer()) });
    if (entries.length % 10 === 0) report(entries.length, badges.length);
  }
  return new Blob([zipOf(entries, new Date(now))], { type: 'application/zip' });
}

async function plan({ document, background, images }: JobOf<'planPdf'>, report: Report): Promise<Blob> {
  const fonts = await fontsFor(document);
  const read = await Promise.all(
    images.map(async ([fileIndex, blob]) => [fileIndex, await tablePicture(blob)] as const),
  );
  const drawn = {
    ...document,
    background: background === null ? null : await backgroundPicture(background),
    images: read.flatMap(([fileIndex, picture]) => (picture === null ? [] : [[fileIndex, picture] as const])),
  };
  return pdf(await planPdf(drawn, fonts, report));
}
