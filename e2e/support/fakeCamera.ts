import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import QRCode from 'qrcode';
import { chromiumArgs, requireChromium } from '../../scripts/chromium.ts';

const WIDTH = 1280;
const HEIGHT = 960;
const QUIET_MODULES = 4;

/** One picture of a grey room, with a ticket held into it when there is a code. Luma only. */
function picture(code: string | null): Uint8Array<ArrayBuffer> {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(96);
  if (code === null) return luma;
  const { modules } = QRCode.create(code, { errorCorrectionLevel: 'M' });
  const count = modules.size + 2 * QUIET_MODULES;
  const scale = Math.floor(400 / count);
  const left = Math.floor((WIDTH - count * scale) / 2);
  const top = Math.floor((HEIGHT - count * scale) / 2);
  for (let y = 0; y < count * scale; y++) {
    for (let x = 0; x < count * scale; x++) {
      const column = Math.floor(x / scale) - QUIET_MODULES;
      const row = Math.floor(y / scale) - QUIET_MODULES;
      const inside = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
      const dark = inside && modules.get(row, column) === 1;
      luma[(top + y) * WIDTH + left + x] = dark ? 24 : 230;
    }
  }
  return luma;
}

/** A video file as Chromium's fake camera plays it, over and over: each code for so many of its ten frames a second. */
async function writeVideo(codes: readonly (string | null)[], framesEach: number): Promise<string> {
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
  shows: readonly (string | null)[];
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
