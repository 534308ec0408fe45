import { outlineOf } from '#domain/plan/geometry.ts';
import { boundsOf } from '#domain/plan/hit.ts';
import type { TableDrawing } from './drawing.ts';
import { widthOf, write } from './letters.ts';
import type { Palette } from './palette.ts';

/** Of the figures, CSS pixels: read from where the whole of a large room is seen. */
const LEAST = 9;
const MOST = 12;
/** Of the figures' size. */
const HEIGHT = 1.25;
const PADDING = 0.35;
/** Pixels in a unit of the table: below it the figures of all seats would be wider than the table. */
const OF_ALL = 2.6;

/**
 * How many seats of a table are free, at its upper right where there is no room for words on it: whoever looks at the whole
 * of a hall looks for these. Of all its seats where there is room for that; a table that is full has nothing.
 */
export function drawFree(
  ctx: CanvasRenderingContext2D,
  { table, free = 0 }: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  if (free === 0 || outlineOf(table).shape === 'none') return;
  const { minX, minY, maxX, maxY } = boundsOf(table);
  const [across, deep] = [maxX - minX, maxY - minY];
  const size = Math.min(MOST, Math.max(LEAST, 1.5 * table.scale * scale)) / scale;
  const height = size * HEIGHT;
  if (Math.min(across, deep) < height) return;
  const text = table.scale * scale < OF_ALL ? String(free) : `${free}/${table.seats}`;
  const width = Math.max(height, (size / 16) * widthOf(ctx, text) + 2 * PADDING * size);
  // Off the middle, where the table's number stands, and off most of a seat.
  const x = (minX + maxX) / 2 + 0.44 * across;
  const y = (minY + maxY) / 2 - Math.max(0.46 * deep, height * 0.9);
  ctx.fillStyle = palette.seat;
  ctx.strokeStyle = palette.label;
  ctx.lineWidth = 1 / scale;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = palette.label;
  write(ctx, text, { x, y }, size, width);
}
