/* oxlint-disable unicorn/require-post-message-target-origin -- a port of threads, not a window */
import { parentPort } from 'node:worker_threads';
import { compileTemplate, TemplateError } from '#pdf/template/compile.ts';
import type { FromTemplates } from './templates.ts';

/* A thread that reads the PDFs of templates: what somebody uploaded may be anything. */

async function read(pdf: Uint8Array): Promise<FromTemplates> {
  try {
    return { kind: 'read', template: await compileTemplate(pdf) };
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'refused', fault: error.code };
    return { kind: 'failed', problem: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}

const tell = (message: FromTemplates): void => parentPort?.postMessage(message);
parentPort?.on('message', (pdf: Uint8Array) => void read(pdf).then(tell));
tell({ kind: 'ready' });
