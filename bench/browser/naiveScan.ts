import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';

/**
 * The baseline of `scan`: each picture of the camera is decoded whole on the main thread, looking for every kind of
 * code. ms of each decoding; nothing is checked in.
 */
export async function naiveScan(wasmUrl: string, tickets: readonly string[][]): Promise<number[]> {
  void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const detector = new BarcodeDetector();
  const canvas = document.createElement('canvas');
  const samples: number[] = [];
  for (const rows of tickets) {
    drawTicket(canvas, rows);
    const start = performance.now();
    const picture = await createImageBitmap(canvas);
    const found = await detector.detect(picture);
    samples.push(performance.now() - start);
    if (found.length === 0) throw new Error('the code was not found');
  }
  return samples;
}

/**
 * A camera's picture of 1280×960 with a ticket in it (rows of 0 and 1), on a ground of noise. Has no surroundings, so
 * that it can also be handed over to a page as text.
 */
export function drawTicket(canvas: HTMLCanvasElement, rows: readonly string[]): void {
  canvas.width = 1280;
  canvas.height = 960;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  const ground = context.createImageData(1280, 960);
  for (let at = 0; at < ground.data.length; at += 4) {
    const grey = 70 + Math.floor(Math.random() * 60);
    ground.data.set([grey, grey, grey, 255], at);
  }
  context.putImageData(ground, 0, 0);
  const scale = Math.floor(380 / (rows.length + 8));
  const [left, top] = [470, 290];
  context.fillStyle = '#e4e4e4';
  if (rows.length > 0) context.fillRect(left, top, scale * (rows.length + 8), scale * (rows.length + 8));
  context.fillStyle = '#1c1c1c';
  rows.forEach((row, y) =>
    row.split('').forEach((module, x) => {
      if (module === '1') context.fillRect(left + (x + 4) * scale, top + (y + 4) * scale, scale, scale);
    }),
  );
}
