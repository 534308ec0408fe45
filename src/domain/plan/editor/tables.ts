import type { Plan, PlanTable } from '../../documents/session.ts';
import type { Point } from '../geometry.ts';
import { boxOfTables, planBox, turned } from './bounds.ts';
import { movable } from './locks.ts';
import type { Tables } from './model.ts';

/** VALID-64. */
export const MIN_SCALE = 0.02;
/** VALID-66. */
export const MAX_SEATS = 100;

/** Hundredths of a unit: finer than anybody sees, and saved plans stay short. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** What is rounded lies by so much beside where it was meant to. */
const ROUNDING = 0.01;

const withTables = (plan: Plan, tables: Tables): Plan => ({
  ...plan,
  state: { ...plan.state, tables },
});

/** Changes some tables; a table that `change` gives back as it is stays itself. */
export function mapTables(
  plan: Plan,
  ids: readonly string[],
  change: (table: PlanTable, id: string) => PlanTable,
): Plan {
  let changed = false;
  const tables = { ...plan.state.tables };
  for (const id of ids) {
    const table = tables[id];
    if (table === undefined) continue;
    const next = change(table, id);
    if (next === table) continue;
    tables[id] = next;
    changed = true;
  }
  return changed ? withTables(plan, tables) : plan;
}

/** Locked ones stay. */
export function removeTables(plan: Plan, ids: readonly string[]): Plan {
  const gone = new Set(movable(plan.state.tables, ids));
  const kept = Object.entries(plan.state.tables).filter(([id]) => !gone.has(id));
  return kept.length === Object.keys(plan.state.tables).length
    ? plan
    : withTables(plan, Object.fromEntries(kept));
}

/** No plan has had so many tables: where a plan says more, counting on would soon lead to no number any more. */
const LAST_INDEX = 1_000_000_000;

/** What the next table's id is made of. */
export function nextTableIndex({ state }: Plan): number {
  if (state.nextTableIndex <= LAST_INDEX) return state.nextTableIndex;
  const used = Object.keys(state.tables).map(Number);
  return Math.max(0, ...used.filter((index) => Number.isSafeInteger(index) && index < LAST_INDEX)) + 1;
}

/** Of each editing: two devices that add tables apart take other ids, unless in one case of thousands. */
const MOST_AHEAD = 100_000;

/** The plan to be edited, with the ids of new tables begun further on, `random` (0 to 1) of the way. */
export const withOwnIds = (plan: Plan, random: number): Plan => ({
  ...plan,
  state: { ...plan.state, nextTableIndex: nextTableIndex(plan) + Math.floor(random * MOST_AHEAD) },
});

/** Ids are never used twice in a plan: a placement must not come to mean another table. */
export function addTables(plan: Plan, added: readonly PlanTable[]): { plan: Plan; ids: string[] } {
  const tables = { ...plan.state.tables };
  let index = nextTableIndex(plan);
  const ids = added.map((table) => {
    while (String(index) in tables) index++;
    const id = String(index++);
    tables[id] = table;
    return id;
  });
  return { plan: { ...plan, state: { ...plan.state, nextTableIndex: index, tables } }, ids };
}

/** The number after the highest one. */
export function nextNumber(plan: Plan): number {
  const numbers = Object.values(plan.state.tables).map(({ number }) => Number(number ?? 0));
  return Math.max(0, ...numbers.filter((number) => Number.isSafeInteger(number))) + 1;
}

export function moveTables(plan: Plan, ids: readonly string[], { x, y }: Point): Plan {
  if (x === 0 && y === 0) return plan;
  return mapTables(plan, movable(plan.state.tables, ids), (table) => ({
    ...table,
    position: { x: round(table.position.x + x), y: round(table.position.y + y) },
  }));
}

/**
 * The smallest move of the group that brings it back onto the plan, whole; a group that is larger than the plan, with its
 * middles. What lay over an edge `before`, as plans of other programs have it, may lie over that edge as far.
 */
export function backOntoPlan(plan: Plan, all: readonly string[], before: Plan | null = null): Plan {
  const ids = movable(plan.state.tables, all);
  const box = boxOfTables(plan.state.tables, ids);
  if (box === null) return plan;
  const was = before === null ? null : boxOfTables(before.state.tables, ids);
  const middles = ids.flatMap((id) => plan.state.tables[id]?.position ?? []);
  const room = planBox(plan);
  const moved = moveTables(plan, ids, {
    x: shift(
      [box.minX, box.maxX],
      [Math.min(room.minX, was?.minX ?? 0), Math.max(room.maxX, was?.maxX ?? 0)],
      middles.map(({ x }) => x),
      room.maxX,
    ),
    y: shift(
      [box.minY, box.maxY],
      [Math.min(room.minY, was?.minY ?? 0), Math.max(room.maxY, was?.maxY ?? 0)],
      middles.map(({ y }) => y),
      room.maxY,
    ),
  });
  // A group that was scaled up may be larger than the plan.
  const onto = ({ x, y }: Point): Point => ({
    x: Math.min(room.maxX, Math.max(0, x)),
    y: Math.min(room.maxY, Math.max(0, y)),
  });
  return mapTables(moved, ids, (table) => {
    const position = onto(table.position);
    return position.x === table.position.x && position.y === table.position.y
      ? table
      : { ...table, position };
  });
}

/** Along one axis: by how much what goes from and to there has to move to lie between the limits. */
function shift(
  [from, to]: [number, number],
  [least, most]: [number, number],
  middles: readonly number[],
  end: number,
): number {
  if (to - from <= most - least + ROUNDING) {
    if (from < least - ROUNDING) return least - from;
    return to > most + ROUNDING ? most - to : 0;
  }
  const [first, last] = [Math.min(...middles), Math.max(...middles)];
  if (first < 0) return -first;
  return last > end ? Math.max(end - last, -first) : 0;
}

/** Scales tables about a point; none gets below the minimum (PLAN-04, VALID-64). */
export function scaleTables(plan: Plan, all: readonly string[], centre: Point, factor: number): Plan {
  const ids = movable(plan.state.tables, all);
  const scales = ids.flatMap((id) => plan.state.tables[id]?.scale ?? []);
  const least = Math.min(...scales);
  const wanted = Number.isFinite(factor) ? Math.max(factor, MIN_SCALE / least) : 1;
  return mapTables(plan, ids, (table) => ({
    ...table,
    scale: Math.max(MIN_SCALE, round(table.scale * wanted)),
    position: {
      x: round(centre.x + (table.position.x - centre.x) * wanted),
      y: round(centre.y + (table.position.y - centre.y) * wanted),
    },
  }));
}

export function rotateTables(plan: Plan, ids: readonly string[], centre: Point, degrees: number): Plan {
  if (degrees === 0) return plan;
  return mapTables(plan, movable(plan.state.tables, ids), (table) => {
    const from = turned({ x: table.position.x - centre.x, y: table.position.y - centre.y }, degrees);
    return {
      ...table,
      rotation: round((((table.rotation + degrees) % 360) + 360) % 360),
      position: { x: round(centre.x + from.x), y: round(centre.y + from.y) },
    };
  });
}
