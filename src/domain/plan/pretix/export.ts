import type { Plan, PlanTable } from '../../documents/session.ts';
import { round } from '../editor/tables.ts';
import { outlineOf, planWidth, seatRadius, type Point } from '../geometry.ts';
import { seatsOnPlan, toPlan } from '../hit.ts';
import type { PretixArea, PretixPlan, PretixZone } from './schema.ts';

/** Pixels of a plan unit: the format's radii and sizes are whole numbers, so a unit must be many of them. */
const UNIT = 20;
export const PLAIN_TABLE = '#eceeed';
/** The category of seats whose table has no colour. */
const PLAIN_CATEGORY = 'Standard';
/** Corners of a half round table's arc. */
const ARC = 24;

const px = (value: number): number => round(value * UNIT);
const whole = (value: number): number => Math.max(1, Math.round(value * UNIT));

/**
 * The plan for the ticket shop pretix: each group a zone, each table a row of seats with an area beneath it. A seat's
 * identifier is the table's id and the seat's number, so a later export of the same plan means the same seats.
 * Notes, pictures and turned names have no place there; a picture's frame stays. Categories that came with a file go out as
 * they came; a table without one has that of its colour.
 */
export function toPretix(plan: Plan, name: string): PretixPlan {
  const categories = categoriesOf(plan);
  const zones = new Map<string, PretixZone>();
  for (const [tableId, table] of Object.entries(plan.state.tables)) {
    const group = table.group ?? '';
    let zone = zones.get(group);
    if (zone === undefined) zones.set(group, (zone = emptyZone(group)));
    const area = areaOf(table);
    if (area !== null) zone.areas?.push(area);
    if (table.seats === 0) continue;
    const points = seatsOnPlan(table);
    const own = table.category || (categories.get(colourOf(table)) ?? PLAIN_CATEGORY);
    zone.rows.push({
      row_number: String(table.number ?? ''),
      row_label: table.name ?? null,
      position: { x: px(table.position.x), y: px(table.position.y) },
      seats: points.map(({ x, y }, index) => ({
        seat_guid: `${tableId}-${index + 1}`,
        seat_number: String(index + 1),
        position: { x: round(px(x) - px(table.position.x)), y: round(px(y) - px(table.position.y)) },
        category: table.seatProps?.[index]?.category ?? own,
        radius: whole(seatRadius(table, index) * table.scale),
      })),
    });
  }
  return {
    name,
    size: { width: whole(planWidth(plan)), height: 100 * UNIT },
    categories: allCategories(plan, categories),
    zones: [...zones.values()],
  };
}

const emptyZone = (name: string): PretixZone => ({ name, position: { x: 0, y: 0 }, rows: [], areas: [] });

const colourOf = ({ color }: PlanTable): string => color?.toLowerCase() ?? '';

/** Those of the shop in its order, used or not; then what tables have beside them. */
function allCategories(plan: Plan, byColour: ReadonlyMap<string, string>): PretixPlan['categories'] {
  const all = new Map<string, PretixPlan['categories'][number]>();
  const add = (name: string, color: string | null | undefined): void => {
    if (!all.has(name)) all.set(name, { name, ...(color ? { color } : {}) });
  };
  for (const { name, color } of plan.categories ?? []) add(name, color);
  for (const table of Object.values(plan.state.tables)) {
    if (table.seats === 0) continue;
    if (table.category) add(table.category, table.color);
    for (const prop of table.seatProps ?? []) if (prop?.category) add(prop.category, null);
  }
  for (const [color, name] of byColour) add(name, color);
  return [...all.values()];
}

/** A category for each colour of tables with seats and without one: called as their group where each has only the other. */
function categoriesOf(plan: Plan): Map<string, string> {
  const groups = new Map<string, Set<string>>();
  const colours = new Map<string, Set<string>>();
  for (const table of Object.values(plan.state.tables)) {
    if (table.seats === 0 || table.category) continue;
    const [colour, group] = [colourOf(table), table.group ?? ''];
    groups.set(colour, (groups.get(colour) ?? new Set()).add(group));
    colours.set(group, (colours.get(group) ?? new Set()).add(colour));
  }
  const names = new Map<string, string>();
  for (const [colour, known] of groups) {
    const [group = ''] = known;
    const alone = known.size === 1 && colours.get(group)?.size === 1;
    const own = alone && group !== '' && group !== PLAIN_CATEGORY && !groups.has(group);
    names.set(colour, own ? group : colour === '' ? PLAIN_CATEGORY : colour);
  }
  return names;
}

/** What is drawn beneath the seats; null for a table that is nothing but its seats. */
function areaOf(table: PlanTable): PretixArea | null {
  const { scale, rotation, color } = table;
  // Not the id that stands for a missing number: it would come back as one.
  const label = String(table.number ?? table.name ?? '');
  const outline = outlineOf(table);
  const looks = { color: color ?? PLAIN_TABLE, border_color: '#8a9490', rotation };
  const place = ({ x, y }: Point): Point => ({ x: px(x), y: px(y) });
  const text = (at: Point) => ({
    text: { text: label, color: '#161c1a', size: whole(1.9 * scale), position: place(at) },
  });
  switch (outline.shape) {
    case 'circle':
      return {
        ...{ ...looks, shape: 'circle', position: place(table.position), ...text({ x: 0, y: 0 }) },
        circle: { radius: whole(outline.radius * scale) },
      };
    case 'halfCircle':
      return {
        ...{ ...looks, shape: 'polygon', position: place(table.position) },
        ...text({ x: 0, y: outline.radius * scale * 0.42 }),
        polygon: {
          points: Array.from({ length: ARC + 1 }, (_, index) => {
            const angle = (Math.PI * index) / ARC;
            const radius = outline.radius * scale;
            return place({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
          }),
        },
      };
    case 'rectangle': {
      const corner = toPlan(table, { x: -outline.width / 2, y: -outline.height / 2 });
      const [width, height] = [outline.width * scale, outline.height * scale];
      return {
        ...{ ...looks, shape: 'rectangle', position: place(corner) },
        ...text({ x: width / 2, y: height / 2 }),
        rectangle: { width: whole(width), height: whole(height) },
      };
    }
    case 'none':
      return null;
    default:
      return outline satisfies never;
  }
}
