import { loadFonts } from '#pdf/browserFonts.ts';
import { backgroundPicture, tablePicture } from '#pdf/pictures.ts';
import { planPdf } from '#pdf/planPdf.ts';
import type { PlanJob, PlanReply } from './job.ts';

/* Makes one document, away from the page, and is ended by it. */
addEventListener('message', (message: MessageEvent<PlanJob>) => {
  make(message.data)
    .then((blob): PlanReply => ({ kind: 'done', blob }))
    .catch((error: unknown): PlanReply => ({ kind: 'failed', reason: String(error) }))
    .then((reply) => postMessage(reply))
    .catch(() => undefined);
});

const report = (done: number, total: number): void =>
  postMessage({ kind: 'progress', done, total } satisfies PlanReply);

async function make({ document, background, images }: PlanJob): Promise<Blob> {
  const fonts = await loadFonts();
  const drawn = {
    ...document,
    background: background === null ? null : await backgroundPicture(background),
    images: await Promise.all(
      images.map(async ([fileIndex, blob]) => [fileIndex, await tablePicture(blob)] as const),
    ),
  };
  return new Blob([await planPdf(drawn, fonts, report)], { type: 'application/pdf' });
}
