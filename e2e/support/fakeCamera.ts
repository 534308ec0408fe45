import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import QRCode from 'qrcode';
import { chromiumArgs, requireChromium } from '../../scripts/chromium.ts';
import { code128 } from './code128.ts';

const WIDTH = 1280;
const HEIGHT = 960;
const QUIET_MODULES = 4;

/** What is held into the camera: the text of a QR code, or of a Code 128. */
export type Shown = string | { code128: string };

/** A code on white: how wide and high in modules, with its quiet zone, and which modules are dark. */
function ticket(shown: Shown): { width: number; height: number; dark: (x: number, y: number) => boolean } {
  if (typeof shown === 'object') {
    const bars = code128(shown.code128);
    const quiet = 10;
    return { width: bars.length + 2 * quiet, height: 60, dark: (x) => bars[x - quiet] === true };
  }
  const { modules } = QRCode.create(shown, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * QUIET_MODULES;
  const inside = (at: number): boolean => at >= 0 && at < modules.size;
  return {
    ...{ width: size, height: size },
    dark(x, y) {
      const [column, row] = [x - QUIET_MODULES, y - QUIET_MODULES];
      return inside(column) && inside(row) && modules.get(row, column) === 1;
    },
  };
}

/** One picture of a grey room, with a ticket held into it when there is a code. Luma only. */
function picture(shown: Shown | null): Uint8Array<ArrayBuffer> {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(96);
  if (shown === null) return luma;
  const { width, height, dark } = ticket(shown);
  const scale = Math.floor(400 / width);
  const left = Math.floor((WIDTH - width * scale) / 2);
  const top = Math.floor((HEIGHT - height * scale) / 2);
  for (let y = 0; y < height * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      const isDark = dark(Math.floor(x / scale), Math.floor(y / scale));
      luma[(top + y) * WIDTH + left + x] = isDark ? 24 : 230;
    }
  }
  return luma;
}

/** A video file as Chromium's fake camera plays it, over and over: each code for so many of its ten frames a second. */
async function writeVideo(codes: readonly (Shown | null)[], framesEach: number): Promise<string> {
  const chroma = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128);
  const ascii = new TextEncoder();
  const parts = [ascii.encode(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)];
  for (const code of codes) {
    const frame = [ascii.encode('FRAME\n'), picture(code), chroma];
    for (let index = 0; index < framesEach; index++) parts.push(...frame);
  }
  const file = join(await mkdtemp(join(tmpdir(), 'foyer-camera-')), 'camera.y4m');
  await writeFile(file, parts);
  return file;
}

export interface CameraOptions {
  /** What is held into the picture, one after the other. */
  shows: readonly (Shown | null)[];
  framesEach?: number;
  /** Nobody allows the camera. */
  denied?: boolean;
}

/** A browser with a camera of its own; to be closed by the caller. */
export async function browserWithCamera({ shows, framesEach = 2, denied }: CameraOptions): Promise<Browser> {
  const file = await writeVideo(shows, framesEach);
  return chromium.launch({
    executablePath: requireChromium(),
    args: [
      ...chromiumArgs,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
      // Says yes where a person would be asked; without it the headless browser says no.
      ...(denied === true ? [] : ['--use-fake-ui-for-media-stream']),
    ],
  });
}
