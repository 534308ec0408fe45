import { Worker } from 'node:worker_threads';

/* A process that has nothing but one side of the bench `pdf`, in a thread: what else runs would be measured as well. */

const [, , side, count] = process.argv;
const thread = new Worker(new URL('./worker.js', import.meta.url), {
  workerData: { side, count: Number(count) },
});
thread.once('message', (made) => process.send?.(made));
