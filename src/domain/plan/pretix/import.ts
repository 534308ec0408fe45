import type { Plan, PlanTable } from '../../documents/session.ts';
import { cut as shortened } from '../../text/cut.ts';
import { planKey } from '../numbers.ts';
import { MAX_SEATS } from '../editor/tables.ts';
import type { Point } from '../geometry.ts';
import { groundOf, textOf, type Ground } from './areas.ts';
import { hexColour } from './colours.ts';
import { PLAIN_TABLE } from './export.ts';
import { seatsOf, type FoundRow } from './rows.ts';
import { frameOf, scaledGround, type Frame } from './frame.ts';
import { pairs } from './pairs.ts';
import { tableAround } from './pose.ts';
import { LOSSES, type LossCode, type PretixReport } from './report.ts';
import type { PretixPlan, PretixZone } from './schema.ts';

export interface ImportedPretix {
  plan: Plan;
  report: PretixReport;
}
export interface ImportOptions {
  /** The first id for tables: those of the plan before must not come to mean others. */
  firstIndex: number;
  /** Of a picture that does not exist; see `tableAround`. */
  fileIndex: number;
}

/** A plan of the ticket shop pretix: zones become groups, rows tables, areas tables without seats. */
export function fromPretix(file: PretixPlan, options: ImportOptions): ImportedPretix {
  const losses = new Map<LossCode, string[]>();
  const lose = (code: LossCode, name: string): void => {
    const known = losses.get(code);
    if (known === undefined) losses.set(code, [name]);
    else known.push(name);
  };
  const frame = frameOf(file);
  const colours = new Map(
    file.categories.map(({ name, color }) => {
      const hex = color == null ? null : hexColour(color);
      if (color != null && hex === null) lose('unknown_colours', name || color);
      return [name, hex] as const;
    }),
  );
  const categories = categoriesIn(file, lose);
  const taken = new Set<string>();
  const makers: (() => PlanTable[])[] = [];
  const tables: PlanTable[] = [];
  for (const zone of file.zones) {
    const found = tablesOf({ zone, frame, colours, taken, lose, fileIndex: options.fileIndex });
    makers.push(found.grounds);
    tables.push(...found.tables);
  }
  // After all rows: a number that a row has is no area's.
  const grounds = makers.flatMap((make) => make());
  // What comes first is drawn first: grounds lie beneath.
  const all = [...grounds, ...tables];
  return {
    plan: {
      ratio: frame.ratio,
      ...(categories.length === 0 ? {} : { categories }),
      state: {
        nextTableIndex: options.firstIndex + all.length,
        tables: Object.fromEntries(
          all.map((table, index): [string, PlanTable] => [String(options.firstIndex + index), table]),
        ),
      },
    },
    report: {
      name: file.name,
      zones: file.zones.filter(({ name }) => (name ?? '') !== '').length,
      tables: tables.length,
      seats: tables.reduce((sum, { seats }) => sum + seats, 0),
      areas: grounds.length,
      categories: [...colours].map(([name, color]) => ({ name, color })),
      losses: LOSSES.flatMap((code) => {
        const names = losses.get(code);
        if (names === undefined) return [];
        return [{ code, count: names.length, names: names.filter((name) => name !== '') }];
      }),
    },
  };
}

/** As the file has them, for the way out again. Those that Foyer made of colours are made of them again. */
function categoriesIn(file: PretixPlan, lose: ZoneTask['lose']): NonNullable<Plan['categories']> {
  const own = file.categories.filter(({ name }) => hexColour(name) === null);
  const named = new Map(own.map((category) => [category.name, category]));
  return [...named.values()].slice(0, MOST_CATEGORIES).map(({ name, color }) => ({
    name: cut(name, 300, lose),
    ...(color == null ? {} : { color: shortened(color, 100) }),
  }));
}
const MOST_CATEGORIES = 1000;

interface ZoneTask {
  zone: PretixZone;
  frame: Frame;
  colours: ReadonlyMap<string, string | null>;
  taken: Set<string>;
  lose: (code: LossCode, name: string) => void;
  fileIndex: number;
}

function tablesOf(task: ZoneTask): { grounds: () => PlanTable[]; tables: PlanTable[] } {
  const { zone, frame, lose } = task;
  const group = cut(zone.name ?? '', 300, lose);
  const shapes: Ground[] = [];
  const texts: { text: string; at: Point }[] = [];
  for (const area of zone.areas ?? []) {
    const ground = groundOf(area);
    if (ground !== null) shapes.push(scaledGround(frame, zone.position, ground));
    else texts.push({ text: textOf(area), at: frame.place(zone.position, area.position) });
  }
  const rows = seatsOf(zone, frame, lose);
  const pairOf = pairs(rows, shapes);
  const used = new Set(pairOf.values());
  nameGrounds(
    shapes.filter((shape) => !used.has(shape)),
    texts,
    lose,
  );
  const tables = rows.flatMap((row) => tablesOfRow(task, row, pairOf.get(row) ?? null, group));
  const grounds = (): PlanTable[] =>
    shapes.filter((shape) => !used.has(shape)).map((shape) => groundTable(task, shape, group));
  return { grounds, tables };
}

