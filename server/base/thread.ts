import { Worker, type ResourceLimits } from 'node:worker_threads';

/** A thread of this server, which begins with a module beside `from`: as it was built, or as it is written where nothing is built. */
export function startThread(
  name: string,
  from: string,
  { resourceLimits }: { resourceLimits?: ResourceLimits } = {},
): Worker {
  const options = { execArgv: [], ...(resourceLimits && { resourceLimits }) };
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options);
  const file = JSON.stringify(new URL(`./${name}.ts`, from).href);
  // On Node 20 a thread has to be told how to read TypeScript.
  const start = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${JSON.stringify(from)}))`;
  return new Worker(start, { eval: true, ...options });
}
