import type { PlanJob, PlanReply } from './job.ts';

export interface RunningJob {
  /** Never settles once cancelled. */
  file: Promise<Blob>;
  cancel: () => void;
}

/** Makes the document in a worker of its own: 5,000 seats and their names cost time, but not of the page. */
export function runJob(job: PlanJob, onProgress: (share: number) => void): RunningJob {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const file = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PlanReply>) => {
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
