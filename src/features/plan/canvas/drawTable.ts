import type { PlanTable } from '#domain/documents/session.ts';
import { outlineOf, ROW_TINT, seatPoints, seatRadius, type Point } from '#domain/plan/geometry.ts';
import { toPlan } from '#domain/plan/hit.ts';
import { drawFree } from './drawFree.ts';
import type { TableDrawing } from './drawing.ts';
import { drawLabel, drawStandingAtRow, drawTexts } from './drawWords.ts';
import { lookColours, type Palette } from './palette.ts';

const PATH_ORDER = ['unoccupied', 'occupied', 'checkedIn', 'source'] as const;
/** CSS pixels; smaller is grey noise that costs time. */
const SMALLEST_MARK = 3;
/** Of a seat's radius: below it a tick beside a letter is a blot. */
const SMALLEST_BADGE = 9;
const THINNEST_RING = 0.75;

/**
 * Draws a table with its seats and label in plan units. All seats of one look are one path: 5,000 seats cost a few
 * hundred calls. Looks differ by form too, not by colour alone: a free seat is hollow, an occupied one full, a
 * checked-in one has a tick, the source of a move a ring and a point. `scale`: CSS pixels in a plan unit.
 */
export function drawTable(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  const { table, look } = drawing;
  ctx.save();
  if (look === 'dimmed') ctx.globalAlpha *= 0.35;
  ctx.save();
  ctx.translate(table.position.x, table.position.y);
  ctx.rotate((table.rotation * Math.PI) / 180);
  ctx.scale(table.scale, table.scale);
  drawOutline(ctx, drawing, palette);
  drawSeats(ctx, drawing, palette, scale * table.scale);
  if (drawing.colours !== undefined) drawColours(ctx, drawing, palette, scale * table.scale);
  ctx.restore();
  const written = drawLabel(ctx, drawing, palette, scale);
  drawTexts(ctx, drawing, palette, scale);
  drawStandingAtRow(ctx, drawing, palette, scale);
  if (drawing.locked === true) drawLock(ctx, table, written?.top ?? null, palette, scale);
  if (written?.noted !== true) drawFree(ctx, drawing, palette, scale);
  ctx.restore();
}

/** CSS pixels: as small as it is understood, however far away. */
const LOCK = { least: 8, most: 16 };

/** Upright, and above the number, which is more than it. */
function drawLock(
  ctx: CanvasRenderingContext2D,
  table: PlanTable,
  number: Point | null,
  palette: Palette,
  scale: number,
): void {
  const size = Math.min(LOCK.most / scale, Math.max(LOCK.least / scale, 1.1 * table.scale));
  const { x, y } = number ?? toPlan(table, { x: 0, y: 0 });
  ctx.save();
  // Its foot is 0.62 below where it is drawn from.
  ctx.translate(x, y - size * 0.8);
  ctx.scale(size, size);
  ctx.fillStyle = palette.label;
  ctx.strokeStyle = palette.ground;
  ctx.lineWidth = 0.3;
  ctx.beginPath();
  ctx.roundRect(-0.42, 0, 0.84, 0.62, 0.1);
  ctx.stroke();
  ctx.fill();
  ctx.beginPath();
  ctx.arc(0, 0, 0.27, Math.PI, 2 * Math.PI);
  ctx.strokeStyle = palette.label;
  ctx.lineWidth = 0.16;
  ctx.stroke();
  ctx.restore();
}

/** The outline's path around the table's position, before rotation and scale. */
function tracePath(ctx: CanvasRenderingContext2D, table: PlanTable): boolean {
  const outline = outlineOf(table);
  ctx.beginPath();
  switch (outline.shape) {
    case 'circle':
      ctx.arc(0, 0, outline.radius, 0, 2 * Math.PI);
      return true;
    case 'halfCircle':
      ctx.arc(0, 0, outline.radius, 0, Math.PI);
      ctx.closePath();
      return true;
    case 'rectangle':
      ctx.roundRect(-outline.width / 2, -outline.height / 2, outline.width, outline.height, 0.5);
      return true;
    case 'none':
      return false;
    default:
      return outline satisfies never;
  }
}

function drawOutline(
  ctx: CanvasRenderingContext2D,
  { table, image, look, selected }: TableDrawing,
  palette: Palette,
): void {
  const outline = outlineOf(table);
  const strong = selected === true || look === 'marked' || look === 'troubled';
  if (!tracePath(ctx, table)) return;
  if (image !== undefined && outline.shape === 'rectangle') {
    ctx.drawImage(image, -outline.width / 2, -outline.height / 2, outline.width, outline.height);
    if (!strong) return;
  } else {
    ctx.fillStyle = table.color ?? palette.table;
    ctx.fill();
  }
  ctx.strokeStyle = look === 'troubled' ? palette.bad : strong ? palette.accent : palette.line;
  ctx.lineWidth = strong ? 0.45 : 0.15;
  // Not by its colour alone.
  if (look === 'troubled') ctx.setLineDash([0.8, 0.5]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawSeats(
  ctx: CanvasRenderingContext2D,
  { table, looks, selected, look: tableLook }: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  const points = seatPoints(table);
  const isRow = outlineOf(table).shape === 'none';
  for (const look of PATH_ORDER) {
    let any = false;
    ctx.beginPath();
    for (const [index, { x, y }] of points.entries()) {
      if ((looks[index] ?? 'unoccupied') !== look) continue;
      any = true;
      const r = seatRadius(table, index) - 0.08;
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, 2 * Math.PI);
    }
    if (!any) continue;
    const { fill, line, sign } = lookColours(look, palette);
    ctx.fillStyle = fill;
    ctx.fill();
    if (look === 'unoccupied' && isRow) tint(ctx, table.color);
    ctx.strokeStyle =
      selected === true || tableLook === 'marked'
        ? palette.accent
        : tableLook === 'troubled'
          ? palette.bad
          : line;
    // On a whole plan of 500 tables a free seat is nothing but its ring: that is never thinner than the eye can see.
    ctx.lineWidth = Math.min(0.5, Math.max(selected === true ? 0.3 : 0.16, THINNEST_RING / scale));
    ctx.stroke();
    if (scale < SMALLEST_MARK) continue;
    ctx.beginPath();
    for (const [index, { x, y }] of points.entries()) {
      if ((looks[index] ?? 'unoccupied') !== look) continue;
      const r = seatRadius(table, index);
      if (look === 'checkedIn') tick(ctx, { x, y }, r, table.rotation);
      if (look === 'source') {
        ctx.moveTo(x + r * 0.45, y);
        ctx.arc(x, y, r * 0.45, 0, 2 * Math.PI);
      }
    }
    ctx.strokeStyle = sign;
    ctx.lineWidth = 0.24;
    ctx.stroke();
  }
}

/**
 * Over the state. Who has come in has a ring of ink with a gap, which is seen whatever the colours and the eyes, and close by
 * a tick beside the letter.
 */
function drawColours(
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
