import { loadFonts } from '#pdf/browserFonts.ts';
import { backgroundPicture, tablePicture } from '#pdf/pictures.ts';
import { planPdf } from '#pdf/planPdf.ts';
import { answerJobs } from '#ui/fileJob.ts';
import type { PlanJob } from './job.ts';

answerJobs(make);

async function make(
  { document, background, images }: PlanJob,
  report: (done: number, total: number) => void,
): Promise<Blob> {
  const fonts = await loadFonts();
  const read = await Promise.all(
    images.map(async ([fileIndex, blob]) => [fileIndex, await tablePicture(blob)] as const),
  );
  const drawn = {
    ...document,
    background: background === null ? null : await backgroundPicture(background),
    images: read.flatMap(([fileIndex, picture]) => (picture === null ? [] : [[fileIndex, picture] as const])),
  };
  return new Blob([await planPdf(drawn, fonts, report)], { type: 'application/pdf' });
}