/** An area that is nobody's table; it is called as it says, by number where that is free. */
function groundTable({ taken, lose, fileIndex }: ZoneTask, shape: Ground, group: string): PlanTable {
  if (shape.simplified) lose('simplified_areas', shape.text);
  const label = cut(shape.text, 300, lose);
  const number = wholeNumber(label);
  const isFree = number !== null && !taken.has(label);
  if (isFree) taken.add(label);
  return {
    ...tableAround([], shape, fileIndex),
    ...{ number: isFree ? number : null, ...(isFree || label === '' ? {} : { name: label }) },
    ...(group === '' ? {} : { group }),
    ...(shape.color === null || shape.color === PLAIN_TABLE ? {} : { color: shape.color }),
  };
}

/** Of a text that is nothing but that number. */
const wholeNumber = (text: string): number | null => (/^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : null);

/** Writing names the area it stands on, where that has no name; what stands alone is left out. */
function nameGrounds(
  shapes: readonly Ground[],
  texts: readonly { text: string; at: Point }[],
  lose: ZoneTask['lose'],
): void {
  for (const { text, at } of texts) {
    const under = shapes.find(
      ({ centre, width, height, text: own }) =>
        own === '' && Math.abs(centre.x - at.x) <= width / 2 && Math.abs(centre.y - at.y) <= height / 2,
    );
    if (under === undefined) lose('texts', text);
    else under.text = text;
  }
}

/** A row; more seats than a table may have are several tables. */
function tablesOfRow(task: ZoneTask, row: FoundRow, ground: Ground | null, group: string): PlanTable[] {
  const { colours, lose, fileIndex } = task;
  const parts = Math.ceil(row.seats.length / MAX_SEATS);
  if (parts > 1) lose('split_rows', row.number);
  const size = Math.ceil(row.seats.length / parts);
  const written = cut(row.label || (ground?.text === row.number ? '' : (ground?.text ?? '')), 300, lose);
  return Array.from({ length: parts }, (_, part): PlanTable => {
    const seats = row.seats.slice(part * size, (part + 1) * size);
    const category = mostOf(seats.map((seat) => seat.category));
    const color = colours.get(category) ?? (ground?.color === PLAIN_TABLE ? null : ground?.color) ?? null;
    return {
      ...withCategories(tableAround(seats, parts === 1 ? ground : null, fileIndex), seats, category),
      number: numberFor(task, row.number),
      ...(written === '' ? {} : { name: written }),
      ...(group === '' ? {} : { group }),
      ...(color === null ? {} : { color }),
    };
  });
}

/** The table has the category of most of its seats; a seat of another one says so. */
function withCategories<T extends Pick<PlanTable, 'seatProps'>>(
  table: T,
  seats: FoundRow['seats'],
  category: string,
): T & Pick<PlanTable, 'category' | 'seatProps'> {
  const nameOf = (name: string): string => (hexColour(name) === null ? name.trim().slice(0, 300) : '');
  const own = seats.map((seat) => nameOf(seat.category));
  const usual = nameOf(category);
  const named = usual === '' ? table : { ...table, category: usual };
  if (own.every((one) => one === usual)) return named;
  return {
    ...named,
    seatProps: own.map((one, index) => {
      const prop = table.seatProps?.[index] ?? null;
      return one === usual || one === '' ? prop : { ...prop, category: one };
    }),
  };
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of values) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? '';
}

/** A table's number is its own in the whole plan; a row's is so in its zone only. */
function numberFor({ zone, taken, lose }: ZoneTask, wanted: string): PlanTable['number'] {
  if (wanted.trim() === '') return null;
  const first = cut(wanted, 50, lose);
  const places = [first, shortened(`${zone.name ?? ''} ${wanted}`.trim(), 50)];
  let found = places.find((one) => !taken.has(planKey(one)));
  if (found !== first) lose('duplicate_numbers', [zone.name, wanted].filter(Boolean).join(' '));
  for (let count = 2; found === undefined; count++) {
    const next = `${shortened(first, 44)} (${count})`;
    if (!taken.has(planKey(next))) found = next;
  }
  taken.add(planKey(found));
  return wholeNumber(found) ?? found;
}

function cut(text: string, most: number, lose: ZoneTask['lose']): string {
  const whole = text.trim();
  if (whole.length > most) lose('shortened', `${whole.slice(0, 40)}…`);
  return shortened(whole, most);
}
