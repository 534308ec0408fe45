import type { PlanTable } from '#domain/documents/session.ts';
import {
  outlineOf,
  seatPoints,
  seatRadius,
  widthAcross,
  type Outline,
  type Point,
} from '#domain/plan/geometry.ts';
import { middleOf, reachOf, rowLabelOf, toPlan } from '#domain/plan/hit.ts';
import { hasLabel } from '#domain/sessions/placement.ts';
import type { TableDrawing } from './drawing.ts';
import { widthOf, write } from './letters.ts';
import { labelOn, lookColours, type Palette, type SeatLook } from './palette.ts';

/** CSS pixels; smaller is grey noise that costs time. */
const SMALLEST_TEXT = 5;
/** CSS pixels: as small as a table's number is written wherever there is room for one. */
const LEAST_NUMBER = 9;
/** CSS pixels: where words would be smaller, figures beside the table say it (drawFree.ts). */
const LEAST_NOTE = 8;

/** Where a sign stands above what is written, and whether the note was. */
interface Written {
  top: Point;
  noted: boolean;
}

/**
 * The table's number and what stands below it: upright, whatever its rotation. A sign stands above the number at the
 * middle of its upper edge, for a row at the end where it is held; null where none is written.
 */
export function drawLabel(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  palette: Palette,
  scale: number,
): Written | null {
  const { table, label } = drawing;
  if (label === '' || !hasLabel(table)) return null;
  const place = placeOf(drawing, scale);
  if (place.size * scale < SMALLEST_TEXT) return null;
  const { row, below } = place;
  const { alone, above } = sizesOf(drawing, place);
  const lines = linesOf(ctx, drawing, place, above, scale);
  const size = lines.height > 0 ? above : alone;
  // A name has letters that go below its line.
  const more = row === null || lines.height === 0 ? 0 : 0.13;
  const up = (lines.height + more) * size * (row === null ? 0.5 : shareAbove(table, row));
  const { x } = place.at;
  const y = place.at.y - up;
  const room = roomFor(ctx, label, place, { size, scale });
  const how = howWritten(drawing, { ...place, isOver: place.isOver || room > place.width }, palette);
  ctx.fillStyle = inkOf(drawing, place, palette);
  write(ctx, label, { x, y }, size, room, how);
  const next = { x, y: y + size * (0.82 + more) };
  if (lines.note !== '') {
    write(ctx, lines.note, next, size * NOTE, below, row === null ? {} : how);
    next.y += size * NOTE * 0.95;
  }
  if (lines.standing.length > 0) drawStanding(ctx, { ...drawing, ...lines }, next, size * 0.26, palette);
  return { top: { x, y: y - size * 0.4 }, noted: lines.note !== '' };
}

/** Where a label stands and how large it may be, in plan units. */
interface LabelPlace {
  at: Point;
  size: number;
  /** Of the label. */
  width: number;
  /** The same were the table not turned. */
  unturned: number;
  /** How wide what stands below it may be. */
  below: number;
  /** Where it is held at the end of a row; null for a table. */
  row: ReturnType<typeof rowLabelOf>;
  /** On a board that has one colour. */
  onTable: boolean;
  /** Where the whole of a large room is shown, a number is worth more than the seats that it lies over. */
  isOver: boolean;
}

function placeOf({ table, image }: TableDrawing, scale: number): LabelPlace {
  const outline = outlineOf(table);
  const { at, width, depth } = boardOf(outline);
  const row = rowLabelOf(table);
  const onTable = outline.shape !== 'none' && image === undefined;
  const size = (outline.shape === 'none' ? 1.3 : 1.9) * table.scale;
  const reach = reachOf(table);
  const isOver = onTable && size * scale < LEAST_NUMBER && reach * scale >= LEAST_NUMBER;
  const place = { at: row?.at ?? toPlan(table, at), row, onTable, isOver };
  if (isOver) {
    const over = { width: 1.8 * reach, unturned: 1.8 * reach, below: 1.62 * reach };
    return { ...place, ...over, size: LEAST_NUMBER / scale };
  }
  // Words stay upright: on a turned table there is another width for them, on a round one always the same.
  const below = depth === Infinity ? width : widthAcross(width, depth, table.rotation);
  const above = outline.shape === 'rectangle' ? below : width;
  const unturned = width * table.scale;
  return { ...place, size, width: above * table.scale, unturned, below: 0.9 * below * table.scale };
}

/** On a turned table a name that could not be read stands over its edges, as far as it would have room on it otherwise. */
function roomFor(
  ctx: CanvasRenderingContext2D,
  label: string,
  { width, unturned }: LabelPlace,
  { size, scale }: { size: number; scale: number },
): number {
  const least = (Math.min(size, LEAST_NUMBER / scale) * widthOf(ctx, label)) / 16;
  return Math.max(width, Math.min(unturned, least));
}

