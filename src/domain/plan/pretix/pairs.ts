import { distance, turned } from '../editor/bounds.ts';
import type { Point } from '../geometry.ts';
import type { Ground } from './areas.ts';
import type { FoundRow } from './rows.ts';

/** Plan units: middles that are meant to be one. */
const SAME = 0.12;
/** How far from a table's edge its chairs stand, in radii of a chair. */
const REACH = 3;

/**
 * Which area is the table of which row: the one that lies around the row's own position, as Foyer writes it; else the
 * smallest one that has all seats of this row around its edge, and no seat of another row on it. Writing on it that is
 * another row's name speaks against it. A stage or a dance floor is nobody's table.
 */
export function pairs(rows: readonly FoundRow[], grounds: readonly Ground[]): Map<FoundRow, Ground> {
  const result = new Map<FoundRow, Ground>();
  const free = new Set(grounds);
  const names = new Set(rows.map(nameOf).filter((name) => name !== ''));
  const fits = (row: FoundRow, { text }: Ground): boolean => text === nameOf(row) || !names.has(text);
  for (const exact of [true, false]) {
    for (const row of rows) {
      if (result.has(row)) continue;
      const own = [...free].find(
        (ground) =>
          distance(ground.centre, row.at) <= SAME &&
          (exact ? ground.text === nameOf(row) : fits(row, ground)),
      );
      if (own === undefined) continue;
      result.set(row, own);
      free.delete(own);
    }
  }
  const bySize = [...free].toSorted((a, b) => a.width * a.height - b.width * b.height);
  for (const ground of bySize) {
    const around: FoundRow[] = [];
    let disturbed = false;
    for (const row of rows) {
      if (isAround(row, ground)) around.push(row);
      else if (row.seats.some(({ at }) => isOn(ground, at, 0))) disturbed = true;
    }
    const [row] = around;
    if (disturbed || around.length !== 1 || row === undefined || result.has(row)) continue;
    if (!fits(row, ground)) continue;
    result.set(row, ground);
  }
  return result;
}

const nameOf = ({ number, label }: FoundRow): string => number || label;

function isAround({ seats }: FoundRow, ground: Ground): boolean {
  const [xs, ys] = [seats.map(({ at }) => at.x), seats.map(({ at }) => at.y)];
  const reach = REACH * Math.max(...seats.map(({ radius }) => radius));
  const { x, y } = ground.centre;
  const inside =
    x >= Math.min(...xs) - reach &&
    x <= Math.max(...xs) + reach &&
    y >= Math.min(...ys) - reach &&
    y <= Math.max(...ys) + reach;
  return inside && seats.every(({ at }) => isOn(ground, at, reach));
}

function isOn(ground: Ground, point: Point, reach: number): boolean {
  const { centre, rotation, width, height, shape, radius } = ground;
  const { x, y } = turned({ x: point.x - centre.x, y: point.y - centre.y }, -rotation);
  if (shape === 'circle') return Math.hypot(x, y) <= radius + reach;
  if (shape === 'halfCircle') return y >= -reach && Math.hypot(x, y) <= radius + reach;
  return Math.abs(x) <= width / 2 + reach && Math.abs(y) <= height / 2 + reach;
}
