/* Compresses the built app once, at build time, at the best quality: the server then only sends what lies there. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|mjs|css|html|svg|json|webmanifest|wasm|ttf)$/;
/** Bytes. Below, the headers cost more than compression saves. */
const SMALLEST = 1024;

const forms = {
  br: (data: Uint8Array<ArrayBuffer>) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  gz: (data: Uint8Array<ArrayBuffer>) => promisify(gzip)(data, { level: 9 }),
};

/** Puts `x.js.br` and `x.js.gz` beside each `x.js` of the folder. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const data = new Uint8Array(await readFile(path));
      if (data.length < SMALLEST) return;
      for (const [ending, compress] of Object.entries(forms)) {
        await writeFile(`${path}.${ending}`, new Uint8Array(await compress(data)));
      }
    }),
  );
}

/** The last step of a build: after everything is written, the service worker included. */
export function compressBuild(folder: string): Plugin {
  return {
    name: 'foyer-compress-build',
    apply: 'build',
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}