/** Of a table before it is turned and scaled: the middle of what is written on it, and the room for that. */
function boardOf(outline: Outline): { at: Point; width: number; depth: number } {
  switch (outline.shape) {
    case 'circle':
      return { at: { x: 0, y: 0 }, width: outline.radius * 1.7, depth: Infinity };
    case 'halfCircle':
      return {
        at: { x: 0, y: outline.radius * 0.42 },
        width: outline.radius * 1.7,
        depth: outline.radius * 0.8,
      };
    case 'rectangle':
      return { at: { x: 0, y: 0 }, width: outline.width * 0.9, depth: outline.height * 0.9 };
    case 'none':
      return { at: { x: 0, y: -2 }, width: 8, depth: Infinity };
    default:
      return outline satisfies never;
  }
}

/** How large the label is alone, and above other lines: there it comes near a small table's edge. */
function sizesOf(
  { table, standing = [] }: TableDrawing,
  { size, isOver }: LabelPlace,
): { alone: number; above: number } {
  const outline = outlineOf(table);
  // Three lines need more room than two.
  const isCrowded = !isOver && outline.shape !== 'none' && standing.length > 0;
  const alone = isCrowded ? size * 0.8 : size;
  if (outline.shape !== 'circle' || isOver) return { alone, above: alone };
  return { alone, above: Math.min(alone, outline.radius * table.scale * (isCrowded ? 0.8 : 0.92)) };
}

function linesOf(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  { row, below }: LabelPlace,
  size: number,
  scale: number,
): typeof NO_LINES {
  if (row === null && outlineOf(drawing.table).shape === 'none') return NO_LINES;
  // Who stands at a row is drawn beside its middle.
  const said = row === null ? drawing : { ...drawing, standing: [] };
  return linesBelow(ctx, said, size, { room: below, scale, isRow: row !== null });
}

function inkOf({ table, selected }: TableDrawing, { onTable }: LabelPlace, palette: Palette): string {
  if (onTable) return labelOn(palette, table.color);
  return selected === true ? palette.accent : palette.label;
}

/** Where the ground below it may have any colour, a label has its own around it. */
function howWritten(
  { table }: TableDrawing,
  { row, onTable, isOver }: LabelPlace,
  palette: Palette,
): { align?: CanvasTextAlign; halo?: string } {
  const aligned = row === null ? {} : { align: row.align };
  if (onTable && !isOver) return aligned;
  return { ...aligned, halo: onTable ? (table.color ?? palette.table) : palette.ground };
}

/** How much of what is written below a row's name makes it go up: at the upper end of a row all of it, to keep off the seats. */
function shareAbove(table: PlanTable, { at, align }: NonNullable<ReturnType<typeof rowLabelOf>>): number {
  if (align !== 'center') return 0.5;
  return at.y < middleOf(table).y ? 1 : 0;
}

/** Of the label's size. */
const NOTE = 0.62;
const MOST_STANDING = 8;
const NO_LINES = { note: '', standing: [] as readonly SeatLook[], height: 0 };

/** What stands below the label where that is large enough to be read; its height in sizes of the label. */
function linesBelow(
  ctx: CanvasRenderingContext2D,
  { note = '', standing = [] }: TableDrawing,
  size: number,
  { room, scale, isRow }: { room: number; scale: number; isRow: boolean },
): typeof NO_LINES {
  // At a row there is no other place for it: where '2/9 free' has no room, '2/9' has.
  const [least, forms] = isRow ? [SMALLEST_TEXT + 1, [note, ...note.split(' ', 1)]] : [LEAST_NOTE, [note]];
  const read = forms.find(
    (text) => text !== '' && Math.min(size * NOTE, (16 * room) / widthOf(ctx, text)) * scale >= least,
  );
  const points = standing.slice(0, MOST_STANDING);
  return {
    note: read ?? '',
    standing: points,
    height: (read === undefined ? 0 : NOTE * 1.1) + (points.length > 0 ? 0.55 : 0),
  };
}

/** A row has no table on which they would stand: they do beside the middle of its seats, along it, however it is turned. */
export function drawStandingAtRow(
  ctx: CanvasRenderingContext2D,
  drawing: TableDrawing,
  palette: Palette,
  scale: number,
): void {
  const { table, standing = [] } = drawing;
  const radius = 0.4 * table.scale;
  if (standing.length === 0 || outlineOf(table).shape !== 'none' || radius * scale < 1) return;
  const { x, y } = middleOf(table);
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((table.rotation * Math.PI) / 180);
  const shown = { ...drawing, standing: standing.slice(0, MOST_STANDING) };
  drawStanding(ctx, shown, { x: 0, y: 1.7 * table.scale }, radius, palette);
  ctx.restore();
}

function drawStanding(
  ctx: CanvasRenderingContext2D,
  { standing: looks = [], standingColours }: TableDrawing,
  { x, y }: Point,
  radius: number,
  palette: Palette,
): void {
  const step = radius * 2.5;
  for (const [index, look] of looks.entries()) {
    const own = lookColours(look, palette);
    const fill = standingColours?.[index] ?? own.fill;
    const line = standingColours === undefined ? own.line : look === 'checkedIn' ? palette.label : fill;
    ctx.beginPath();
    ctx.arc(x + (index - (looks.length - 1) / 2) * step, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = line;
    ctx.lineWidth = radius * 0.25;
    ctx.stroke();
  }
}

/** Initials, and letters of colours, in seats. */
export function drawTexts(
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
