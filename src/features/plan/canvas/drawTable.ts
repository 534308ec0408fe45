import type { PlanTable } from '#domain/documents/session.ts';
import { hasLabel } from '#domain/sessions/placement.ts';
import { outlineOf, ROW_TINT, seatPoints, seatRadius, type Point } from '#domain/plan/geometry.ts';
import { reachOf, rowLabelOf, toPlan } from '#domain/plan/hit.ts';
import { labelOn, lookColours, type Palette, type SeatLook } from './palette.ts';

export type { SeatLook };

/** `marked`: the target of a gesture, or a find. `dimmed`: steps back. `troubled`: in another's way. */
export type TableLook = 'plain' | 'marked' | 'dimmed' | 'troubled';

export interface TableDrawing {
  table: PlanTable;
  label: string;
  /** By seat index. */
  looks: readonly SeatLook[];
  /** Short texts in seats (initials), by seat index; shown where seats are large enough. */
  texts?: readonly string[] | undefined;
  /** Of occupied seats, by seat index, in place of the colour of their state; empty for none. */
  colours?: readonly string[] | undefined;
  /** Below the label, smaller. */
  note?: string;
  /** Who is at the table without a seat: points below the label. */
  standing?: readonly SeatLook[];
  look?: TableLook;
  selected?: boolean;
  /** It cannot be moved: a padlock. */
  locked?: boolean;
  image?: CanvasImageSource | undefined;
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
const PATH_ORDER = ['unoccupied', 'occupied', 'checkedIn', 'source'] as const;
/** CSS pixels; smaller is grey noise that costs time. */
const SMALLEST_TEXT = 5;
const SMALLEST_MARK = 3;
/** CSS pixels: as small as a table's number is written wherever there is room for one. */
const LEAST_NUMBER = 9;
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
  drawLabel(ctx, drawing, palette, scale);
  drawTexts(ctx, drawing, palette, scale);
  if (drawing.locked === true) drawLock(ctx, table, palette, scale);
  ctx.restore();
}

/** CSS pixels: as small as it is understood, however far away. */
const LOCK = { least: 8, most: 16 };

