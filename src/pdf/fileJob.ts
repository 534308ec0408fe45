import type { Badge } from './barcodePdf.ts';
import type { PdfDetails } from './document.ts';
import type { ListDocument } from './listPdf.ts';
import type { PlanDocument } from './planPdf.ts';

/** What the worker makes. All words are ready: it knows no language. Pictures are as they are stored. */
export type FileJob =
  | { kind: 'csv'; rows: readonly (readonly string[])[]; separator: ',' | ';' }
  | { kind: 'listPdf'; list: ListDocument }
  | { kind: 'barcodePdf'; badges: readonly Badge[]; details: PdfDetails }
  /** One picture, or an archive of many under these names. */
  | { kind: 'barcodeJpg'; badges: readonly (Badge & { file: string })[]; now: number }
  | {
      kind: 'planPdf';
      document: Omit<PlanDocument, 'background' | 'images'>;
      background: Blob | null;
      images: readonly (readonly [fileIndex: number, picture: Blob])[];
    };

/** What the worker says to the page. */
export type JobReply =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; reason: string };

export interface RunningJob {
  /** Never settles once cancelled. */
  file: Promise<Blob>;
  cancel: () => void;
}

/** Has a file made in a worker of its own, which ends with it: it may cost seconds, but not of the page. */
export function runJob(job: FileJob, onProgress: (share: number) => void): RunningJob {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' });
  const file = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<JobReply>) => {
      if (data.kind === 'progress') {
        onProgress(data.done / Math.max(1, data.total));
        return;
      }
      worker.terminate();
      if (data.kind === 'done') resolve(data.blob);
      else reject(new Error(data.reason));
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
  });
  worker.postMessage(job, []);
  return { file, cancel: () => worker.terminate() };
}
