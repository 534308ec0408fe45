import type { Plan } from '../documents/session.ts';

/*
 * Where the seats of a plan are, in plan units: the plan is 100 high and 100 times its ratio wide (specification 2 §9).
 */

type Table = Plan['state']['tables'][string];
export interface Point {
  x: number;
  y: number;
}
/** A table's own outline, around its position, before rotation and scale. */
export type Outline =
  | { shape: 'circle'; radius: number }
  | { shape: 'halfCircle'; radius: number }
  | { shape: 'rectangle'; width: number; height: number }
  | { shape: 'none' };

/** Of the picture behind the plan (PLAN-13). */
export const BACKGROUND_OPACITY = 0.7;
/** How strongly the free seats of a row, which has no outline, show its colour. */
export const ROW_TINT = 0.35;
export const SEAT_RADIUS = 0.95;
const SEAT_STEP = 2.2;
const SEAT_GAP = 0.45;
const CHAIR = SEAT_RADIUS + SEAT_GAP;

export const planWidth = (plan: Plan): number => 100 * plan.ratio;

/** How far from its middle a table's ring of seats lies. */
function ringRadius({ type, seats }: Pick<Table, 'type' | 'seats'>): number {
  const arc = type === 'semicircle' ? Math.PI : 2 * Math.PI;
  const step = type === 'semicircle' ? 1.9 : SEAT_STEP;
  return Math.max(3, (seats * step) / arc);
}

const longSide = (seats: number): number => Math.max(2, Math.ceil(seats / 2)) * SEAT_STEP;

type Shaped = Pick<Table, 'type' | 'seats' | 'image' | 'seatProps'>;
const BOARD = 3;

export function outlineOf(table: Pick<Shaped, 'type' | 'seats' | 'image'>): Outline {
  switch (table.type) {
    case 'circle':
      return { shape: 'circle', radius: ringRadius(table) - CHAIR };
    case 'semicircle':
      return { shape: 'halfCircle', radius: ringRadius(table) - CHAIR };
    case 'image':
      if (table.image) return { shape: 'rectangle', width: table.image.width, height: table.image.height };
      return { shape: 'rectangle', width: longSide(table.seats), height: BOARD };
    case 'rectangle':
      return { shape: 'rectangle', width: longSide(table.seats), height: BOARD };
    case 'single':
      return { shape: 'none' };
    default:
      return table.type satisfies never;
  }
}

/** How wide a board is where words stand upright on it: through its middle, when it is turned by so many degrees. */
export function widthAcross(width: number, height: number, rotation: number): number {
  const angle = (rotation * Math.PI) / 180;
  return Math.min(width / Math.abs(Math.cos(angle)), height / Math.abs(Math.sin(angle)));
}

/** The middle of each seat, around the table's position, before rotation and scale; moved by hand where it was. */
export function seatPoints(table: Shaped): Point[] {
  return ownPoints(table).map((point, index) => {
    const moved = table.seatProps?.[index]?.position;
    return moved ? { x: point.x + moved.x, y: point.y + moved.y } : point;
  });
}

/** A seat's radius, before the table's scale. */
export const seatRadius = (table: Pick<Table, 'seatProps'>, index: number): number =>
  SEAT_RADIUS * (table.seatProps?.[index]?.scale ?? 1);

function ownPoints(table: Shaped): Point[] {
  const { type, seats } = table;
  if (type === 'single') return Array.from({ length: seats }, (_, index) => ({ x: index * SEAT_STEP, y: 0 }));
  if (type === 'rectangle') return alongSides(seats, BOARD);
  if (type === 'image') return alongSides(seats, table.image?.height ?? BOARD);
  const radius = ringRadius(table);
  return Array.from({ length: seats }, (_, index) => {
    const angle =
      type === 'circle' ? (2 * Math.PI * index) / seats - Math.PI / 2 : (Math.PI * (index + 0.5)) / seats;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** Half of the seats above, half below. */
function alongSides(seats: number, height: number): Point[] {
  const above = Math.ceil(seats / 2);
  return Array.from({ length: seats }, (_, index) => {
    const row =
      index < above ? { count: above, at: index, y: -1 } : { count: seats - above, at: index - above, y: 1 };
    return { x: (row.at - (row.count - 1) / 2) * SEAT_STEP, y: row.y * (height / 2 + CHAIR) };
  });
}
