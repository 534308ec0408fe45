import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fontPath } from '#pdf/type/fontFiles.ts';
import { openFonts, type Fonts } from '#pdf/type/fonts.ts';

const { resolve } = createRequire(import.meta.url);
let shared: Fonts | null = null;

/** Opened once for all events; which of their letters a document holds, it knows alone. */
export const serverFonts = (): Fonts =>
  (shared ??= openFonts(
    async (file, weight) => new Uint8Array(await readFile(resolve(fontPath(file, weight)))),
  ));
