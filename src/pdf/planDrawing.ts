import { isDark, rgbOf } from '#domain/colour.ts';
import type { Plan, PlanTable } from '#domain/documents/session.ts';
import { hasLabel, planLabel } from '#domain/sessions/placement.ts';
import {
  outlineOf,
  planWidth,
  ROW_TINT,
  seatRadius,
  widthAcross,
  type Outline,
  type Point,
} from '#domain/plan/geometry.ts';
import { rowLabelOf, seatsOnPlan, toPlan } from '#domain/plan/hit.ts';
import type { PageWriter, PlacedPicture, Writer } from './document.ts';
import { cleanText, shortened } from './fitText.ts';

/** Where the plan is on the page: its upper left corner, and points in a plan unit. */
export interface PlanPlace {
  x: number;
  y: number;
  scale: number;
}
export interface PlanPictures {
  background: PlacedPicture | null;
  /** Of image tables, by `image.fileIndex`. */
  images: ReadonlyMap<number, PlacedPicture>;
}

/** Control points of a quarter circle. */
const KAPPA = 0.5523;
const GREY = { table: 0.93, line: 0.55, seat: 1, taken: 0.35 } as const;
/** Points; smaller writing is dust on paper. */
const SMALLEST = 2.2;
/** Points: down to that a table's number is smaller rather than cut off, as 'A-1…' is no number. */
const LEAST_NUMBER = 3;

/** The plan as lines and letters, sharp at every size. `isTaken`: the seat is drawn full. */
export function drawPlan(
  writer: Writer,
  page: PageWriter,
  plan: Plan,
  place: PlanPlace,
  pictures: PlanPictures,
  isTaken: (tableId: string, seatIndex: number) => boolean,
): void {
  const width = planWidth(plan);
  const commands: string[] = [];
  // Nothing is drawn beyond the plan's edge but what reaches over it a little.
  commands.push(`-2 -2 ${n(width + 4)} 104 re W n`);
  if (pictures.background !== null) {
    commands.push(picture(page.resource(pictures.background), 0, 0, width, 100));
  }
  commands.push(`${GREY.line} G 0.12 w 0 0 ${n(width)} 100 re S`);
  for (const [tableId, table] of Object.entries(plan.state.tables)) {
    const image = table.image ? pictures.images.get(table.image.fileIndex) : undefined;
    commands.push(outline(table, image === undefined ? null : page.resource(image)));
    commands.push(seats(table, (index) => isTaken(tableId, index)));
  }
  page.drawing(place.x, place.y, place.scale, commands.join('\n'));
  for (const [tableId, table] of Object.entries(plan.state.tables)) {
    const image = table.image ? pictures.images.get(table.image.fileIndex) : undefined;
    write(writer, page, place, tableId, table, image !== undefined);
    seatsOnPlan(table).forEach((at, index) => {
      const radius = seatRadius(table, index) * table.scale;
      const gray = isTaken(tableId, index) ? 1 : 0.2;
      centred(writer, page, place, String(index + 1), at, { size: radius, room: radius * 1.7, gray });
    });
  }
}

/** A number as short as it may be. */
const n = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Upright in a frame whose y goes down. */
const picture = (name: string, x: number, y: number, width: number, height: number): string =>
  `q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /${name} Do Q`;

function circle({ x, y }: Point, r: number): string {
  const k = r * KAPPA;
  return [
    `${n(x + r)} ${n(y)} m`,
    `${n(x + r)} ${n(y + k)} ${n(x + k)} ${n(y + r)} ${n(x)} ${n(y + r)} c`,
    `${n(x - k)} ${n(y + r)} ${n(x - r)} ${n(y + k)} ${n(x - r)} ${n(y)} c`,
    `${n(x - r)} ${n(y - k)} ${n(x - k)} ${n(y - r)} ${n(x)} ${n(y - r)} c`,
    `${n(x + k)} ${n(y - r)} ${n(x + r)} ${n(y - k)} ${n(x + r)} ${n(y)} c h`,
  ].join(' ');
}

function outline(table: PlanTable, image: string | null): string {
  const form = outlineOf(table);
  if (form.shape === 'none') return '';
  const angle = (table.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * table.scale, Math.sin(angle) * table.scale];
  const frame = `q ${n(cos)} ${n(sin)} ${n(-sin)} ${n(cos)} ${n(table.position.x)} ${n(table.position.y)} cm`;
  if (image !== null && form.shape === 'rectangle') {
    return `${frame} ${picture(image, -form.width / 2, -form.height / 2, form.width, form.height)} Q`;
  }
  const rgb = rgbOf(table.color);
  const fill = rgb === null ? `${GREY.table} g` : `${rgb.map((part) => n(part / 255)).join(' ')} rg`;
  const path =
    form.shape === 'circle'
      ? circle({ x: 0, y: 0 }, form.radius)
      : form.shape === 'halfCircle'
        ? halfCircle(form.radius)
        : `${n(-form.width / 2)} ${n(-form.height / 2)} ${n(form.width)} ${n(form.height)} re`;
  return `${frame} ${fill} ${GREY.line} G ${n(0.12 / table.scale)} w ${path} B Q`;
}

