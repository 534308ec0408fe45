import type { Point } from '../geometry.ts';
import type { Ground } from './areas.ts';
import { DEFAULT_RADIUS, LEAST_SIZE, type PretixPlan } from './schema.ts';

/** From pixels of the file to plan units. */
export interface Frame {
  ratio: number;
  /** Pixels of a plan unit. */
  unit: number;
  /** Of positions within one another: zone, row, seat. */
  place: (...positions: readonly Point[]) => Point;
}
/** Of a plan's width to its height, as the editor takes it. */
const RATIO = { min: 0.2, max: 5 } as const;
/** Around seats where the file has no size, pixels. */
const MARGIN = 30;

/** As large as the file says; larger where seats lie outside. */
export function frameOf({ size, zones }: PretixPlan): Frame {
  const sized = size != null && size.width >= LEAST_SIZE && size.height >= LEAST_SIZE ? size : null;
  const points = zones.flatMap(({ position: zone, rows, areas }) => [
    ...rows.flatMap((row) => row.seats.map((seat) => within(zone, row.position, seat.position))),
    ...(sized === null ? (areas ?? []).map((area) => within(zone, area.position)) : []),
  ]);
  let [left, top, right, bottom] =
    sized === null ? [Infinity, Infinity, -Infinity, -Infinity] : [0, 0, sized.width, sized.height];
  // A seat's edge may reach over the plan's: only one that really lies outside makes it larger.
  const margin = sized === null ? MARGIN : DEFAULT_RADIUS;
  for (const { x, y } of points) {
    if (x < left) left = x - margin;
    if (y < top) top = y - margin;
    if (x > right) right = x + margin;
    if (y > bottom) bottom = y + margin;
  }
  if (points.length === 0 && sized === null) [left, top, right, bottom] = [0, 0, 1600, 1000];
  let [width, height] = [right - left, bottom - top];
  // What is too flat or too narrow gets room on both sides.
  if (width / height > RATIO.max) {
    top -= (width / RATIO.max - height) / 2;
    height = width / RATIO.max;
  } else if (width / height < RATIO.min) {
    left -= (height * RATIO.min - width) / 2;
    width = height * RATIO.min;
  }
  const unit = height / 100;
  return {
    ratio: Math.round((width / height) * 10_000) / 10_000,
    unit,
    place(...positions) {
      const { x, y } = within(...positions);
      return { x: (x - left) / unit, y: (y - top) / unit };
    },
  };
}

/** A position within others. */
const within = (...positions: readonly Point[]): Point => ({
  x: positions.reduce((sum, { x }) => sum + x, 0),
  y: positions.reduce((sum, { y }) => sum + y, 0),
});

export const scaledGround = ({ unit, place }: Frame, zone: Point, ground: Ground): Ground => ({
  ...ground,
  centre: place(zone, ground.centre),
  radius: ground.radius / unit,
  width: ground.width / unit,
  height: ground.height / unit,
});
