import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan as planSchema, type Plan, type PlanTable } from '../../documents/session.ts';
import { planProblems } from '../editor/problems.ts';
import { defaultPlan, newTable } from '../editor/templates.ts';
import { outlineOf, seatRadius } from '../geometry.ts';
import { boundsOf, seatsOnPlan } from '../hit.ts';
import { theatrePlan } from '../../testing/theatrePlan.ts';
import { toPretix } from './export.ts';
import { fromPretix } from './import.ts';
import { pretixPlan } from './schema.ts';

const options = { firstIndex: 100, fileIndex: 4 };
const byNumber = (plan: Plan, number: PlanTable['number']) =>
  Object.values(plan.state.tables).find((table) => table.number === number);

describe('a plan of the ticket shop', () => {
  const { plan, report } = fromPretix(pretixPlan.parse(theatrePlan()), options);

  it('becomes groups, tables and seats, and a plan that can be saved', () => {
    expect(planSchema.parse(plan)).toEqual(plan);
    expect(planProblems(plan)).toEqual([]);
    expect(report).toMatchObject({ name: 'Théâtre du Lac', zones: 3, tables: 14, seats: 237, areas: 2 });
    expect(plan.ratio).toBe(1.28);
    expect(plan.state.nextTableIndex).toBe(116);
    expect(Object.keys(plan.state.tables).every((id) => Number(id) >= 100)).toBe(true);
    const groups = Object.values(plan.state.tables).map(({ group }) => group);
    const count = (name: string) => groups.filter((group) => group === name).length;
    expect(['Stalls', 'Balcony', 'Boxes'].map(count)).toEqual([11, 3, 2]);
  });

  it('every seat is where it was, and as large', () => {
    const file = theatrePlan();
    for (const zone of file.zones) {
      for (const row of zone.rows) {
        const table = Object.values(plan.state.tables).find(
          ({ group, number }) =>
            group === zone.name &&
            [row.row_number, `${zone.name} ${row.row_number}`].includes(String(number)),
        );
        if (row.seats.length === 0) continue;
        const points = table === undefined ? [] : seatsOnPlan(table);
        for (const [index, { position }] of row.seats.entries()) {
          const x = (zone.position.x + row.position.x + position.x) / 12.5;
          const y = (zone.position.y + row.position.y + position.y) / 12.5;
          const at = points[index] ?? { x: NaN, y: NaN };
          expect(Math.hypot(at.x - x, at.y - y)).toBeLessThan(0.05);
        }
      }
    }
    const straight = byNumber(plan, 'Balcony 1');
    expect(straight).toMatchObject({ type: 'single', seats: 15, rotation: 0 });
    // The seats of the shop stand farther apart than those of a row here, and are smaller for it.
    expect(straight?.seatProps).toEqual(Array.from({ length: 15 }, () => ({ scale: 0.83 })));
  });

  it('categories are colours too, areas tables without seats, tables in boxes round', () => {
    expect(byNumber(plan, 1)).toMatchObject({ color: '#c0392b', category: 'Premium', name: 'Row 1' });
    expect(byNumber(plan, 9)).toMatchObject({ color: '#2980b9', seats: 24 });
    expect(byNumber(plan, 9)?.category).toBe('Stalls');
    const stage = Object.values(plan.state.tables)[0];
    expect(stage).toMatchObject({ name: 'Stage', seats: 0, type: 'image', number: null });
    expect(stage?.image).toEqual({ fileIndex: 4, width: 48, height: 11.2 });
    expect(stage?.position).toEqual({ x: 64, y: 8.8 });
    const round = byNumber(plan, 'L');
    expect(round).toMatchObject({ type: 'circle', seats: 6, color: '#f5f5dc', category: 'Box' });
    expect(round === undefined ? null : outlineOf(round)).toMatchObject({ shape: 'circle' });
    expect((round?.scale ?? 0) * 1.6).toBeCloseTo(24 / 12.5, 2);
  });

  it('categories go out as they came in: names, order, colours, seat by seat, used or not', () => {
    const file = theatrePlan();
    file.categories.push({ name: 'Wheelchair', color: 'rebeccapurple' });
    const came = fromPretix(pretixPlan.parse(file), options).plan;
    const gone = toPretix(planSchema.parse(JSON.parse(JSON.stringify(came))), '');
    expect(gone.categories).toEqual(file.categories);
    const bySeat = (one: typeof file) =>
      one.zones
        .flatMap(({ rows }) => rows.flatMap(({ seats }) => seats))
        .map(({ category }) => category ?? '')
        .toSorted((a, b) => a.localeCompare(b));
    expect(bySeat(gone)).toEqual(bySeat(file));
    // Of a box, the one seat that is sold as another category.
    const [box] = gone.zones.flatMap(({ rows }) => rows).filter(({ row_number }) => row_number === 'L');
    expect(box?.seats.map(({ category }) => category)).toEqual(['Box', 'Box', 'Box', 'Box', 'Box', 'Stalls']);
    // And a second time.
    expect(toPretix(fromPretix(pretixPlan.parse(gone), options).plan, '').categories).toEqual(
      file.categories,
    );
  });

  it('tells everything that is lost', () => {
    expect(report.losses).toEqual([
      { code: 'seat_numbers', count: 1, names: ['3'] },
      { code: 'duplicate_numbers', count: 3, names: ['Balcony 1', 'Balcony 2', 'Balcony 3'] },
      { code: 'empty_rows', count: 1, names: ['10'] },
      { code: 'unknown_colours', count: 1, names: ['Box'] },
      { code: 'simplified_areas', count: 1, names: [] },
      { code: 'texts', count: 1, names: ['Emergency exit'] },
      { code: 'booking_order', count: 1, names: ['1'] },
    ]);
  });

  it('long rows are several tables; older files have no size and no shapes', () => {
    const seats = Array.from({ length: 250 }, (_, index) => ({
      ...{ seat_guid: String(index), seat_number: index + 1, position: { x: 30 * index, y: 0 } },
    }));
    const areas = [{ position: { x: 0, y: 100 }, width: 300, height: 50, text: 'Bar' }];
    const zones = [{ position: { x: 0, y: 0 }, rows: [{ row_number: 'A', seats }], areas }];
    const old = fromPretix(pretixPlan.parse({ zones }), options);
    expect(old.plan.ratio).toBe(5);
    expect(Object.values(old.plan.state.tables).map((table) => [table.number, table.seats])).toEqual([
      [null, 0],
      ['A', 84],
      ['A (2)', 84],
      ['A (3)', 82],
    ]);
    expect(old.report.losses).toContainEqual({ code: 'split_rows', count: 1, names: ['A'] });
  });
});

