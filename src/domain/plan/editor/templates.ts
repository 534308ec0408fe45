import type { Plan, PlanTable } from '../../documents/session.ts';
import type { Point } from '../geometry.ts';
import type { TableType } from './model.ts';
import { round } from './tables.ts';

/** Specification 2 §9: what the palette offers, with the seats that a new table has (PLAN-11). */
export const TABLE_TEMPLATES = [
  { type: 'circle', seats: 5 },
  { type: 'rectangle', seats: 6 },
  { type: 'semicircle', seats: 4 },
  { type: 'single', seats: 1 },
] as const satisfies readonly { type: TableType; seats: number }[];
export type TableTemplate = (typeof TABLE_TEMPLATES)[number];

const DEFAULT_RATIO = 1.6;

export const newTable = (type: TableType, seats: number, position: Point, number: number): PlanTable => ({
  type,
  number,
  position,
  rotation: 0,
  scale: 1,
  seats,
});

/** That of the tables that are there, where all have the same: one more is to be like them. */
export function scaleHere({ state }: Plan): number {
  const scales = new Set(
    Object.values(state.tables).flatMap(({ type, scale }) => (type === 'image' ? [] : scale)),
  );
  const [only = 1] = scales;
  return scales.size === 1 ? only : 1;
}

/** A session without a plan begins with two round tables of five (PLAN-09, PLAN-10). */
export function defaultPlan(): Plan {
  const third = (100 * DEFAULT_RATIO) / 3;
  return {
    ratio: DEFAULT_RATIO,
    state: {
      nextTableIndex: 2,
      tables: {
        0: newTable('circle', 5, { x: round(third), y: 50 }, 1),
        1: newTable('circle', 5, { x: round(2 * third), y: 50 }, 2),
      },
    },
  };
}
