/** What a worker that makes files says to the page. */
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
export function runJob(worker: Worker, job: object, onProgress: (share: number) => void): RunningJob {
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

/** The other side: makes one file, away from the page, and is ended by it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it also types the message below
export function answerJobs<Job>(
  make: (job: Job, report: (done: number, total: number) => void) => Promise<Blob>,
): void {
  const report = (done: number, total: number): void =>
    postMessage({ kind: 'progress', done, total } satisfies JobReply);
  addEventListener('message', (message: MessageEvent<Job>) => {
    make(message.data, report)
      .then((blob): JobReply => ({ kind: 'done', blob }))
      .catch((error: unknown): JobReply => ({ kind: 'failed', reason: String(error) }))
      .then((reply) => postMessage(reply))
      .catch(() => undefined);
  });
}