/** What is drawn of a plan, in an order of its own: what both formats know. */
function drawn(plan: Plan) {
  return Object.values(plan.state.tables)
    .map((table) => {
      const points = seatsOnPlan(table);
      const { minX, minY, maxX, maxY } = boundsOf({ ...table, seats: 0, seatProps: null });
      const isBare = outlineOf(table).shape === 'none';
      return {
        ...{ number: table.number ?? null, name: table.name ?? null, group: table.group ?? null },
        ...{ color: table.color ?? null, type: table.type, seats: table.seats },
        seatsAt: points.map(({ x, y }, index) => ({ x, y, r: seatRadius(table, index) * table.scale })),
        // Without its seats, a round table is of another size.
        box: isBare || table.type !== 'image' ? null : { minX, minY, maxX, maxY },
        form: isBare ? null : sizeOf(table),
      };
    })
    .toSorted((a, b) => String(a.number).localeCompare(String(b.number)));
}
function sizeOf(table: PlanTable) {
  const outline = outlineOf(table);
  if (outline.shape === 'none') return null;
  const size = outline.shape === 'rectangle' ? [outline.width, outline.height] : [outline.radius];
  return size.map((length) => length * table.scale);
}

/** Plan units: half a pixel of the format, and what the poses are rounded by. */
const NEAR = 0.06;
function differences(actual: unknown, wanted: unknown, path = 'plan'): string[] {
  if (typeof wanted === 'number' && typeof actual === 'number' && !path.endsWith('number')) {
    return Math.abs(actual - wanted) < NEAR ? [] : [`${path}: ${actual} for ${wanted}`];
  }
  if (typeof wanted === 'object' && wanted !== null && typeof actual === 'object' && actual !== null) {
    const [there, here] = [new Map(Object.entries(actual)), Object.entries(wanted)];
    return here.flatMap(([key, one]) => differences(there.get(key), one, `${path}.${key}`));
  }
  return actual === wanted ? [] : [`${path}: ${String(actual)} for ${String(wanted)}`];
}

