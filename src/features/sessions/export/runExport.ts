import type { ExportJob, ExportReply } from './job.ts';

export interface RunningExport {
  /** Never settles once cancelled. */
  file: Promise<Blob>;
  cancel: () => void;
}

/** Makes the file in a worker of its own: 5,000 guests cost a few seconds, but not of the page. */
export function runExport(job: ExportJob, onProgress: (share: number) => void): RunningExport {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const file = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ExportReply>) => {
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
