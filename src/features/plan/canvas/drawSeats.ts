import { outlineOf, ROW_TINT, seatPoints, seatRadius, type Point } from '#domain/plan/geometry.ts';
import { toPlan } from '#domain/plan/hit.ts';
import type { TableDrawing } from './drawing.ts';
import { lookColours, type Palette } from './palette.ts';

const PATH_ORDER = ['unoccupied', 'occupied', 'checkedIn', 'source'] as const;
/** CSS pixels; smaller is grey noise that costs time. */
const SMALLEST_MARK = 3;
/** Of a seat's radius: below it a tick beside a letter is a blot. */
const SMALLEST_BADGE = 9;
/** On a whole plan of 500 tables a free seat is nothing but its ring: that is never thinner than the eye can see. */
const THINNEST_RING = 0.75;
/** How far within a seat's edge the middle of its ring lies. */
const INSET = 0.08;

/**
 * The seats of a table by their looks, around its position. A ring is a larger disc below another: without a graphics
 * card thousands of strokes take more than twice as long to draw.
 */
export function drawSeats(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  const { table, looks } = drawing;
  const points = seatPoints(table);
  const isRow = outlineOf(table).shape === 'none';
  /** One after the other; those that are traced backwards cut a hole into those before. */
  const trace = (seats: readonly number[], beyond: number, backwards = false): void => {
    for (const index of seats) {
      const { x, y } = points[index] ?? { x: 0, y: 0 };
      const r = Math.max(0, seatRadius(table, index) + beyond);
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, backwards ? 2 * Math.PI : 0, backwards ? 0 : 2 * Math.PI, backwards);
    }
  };
  const ringWidth = Math.min(0.5, Math.max(drawing.selected === true ? 0.3 : 0.16, THINNEST_RING / scale));
  for (const look of PATH_ORDER) {
    const seats = [...points.keys()].filter((index) => (looks[index] ?? 'unoccupied') === look);
    if (seats.length === 0) continue;
    const { fill, line, sign } = lookColours(look, palette);
    const ring = ringOf(drawing, palette) ?? line;
    ctx.beginPath();
    trace(seats, ringWidth / 2 - INSET);
    // Of a table that steps back, both would be seen through each other.
    if (ring !== fill && drawing.look === 'dimmed') trace(seats, -ringWidth / 2 - INSET, true);
    ctx.fillStyle = ring;
    ctx.fill();
    if (ring !== fill) {
      ctx.beginPath();
      trace(seats, -ringWidth / 2 - INSET);
      ctx.fillStyle = fill;
      ctx.fill();
      if (look === 'unoccupied' && isRow) tint(ctx, table.color);
    }
    if (scale < SMALLEST_MARK || (look !== 'checkedIn' && look !== 'source')) continue;
    ctx.beginPath();
    for (const index of seats) {
      const at = points[index] ?? { x: 0, y: 0 };
      const r = seatRadius(table, index);
      if (look === 'checkedIn') tick(ctx, at, r, table.rotation);
      else {
        ctx.moveTo(at.x + r * 0.45, at.y);
        ctx.arc(at.x, at.y, r * 0.45, 0, 2 * Math.PI);
      }
    }
    ctx.strokeStyle = sign;
    ctx.lineWidth = 0.24;
    ctx.stroke();
  }
}

/** What the table tells of itself, in place of the colour of a look; null for nothing. */
function ringOf({ selected, look }: TableDrawing, palette: Palette): string | null {
  if (selected === true || look === 'marked') return palette.accent;
  return look === 'troubled' ? palette.bad : null;
}

/**
 * Over the state. Who has come in has a ring of ink with a gap, which is seen whatever the colours and the eyes, and close by
 * a tick beside the letter.
 */
export function drawColours(
  ctx: CanvasRenderingContext2D,
  { table, looks, colours = [] }: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  for (const [index, { x, y }] of seatPoints(table).entries()) {
    const colour = colours[index] ?? '';
    const look = looks[index];
    if (colour === '' || look === 'source' || look === 'unoccupied') continue;
    const r = seatRadius(table, index);
    const isIn = look === 'checkedIn';
    disc(ctx, x, y, r - 0.02, isIn ? palette.label : palette.ground);
    if (isIn) disc(ctx, x, y, r - 0.2, palette.ground);
    disc(ctx, x, y, r - (isIn ? 0.29 : 0.14), colour);
    if (!isIn || r * scale < SMALLEST_BADGE) continue;
    const badge = { ...upright({ x, y }, table.rotation, { x: r * 0.74, y: -r * 0.74 }), r: r * 0.42 };
    disc(ctx, badge.x, badge.y, badge.r + 0.1, palette.ground);
    disc(ctx, badge.x, badge.y, badge.r, palette.checkedIn);
    ctx.beginPath();
    tick(ctx, badge, badge.r, table.rotation);
    ctx.strokeStyle = palette.onCheckedIn;
    ctx.lineWidth = 0.14;
    ctx.stroke();
  }
}

function disc(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, fill: string): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
}

/** A row has no table to show its colour: its free seats do, so lightly that they stay free ones. */
function tint(ctx: CanvasRenderingContext2D, color: string | null | undefined): void {
  if (color == null) return;
  ctx.save();
  ctx.globalAlpha *= ROW_TINT;
  ctx.fillStyle = color;
  ctx.fill();
  ctx.restore();
}

function tick(ctx: CanvasRenderingContext2D, at: Point, r: number, rotation: number): void {
  for (const [index, [dx, dy]] of TICK.entries()) {
    const { x, y } = upright(at, rotation, { x: r * dx, y: r * dy });
    if (index === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  }
}

const TICK = [
  [-0.42, 0.02],
  [-0.1, 0.36],
  [0.46, -0.34],
] as const;

/** A point beside another as the eye sees it, where the paper is turned with its table. */
const upright = (position: Point, rotation: number, beside: Point): Point =>
  toPlan({ position, rotation: -rotation, scale: 1 }, beside);
