import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { slicesIn, type CjkDesign, type Slice, type Slices } from '#pdf/type/cjk.ts';
import { fontPath } from '#pdf/type/fontFiles.ts';
import { openFonts, type Fonts } from '#pdf/type/fonts.ts';

const { resolve } = createRequire(import.meta.url);
let shared: Fonts | null = null;
let slices: Promise<Slices> | null = null;

/** Opened once for all events; which of their letters a document holds, it knows alone. */
export const serverFonts = (): Fonts =>
  (shared ??= openFonts({
    file: async (file, weight) => new Uint8Array(await readFile(resolve(fontPath(file, weight)))),
    slices: () => (slices ??= readSlices()),
  }));

async function readSlices(): Promise<Slices> {
  const read = async (design: CjkDesign): Promise<Slice[]> => {
    const table = await readFile(resolve(`@fontsource/noto-sans-${design}/unicode.json`), 'utf8');
    return slicesIn(design, JSON.parse(table) as Record<string, string>);
  };
  const [sc, jp, kr] = await Promise.all([read('sc'), read('jp'), read('kr')]);
  return { sc, jp, kr };
}
