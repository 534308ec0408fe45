import type { PlanTable } from '#domain/documents/session.ts';
import { outlineOf, type Point } from '#domain/plan/geometry.ts';
import { toPlan } from '#domain/plan/hit.ts';
import { drawFree } from './drawFree.ts';
import type { TableDrawing } from './drawing.ts';
import { drawColours, drawSeats } from './drawSeats.ts';
import { drawLabel, drawStandingAtRow, drawTexts } from './drawWords.ts';
import type { Palette } from './palette.ts';

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