function halfCircle(r: number): string {
  const k = r * KAPPA;
  return [
    `${n(r)} 0 m`,
    `${n(r)} ${n(k)} ${n(k)} ${n(r)} 0 ${n(r)} c`,
    `${n(-k)} ${n(r)} ${n(-r)} ${n(k)} ${n(-r)} 0 c h`,
  ].join(' ');
}

/** On white, 0 to 1. */
const tinted = (part: number): number => 1 - ROW_TINT * (1 - part / 255);

/** Free seats hollow, taken ones full: each kind is one path. */
function seats(table: PlanTable, isTaken: (index: number) => boolean): string {
  const paths = { seat: '', taken: '' };
  seatsOnPlan(table).forEach((at, index) => {
    const path = circle(at, seatRadius(table, index) * table.scale * 0.94);
    paths[isTaken(index) ? 'taken' : 'seat'] += `${path} `;
  });
  const rgb = outlineOf(table).shape === 'none' ? rgbOf(table.color) : null;
  const fills = {
    seat: rgb === null ? `${GREY.seat} g` : `${rgb.map((part) => n(tinted(part))).join(' ')} rg`,
    taken: `${GREY.taken} g`,
  };
  const drawn = (kind: 'seat' | 'taken') =>
    paths[kind] === '' ? '' : `${fills[kind]} ${GREY.taken} G 0.1 w ${paths[kind]}B`;
  return `${drawn('seat')} ${drawn('taken')}`;
}

/** The table's number, and its name below it where there is room for both. */
function write(
  writer: Writer,
  page: PageWriter,
  place: PlanPlace,
  tableId: string,
  table: PlanTable,
  isPicture: boolean,
): void {
  const form = outlineOf(table);
  const name = table.name ?? '';
  if (!hasLabel(table)) return;
  const rgb = rgbOf(table.color);
  const gray = form.shape !== 'none' && !isPicture && rgb !== null && isDark(rgb) ? 1 : 0.05;
  const room = roomOn(form, table.rotation);
  const y = form.shape === 'none' ? -2 : form.shape === 'halfCircle' ? form.radius * 0.42 : 0;
  const middle = toPlan(table, { x: 0, y });
  const both = form.shape !== 'none' && table.number != null && name !== '';
  const row = rowLabelOf(table);
  // One below the other, however the table is turned.
  const below = (down: number): Point => ({ x: middle.x, y: middle.y + down * table.scale });
  const line = (text: string, size: number, down: number, width = room, least?: number): void =>
    centred(writer, page, place, text, row?.at ?? below(down), {
      align: row?.align ?? 'center',
      ...{ size: size * table.scale, room: width * table.scale, gray, face: 'bold', least },
    });
  const size = form.shape === 'none' ? 1.3 : both ? 1.5 : 1.9;
  const label = planLabel(tableId, table);
  // Rather over the edges of a turned table than cut off; white letters cannot be read there.
  const needed = writer.width(cleanText(label), LEAST_NUMBER, 'bold') / (place.scale * table.scale);
  const width = needed > room && gray !== 1 ? roomOn(form, 0) : room;
  line(label, size, both ? -0.55 : 0, width, LEAST_NUMBER);
  if (both) line(name, 0.75, 0.7);
}

/** How wide what is written at a table may be. */
function roomOn(form: Outline, rotation: number): number {
  if (form.shape === 'none') return 12;
  if (form.shape !== 'rectangle') return form.radius * 1.75;
  return widthAcross(form.width * 0.9, form.height * 0.9, rotation);
}

interface Writing {
  /** Plan units. */
  size: number;
  room: number;
  gray: number;
  /** Points: what is still too wide then is cut off; more than half of its size where nothing is said. */
  least?: number | undefined;
  face?: 'regular' | 'bold';
  /** On which side of the point it ends, or lies. */
  align?: 'left' | 'center' | 'right';
}

/** How much of the writing lies before the point. */
const BEFORE = { left: 0, center: 0.5, right: 1 } as const;

/** Text about a point, smaller where it is too wide, then shortened. */
function centred(
  writer: Writer,
  page: PageWriter,
  place: PlanPlace,
  text: string,
  at: Point,
  { size, room, gray, least = Infinity, face = 'regular', align = 'center' }: Writing,
): void {
  const width = room * place.scale;
  let points = size * place.scale;
  const clean = cleanText(text);
  const needed = writer.width(clean, points, face);
  if (needed > width) points = Math.max((points * width) / needed, Math.min(least, points * 0.6));
  if (points < SMALLEST || clean === '') return;
  const measure = (part: string): number => writer.width(part, points, face);
  const shown = shortened(clean, Math.max(width, measure('…')), measure);
  page.text(
    shown,
    place.x + at.x * place.scale - measure(shown) * BEFORE[align],
    place.y + at.y * place.scale + points * 0.35,
    {
      ...{ size: Math.round(points * 100) / 100, face, gray },
    },
  );
}
