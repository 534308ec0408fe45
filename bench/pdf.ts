import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { build } from 'vite';
import { figure, type Figure } from './support/report.ts';

const DOCUMENTS = 2000;
/** Of the baselines only so many: each costs the same. */
const PLAIN = 200;
const PDFME = 100;

interface Made {
  ms: number;
  bytes: number;
  peak: number;
  template: number;
}

/**
 * 2,000 invitations of two pages from a template of 200 kB, with nine texts and a vector code: processor time a document in
 * a worker thread, against pdf-lib and @pdfme/generator as their own pages show them, one document after the other, in the
 * same run.
 */
export default async function pdf(emit: (figure: Figure) => void): Promise<void> {
  const file = await built();
  const ours = await made(file, 'ours', DOCUMENTS);
  const plain = await made(file, 'plain', PLAIN);
  const pdfme = await made(file, 'pdfme', PDFME);
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
  const other = figure({
    ...time,
    ...{ ratio: null, baseline: pdfme.ms / PDFME, baselineName: `@pdfme/generator (${PDFME})` },
    target: '60× faster',
  });
  emit({ ...other, reached: (other.ratio ?? 0) >= 60 });
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

/** As the product runs: built, in a thread of a process that does nothing else. */
async function made(file: string, side: 'ours' | 'plain' | 'pdfme', count: number): Promise<Made> {
  const child = fork(file, [side, String(count)]);
  const [message] = (await once(child, 'message')) as [Made];
  child.kill();
  return message;
}

async function built(): Promise<string> {
  await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false },
    build: {
      ...{ ssr: true, outDir: 'dist/bench', emptyOutDir: true, target: 'node20', minify: false },
      rolldownOptions: { input: { process: 'bench/pdf/process.ts', worker: 'bench/pdf/worker.ts' } },
    },
  });
  return resolve('dist/bench/process.js');
}
