import type { Plan } from '#domain/documents/session.ts';
import { planLabel } from '#domain/sessions/placement.ts';
import { BACKGROUND_OPACITY, planWidth } from '#domain/plan/geometry.ts';
import { drawTable } from './drawTable.ts';
import { LIGHT, type SeatLook } from './palette.ts';

/** Pixels in a plan unit: 3,200 wide for the usual ratio, enough for A3. */
const SCALE = 20;
const EDGE = 3;

export interface PictureParts {
  plan: Plan;
  background: CanvasImageSource | null;
  /** Of image tables, by `image.fileIndex`. */
  images: ReadonlyMap<number, CanvasImageSource>;
  /** Every seat is free without it. */
  seatLook?: (tableId: string, seatIndex: number) => SeatLook;
  seatText?: (tableId: string, seatIndex: number) => string;
}

/** The whole plan as a PNG on white, to print or to send: with its background and pictures. */
export async function planImage({
  plan,
  background,
  images,
  seatLook = () => 'unoccupied',
  seatText = () => '',
}: PictureParts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((planWidth(plan) + 2 * EDGE) * SCALE);
  canvas.height = (100 + 2 * EDGE) * SCALE;
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('this browser draws no pictures');
  ctx.fillStyle = LIGHT.ground;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.scale(SCALE, SCALE);
  ctx.translate(EDGE, EDGE);
  if (background !== null) {
    ctx.globalAlpha = BACKGROUND_OPACITY;
    ctx.drawImage(background, 0, 0, planWidth(plan), 100);
    ctx.globalAlpha = 1;
  }
  for (const [tableId, table] of Object.entries(plan.state.tables)) {
    const seats = Array.from({ length: table.seats }, (_, index) => index);
    drawTable(
      ctx,
      {
        ...{ table, label: planLabel(tableId, table) },
        looks: seats.map((index) => seatLook(tableId, index)),
        texts: seats.map((index) => seatText(tableId, index)),
        image: table.image ? images.get(table.image.fileIndex) : undefined,
      },
      LIGHT,
      SCALE,
    );
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no picture came')) : resolve(blob)),
      'image/png',
    );
  });
}