/* Well within the plan: what lies beyond its edge makes the other one larger. */
const places = fc.record({
  x: fc.double({ min: 60, max: 100, noNaN: true }),
  y: fc.double({ min: 40, max: 60, noNaN: true }),
});
const offset = fc.double({ min: -3, max: 3, noNaN: true });
const table = (number: number): fc.Arbitrary<PlanTable> =>
  fc
    .record({
      type: fc.constantFrom(
        'circle' as const,
        'rectangle' as const,
        'semicircle' as const,
        'single' as const,
      ),
      seats: fc.integer({ min: 1, max: 12 }),
      position: places,
      rotation: fc.integer({ min: 0, max: 359 }),
      scale: fc.integer({ min: 40, max: 140 }).map((hundredths) => hundredths / 100),
      color: fc.constantFrom(null, '#f5d68c', '#aadfd6'),
      group: fc.constantFrom(null, 'VIP', 'Balcony'),
      name: fc.constantFrom(null, 'Rose', 'Lake'),
      moved: fc.option(fc.tuple(fc.nat({ max: 11 }), fc.record({ x: offset, y: offset }))),
    })
    .map(({ moved, ...fields }) => ({
      ...fields,
      number,
      ...(moved === null || moved[0] >= fields.seats
        ? {}
        : {
            seatProps: Array.from({ length: fields.seats }, (_, index) =>
              index === moved[0] ? { position: moved[1] } : null,
            ),
          }),
    }));
const plans: fc.Arbitrary<Plan> = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => table(index + 1))))
  .map((tables) => ({
    ratio: 1.6,
    state: { nextTableIndex: tables.length, tables: Object.fromEntries(tables.entries()) },
  }));

const spot = fc.record({
  x: fc.double({ min: -5000, max: 5000, noNaN: true }),
  y: fc.double({ min: -5000, max: 5000, noNaN: true }),
});
const size = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3000, noNaN: true }));
const label = fc.oneof(
  fc.constantFrom('', '1', 'A', 'a', ' 1', '01', '99999999999'),
  fc.string({ maxLength: 60 }),
);
const anySeat = fc.record(
  {
    ...{ seat_guid: label, seat_number: fc.oneof(label, fc.nat()), position: spot },
    ...{ category: fc.constantFrom('x', 'y', ''), radius: size },
  },
  { requiredKeys: ['seat_guid', 'seat_number', 'position'] },
);
const anyArea = fc.record(
  {
    ...{ position: spot, rotation: fc.double({ min: -720, max: 720, noNaN: true }) },
    shape: fc.constantFrom('circle', 'rectangle', 'ellipse', 'polygon', 'text', 'star'),
    ...{ color: fc.constantFrom('red', '#abc', 'no colour'), text: fc.record({ text: label }) },
    ...{ circle: fc.record({ radius: size }), rectangle: fc.record({ width: size, height: size }) },
    ...{
      ellipse: fc.record({ radius: spot }),
      polygon: fc.record({ points: fc.array(spot, { maxLength: 9 }) }),
    },
  },
  { requiredKeys: ['position'] },
);
const anyPlan = fc.record(
  {
    zones: fc.array(
      fc.record(
        {
          ...{ name: label, position: spot, areas: fc.array(anyArea, { maxLength: 4 }) },
          rows: fc.array(
            fc.record(
              {
                row_number: label,
                position: spot,
                seats: fc.array(anySeat, { maxLength: 12 }),
                row_label: label,
              },
              { requiredKeys: ['row_number', 'seats'] },
            ),
            { maxLength: 5 },
          ),
        },
        { requiredKeys: ['rows'] },
      ),
      { maxLength: 3 },
    ),
    ...{ name: label, size: fc.record({ width: size, height: size }) },
    categories: fc.array(fc.record({ name: label, color: label }), { maxLength: 3 }),
  },
  { requiredKeys: ['zones'] },
);

