import type { Plan, PlanTable } from '../documents/session.ts';
import { outlineOf, SEAT_RADIUS, seatPoints, seatRadius, type Point } from './geometry.ts';

/*
 * What is under a point of the plan. The canvas draws and hears nothing: these functions decide, so that a hit is the
 * same for mouse, finger and test.
 */

export interface SeatRef {
  tableId: string;
  seatIndex: number;
}
export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

type Placed = Pick<PlanTable, 'position' | 'rotation' | 'scale'>;

/** From around the table (before rotation and scale) to plan units. */
export function toPlan({ position, rotation, scale }: Placed, { x, y }: Point): Point {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return { x: position.x + x * cos - y * sin, y: position.y + x * sin + y * cos };
}

/** The inverse of `toPlan`. */
export function toTable({ position, rotation, scale }: PlanTable, point: Point): Point {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const [x, y] = [point.x - position.x, point.y - position.y];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/**
 * Where a row, which has no outline, is called: before its first seat, in plan units, and on which side of the point
 * the writing lies. Null for tables, and for a single seat.
 */
export function rowLabelOf(table: PlanTable): { at: Point; align: 'left' | 'center' | 'right' } | null {
  if (outlineOf(table).shape !== 'none' || table.seats < 2) return null;
  const [first, second] = seatPoints(table);
  if (first === undefined || second === undefined) return null;
  const length = Math.hypot(second.x - first.x, second.y - first.y) || 1;
  const away = (SEAT_RADIUS + 0.6) / length;
  const at = { x: first.x - (second.x - first.x) * away, y: first.y - (second.y - first.y) * away };
  const [from, to] = [toPlan(table, first), toPlan(table, at)];
  const across = (to.x - from.x) / Math.hypot(to.x - from.x, to.y - from.y);
  return { at: to, align: across < -0.4 ? 'right' : across > 0.4 ? 'left' : 'center' };
}

/** Where each seat's middle is, in plan units. */
export const seatsOnPlan = (table: PlanTable): Point[] =>
  seatPoints(table).map((point) => toPlan(table, point));

/**
 * The seat whose middle is nearest, of those that the point is on or within `reach` (plan units) of: a finger is
 * wider than a seat. On a tie the table drawn last wins.
 */
export function seatAt(plan: Plan, point: Point, reach = 0): SeatRef | null {
  let found: SeatRef | null = null;
  let nearest = Infinity;
  for (const [tableId, table] of Object.entries(plan.state.tables)) {
    if (!near(table, point, reach)) continue;
    const points = seatPoints(table);
    const at = toTable(table, point);
    for (const [seatIndex, seat] of points.entries()) {
      const distance = Math.hypot(seat.x - at.x, seat.y - at.y) * table.scale;
      if (distance > seatRadius(table, seatIndex) * table.scale + reach || distance > nearest) continue;
      nearest = distance;
      found = { tableId, seatIndex };
    }
  }
  return found;
}

/** The topmost table that the point is on: its outline, or one of its seats. */
export function tableAt(plan: Plan, point: Point, reach = 0): string | null {
  for (const [tableId, table] of Object.entries(plan.state.tables).reverse()) {
    if (isOnTable(table, point, reach)) return tableId;
  }
  return null;
}

/** Whether a point of the plan is on the table or one of its seats, or within `reach` of it. */
export const isOnTable = (table: PlanTable, point: Point, reach: number): boolean =>
  near(table, point, Math.max(0, reach)) && isOn(table, toTable(table, point), reach / table.scale);

function isOn(table: PlanTable, { x, y }: Point, reach: number): boolean {
  const outline = outlineOf(table);
  switch (outline.shape) {
    case 'circle':
      if (Math.hypot(x, y) <= outline.radius + reach) return true;
      break;
    case 'halfCircle':
      if (y >= -reach && Math.hypot(x, y) <= outline.radius + reach) return true;
      break;
    case 'rectangle':
      if (Math.abs(x) <= outline.width / 2 + reach && Math.abs(y) <= outline.height / 2 + reach) return true;
      break;
    case 'none':
      // A table without seats would be out of reach for ever.
      if (table.seats === 0 && Math.hypot(x, y) <= SEAT_RADIUS + reach) return true;
      break;
    default:
      outline satisfies never;
  }
  return seatPoints(table).some(
    (seat, index) => Math.hypot(seat.x - x, seat.y - y) <= seatRadius(table, index) + reach,
  );
}

const radii = new WeakMap<PlanTable, number>();

/** A radius around the table's position that holds all of it; kept, since a table object never changes. */
export function reachOf(table: PlanTable): number {
  let radius = radii.get(table);
  if (radius === undefined) {
    const { minX, minY, maxX, maxY } = localBounds(table);
    radius = Math.hypot(Math.max(-minX, maxX), Math.max(-minY, maxY)) * table.scale;
    radii.set(table, radius);
  }
  return radius;
}

const near = (table: PlanTable, { x, y }: Point, reach: number): boolean =>
  Math.hypot(x - table.position.x, y - table.position.y) <= reachOf(table) + reach;

/** Around the table's position, before rotation and scale, with its seats. */
function localBounds(table: PlanTable): Bounds {
  const outline = outlineOf(table);
  const bounds: Bounds = { minX: -SEAT_RADIUS, minY: -SEAT_RADIUS, maxX: SEAT_RADIUS, maxY: SEAT_RADIUS };
  const include = (x: number, y: number, r: number): void => {
    bounds.minX = Math.min(bounds.minX, x - r);
    bounds.minY = Math.min(bounds.minY, y - r);
    bounds.maxX = Math.max(bounds.maxX, x + r);
    bounds.maxY = Math.max(bounds.maxY, y + r);
  };
  if (outline.shape === 'rectangle') {
    include(-outline.width / 2, -outline.height / 2, 0);
    include(outline.width / 2, outline.height / 2, 0);
  } else if (outline.shape !== 'none') {
    include(0, outline.shape === 'circle' ? -outline.radius : 0, 0);
    include(-outline.radius, 0, 0);
    include(outline.radius, outline.radius, 0);
  }
  for (const [index, { x, y }] of seatPoints(table).entries()) include(x, y, seatRadius(table, index));
  return bounds;
}

/** Where the eye finds it: a row lies beside its position, which is that of its first seat. */
export function middleOf(table: PlanTable): Point {
  if (outlineOf(table).shape !== 'none') return table.position;
  const { minX, minY, maxX, maxY } = localBounds(table);
  return toPlan(table, { x: (minX + maxX) / 2, y: (minY + maxY) / 2 });
}

/** A radius around its middle that holds all of it. */
export function radiusOf(table: PlanTable): number {
  if (outlineOf(table).shape !== 'none') return reachOf(table);
  const { minX, minY, maxX, maxY } = localBounds(table);
  return (Math.hypot(maxX - minX, maxY - minY) / 2) * table.scale;
}

const boxes = new WeakMap<PlanTable, Bounds>();

/** The box around the table and its seats, in plan units; kept, since a table object never changes. */
export function boundsOf(table: PlanTable): Bounds {
  let box = boxes.get(table);
  if (box === undefined) boxes.set(table, (box = boxAround(table)));
  return box;
}

function boxAround(table: PlanTable): Bounds {
  const { minX, minY, maxX, maxY } = localBounds(table);
  const corners = [
    { x: minX, y: minY },
    { x: maxX, y: minY },
    { x: minX, y: maxY },
    { x: maxX, y: maxY },
  ].map((corner) => toPlan(table, corner));
  return {
    minX: Math.min(...corners.map(({ x }) => x)),
    minY: Math.min(...corners.map(({ y }) => y)),
    maxX: Math.max(...corners.map(({ x }) => x)),
    maxY: Math.max(...corners.map(({ y }) => y)),
  };
}
