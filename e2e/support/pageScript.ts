import { resolve } from 'node:path';
import { build } from 'vite';

/** Builds the script of a page of a test's or a bench's own, from the file where it begins. */
export async function pageScript(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    // Rolldown warns of each "use client" in the packages.
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      lib: { entry: resolve(entry), formats: ['es'], fileName: 'page' },
      // One script: the page is given no other.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [bundle] = [output].flat();
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('no script was built');
  return chunk.code;
}