/** Upright, at the upper right of the middle: there is writing below. */
function drawLock(ctx: CanvasRenderingContext2D, table: PlanTable, palette: Palette, scale: number): void {
  const size = Math.min(LOCK.most / scale, Math.max(LOCK.least / scale, 1.1 * table.scale));
  const { x, y } = toPlan(table, { x: 0, y: outlineOf(table).shape === 'halfCircle' ? 0.8 : -1.3 });
  ctx.save();
  ctx.translate(x, y - size / 2);
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
      if (look === 'checkedIn') tick(ctx, x, y, r);
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
    const badge = { x: x + r * 0.74, y: y - r * 0.74, r: r * 0.42 };
    disc(ctx, badge.x, badge.y, badge.r + 0.1, palette.ground);
    disc(ctx, badge.x, badge.y, badge.r, palette.checkedIn);
    ctx.beginPath();
    tick(ctx, badge.x, badge.y, badge.r);
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

function tick(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.moveTo(x - r * 0.42, y + r * 0.02);
  ctx.lineTo(x - r * 0.1, y + r * 0.36);
  ctx.lineTo(x + r * 0.46, y - r * 0.34);
}

/** Upright, whatever the table's rotation. */
function drawLabel(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  const { table, label, selected, image } = drawing;
  if (label === '' || !hasLabel(table)) return;
  const outline = outlineOf(table);
  let at = { x: 0, y: 0 };
  let room = 8;
  if (outline.shape === 'none') at = { x: 0, y: -2 };
  else if (outline.shape === 'halfCircle') at = { x: 0, y: outline.radius * 0.42 };
  if (outline.shape === 'circle' || outline.shape === 'halfCircle') room = outline.radius * 1.7;
  else if (outline.shape === 'rectangle') room = outline.width * 0.9;
  let full = (outline.shape === 'none' ? 1.3 : 1.9) * table.scale;
  // Where the whole of a large room is shown, a number is worth more than the seats that it lies over.
  const onTable = outline.shape !== 'none' && image === undefined;
  const isOver = onTable && full * scale < LEAST_NUMBER && reachOf(table) * scale >= LEAST_NUMBER;
  if (isOver) {
    full = LEAST_NUMBER / scale;
    room = (1.8 * reachOf(table)) / table.scale;
  }
  if (full * scale < SMALLEST_TEXT) return;
  // Three lines need more room than two.
  const isCrowded = !isOver && outline.shape !== 'none' && (drawing.standing?.length ?? 0) > 0;
  const size = isCrowded ? full * 0.8 : full;
  ctx.fillStyle = onTable
    ? labelOn(palette, table.color)
    : selected === true
      ? palette.accent
      : palette.label;
  const row = rowLabelOf(table);
  const place = row?.at ?? toPlan(table, at);
  const lines = row === null && outline.shape !== 'none' ? linesBelow(drawing, size * scale) : NO_LINES;
  place.y -= (lines.height * size) / 2;
  write(ctx, label, place, size, room * table.scale, {
    ...(row === null ? {} : { align: row.align }),
    // On a background of any colour.
    ...(onTable && !isOver ? {} : { halo: onTable ? (table.color ?? palette.table) : palette.ground }),
  });
  const below = { x: place.x, y: place.y + size * 0.82 };
  if (lines.note !== '') {
    write(ctx, lines.note, below, size * NOTE, room * 0.9 * table.scale);
    below.y += size * NOTE * 0.95;
  }
  if (lines.standing.length > 0) drawStanding(ctx, lines.standing, below, size * 0.26, palette);
}

/** Of the label's size. */
const NOTE = 0.62;
const MOST_STANDING = 8;
const NO_LINES = { note: '', standing: [] as readonly SeatLook[], height: 0 };

/** What stands below the label where that is large enough to be read; its height in sizes of the label. */
function linesBelow({ note = '', standing = [] }: TableDrawing, pixels: number): typeof NO_LINES {
  const isRead = note !== '' && pixels * NOTE >= SMALLEST_TEXT + 2;
  const points = standing.slice(0, MOST_STANDING);
  return {
    note: isRead ? note : '',
    standing: points,
    height: (isRead ? NOTE * 1.1 : 0) + (points.length > 0 ? 0.55 : 0),
  };
}

function drawStanding(
  ctx: CanvasRenderingContext2D,
  looks: readonly SeatLook[],
  { x, y }: Point,
  radius: number,
  palette: Palette,
): void {
  const step = radius * 2.5;
  for (const [index, look] of looks.entries()) {
    const { fill, line } = lookColours(look, palette);
    ctx.beginPath();
    ctx.arc(x + (index - (looks.length - 1) / 2) * step, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = line;
    ctx.lineWidth = radius * 0.25;
    ctx.stroke();
  }
}

const widths = new Map<string, number>();
const MOST_WIDTHS = 5_000;

/** Of a text at 16; kept, for thousands of seats are drawn again and again. */
function widthOf(ctx: CanvasRenderingContext2D, text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size >= MOST_WIDTHS) widths.clear();
    width = Math.max(1, ctx.measureText(text).width);
    widths.set(text, width);
  }
  return width;
}

/** Letters of less than a pixel are set wrongly, also where they are shown larger: they are set at 16 and scaled. */
function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  { x, y }: Point,
  size: number,
  room: number,
  { align = 'center', halo }: { align?: CanvasTextAlign; halo?: string } = {},
): void {
  ctx.save();
  ctx.font = `600 16px ${FONT}`;
  // Smaller letters are read more easily than narrow ones.
  const scale = Math.min(size / 16, room / widthOf(ctx, text));
  // Figures and capitals stand a little above the middle of the line.
  ctx.translate(x, y + size * 0.06);
  ctx.scale(scale, scale);
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  if (halo !== undefined) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = 6;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, 0, 0);
  }
  ctx.fillText(text, 0, 0);
  ctx.restore();
}

function drawTexts(
  ctx: CanvasRenderingContext2D,
  { table, looks, texts, colours }: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  // The letter of a colour says what the colour says: it is as large as its seat, and there as soon as it can be read.
  const share = colours === undefined ? 0.8 : 1.3;
  const least = colours === undefined ? SMALLEST_TEXT + 2 : SMALLEST_TEXT;
  if (texts === undefined || share * table.scale * scale < least) return;
  for (const [index, point] of seatPoints(table).entries()) {
    const text = texts[index] ?? '';
    // The tick and the ring say more than initials.
    const colour = colours?.[index] ?? '';
    if (text === '' || (looks[index] !== 'occupied' && (colour === '' || looks[index] === 'source')))
      continue;
    ctx.fillStyle = colour === '' ? palette.onOccupied : labelOn(palette, colour);
    // Within its ring there is less room.
    const isRinged = colour !== '' && looks[index] === 'checkedIn';
    const size = (isRinged ? 1.1 : share) * table.scale;
    write(ctx, text, toPlan(table, point), size, seatRadius(table, index) * 1.7 * table.scale);
  }
}
