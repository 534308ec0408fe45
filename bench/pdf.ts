import { Worker } from 'node:worker_threads';
import { figure, type Figure } from './support/report.ts';

const DOCUMENTS = 2000;
/** Of the baseline only so many: each costs the same. */
const PLAIN = 200;

interface Made {
  ms: number;
  bytes: number;
  peak: number;
  template: number;
}

/**
 * 2,000 invitations of two pages from a template of 200 kB, with nine texts and a vector code: processor time a document in
 * a worker thread, against pdf-lib as its own pages show it, one document after the other, in the same run.
 */
export default async function pdf(emit: (figure: Figure) => void): Promise<void> {
  const ours = await made('ours', DOCUMENTS);
  const plain = await made('plain', PLAIN);
  const time = figure({
    bench: 'pdf',
    measure: 'processor time a document',
    ours: ours.ms / DOCUMENTS,
    baseline: plain.ms / PLAIN,
    unit: 'ms',
    baselineName: `plain pdf-lib (${PLAIN})`,
    target: '20× faster',
  });
  emit({ ...time, reached: (time.ratio ?? 0) >= 20 });
  emit(
    figure({
      bench: 'pdf',
      measure: 'size of a document',
      ours: ours.bytes / DOCUMENTS / 1000,
      baseline: plain.bytes / PLAIN / 1000,
      unit: 'kB',
      baselineName: 'plain pdf-lib',
    }),
  );
  const peak = ours.peak / 1e6;
  emit({
    ...figure({
      bench: 'pdf',
      measure: 'most memory of the process',
      ours: peak,
      baseline: plain.peak / 1e6,
      unit: 'MB',
      baselineName: 'plain pdf-lib',
      target: 'under 250 MB',
    }),
    reached: peak < 250,
  });
}

/** In a thread of its own, which on Node 20 has to be told how to read TypeScript. */
function made(side: 'ours' | 'plain', count: number): Promise<Made> {
  const file = new URL('./pdf/worker.ts', import.meta.url).href;
  const start = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(file)}, ${JSON.stringify(import.meta.url)}))`;
  const worker = new Worker(start, { eval: true, workerData: { side, count } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