it('a plan or an area of next to no size counts as one without', () => {
  const dot = { width: 5e-324, height: 5e-324 };
  const zones = [{ areas: [{ position: { x: 0, y: 0 }, rectangle: dot }], rows: [] }];
  const { plan } = fromPretix(pretixPlan.parse({ zones, size: dot }), options);
  expect(planSchema.safeParse(plan).error?.issues).toBeUndefined();
  expect(plan.state.tables).toEqual({});
});

it('whatever is valid there can be saved here, and no seat is lost', () => {
  fc.assert(
    fc.property(anyPlan, (file) => {
      const { plan } = fromPretix(pretixPlan.parse(file), options);
      expect(planSchema.safeParse(plan).error?.issues).toBeUndefined();
      expect(planProblems(plan)).toEqual([]);
      const there = file.zones.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats));
      const here = Object.values(plan.state.tables).reduce((sum, { seats }) => sum + seats, 0);
      expect(here).toBe(there.length);
    }),
    { numRuns: 300 },
  );
});

describe('a plan for the ticket shop and back', () => {
  const back = (plan: Plan) =>
    fromPretix(pretixPlan.parse(JSON.parse(JSON.stringify(toPretix(plan, 'Gala')))), options);

  it('is the same plan, as far as both know it', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const there = back(plan);
        expect(differences(drawn(there.plan), drawn(plan))).toEqual([]);
        expect(there.report.losses).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has unlike identifiers for all seats, the same ones each time', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const seats = toPretix(plan, '').zones.flatMap(({ rows }) => rows.flatMap((row) => row.seats));
        expect(new Set(seats.map(({ seat_guid }) => seat_guid)).size).toBe(seats.length);
        expect(toPretix(plan, '')).toEqual(toPretix(plan, ''));
      }),
    );
  });

  it('keeps frames of pictures and tables without seats', () => {
    const stage: PlanTable = {
      ...{ type: 'image', name: 'Stage', position: { x: 80, y: 12 }, rotation: 30, scale: 2, seats: 0 },
      image: { fileIndex: 0, width: 20, height: 5 },
    };
    const plan = defaultPlan();
    plan.state.tables['2'] = stage;
    plan.state.tables['3'] = { ...stage, name: null };
    plan.state.tables['4'] = { ...newTable('circle', 4, { x: 20, y: 20 }, 0), number: null };
    const tables = Object.values(back(plan).plan.state.tables);
    expect(tables[0]).toMatchObject({
      ...{ type: 'image', name: 'Stage', seats: 0, rotation: 30, scale: 1 },
      ...{ position: { x: 80, y: 12 }, image: { fileIndex: 4, width: 40, height: 10 } },
    });
    expect(tables[1]).toMatchObject({ type: 'image', number: null });
    expect(tables[1]?.name).toBeUndefined();
    expect(tables[4]).toMatchObject({ type: 'circle', seats: 4, number: null });
    expect(tables[4]?.name).toBeUndefined();
    for (const number of [1, 2]) {
      expect(tables[number + 1]).toMatchObject({ type: 'circle', number, seats: 5, scale: 1 });
    }
  });

  it('is what the schema of the shop asks for', () => {
    const file = toPretix(defaultPlan(), 'Gala');
    expect(file).toMatchObject({
      ...{ name: 'Gala', size: { width: 3200, height: 2000 }, categories: [{ name: 'Standard' }] },
      zones: [{ name: '', position: { x: 0, y: 0 }, rows: [{ row_number: '1' }, { row_number: '2' }] }],
    });
    const [zone] = file.zones;
    expect(zone?.areas?.[0]).toMatchObject({ shape: 'circle', circle: { radius: 32 }, text: { text: '1' } });
    const [seat] = zone?.rows[0]?.seats ?? [];
    expect(seat).toEqual({
      ...{ seat_guid: '0-1', seat_number: '1', category: 'Standard', radius: 19 },
      position: { x: 0, y: -60 },
    });
  });
});
