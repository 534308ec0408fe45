import type { Plan, PlanTable } from '../../documents/session.ts';
import { planWidth, type Point } from '../geometry.ts';
import { boundsOf, type Bounds } from '../hit.ts';
import type { Tables } from './model.ts';

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const contains = (box: Bounds, { x, y }: Point): boolean =>
  x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;
export const middleOf = ({ minX, maxX, minY, maxY }: Bounds): Point => ({
  x: (minX + maxX) / 2,
  y: (minY + maxY) / 2,
});
export const planBox = (plan: Plan): Bounds => ({ minX: 0, minY: 0, maxX: planWidth(plan), maxY: 100 });
export const boxBetween = (a: Point, b: Point): Bounds => ({
  minX: Math.min(a.x, b.x),
  minY: Math.min(a.y, b.y),
  maxX: Math.max(a.x, b.x),
  maxY: Math.max(a.y, b.y),
});

export function turned({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** What the tables cover together; null for none. */
export const boxOfTables = (tables: Tables, ids: readonly string[]): Bounds | null =>
  boxAround(ids.flatMap((id) => tables[id] ?? []));

export function boxAround(tables: readonly PlanTable[]): Bounds | null {
  const boxes = tables.map(boundsOf);
  if (boxes.length === 0) return null;
  return {
    minX: Math.min(...boxes.map(({ minX }) => minX)),
    minY: Math.min(...boxes.map(({ minY }) => minY)),
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
  };
}

/** Tables that lie wholly in the box. */
export const tablesIn = (plan: Plan, box: Bounds): string[] =>
  Object.entries(plan.state.tables)
    .filter(([, table]) => {
      const { minX, minY, maxX, maxY } = boundsOf(table);
      return contains(box, { x: minX, y: minY }) && contains(box, { x: maxX, y: maxY });
    })
    .map(([id]) => id);
