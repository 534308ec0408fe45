import { describe, expect, it } from 'vitest';
import type { Plan } from '../../documents/session.ts';
import { exportPlan, importPlan } from './exchange.ts';
import { defaultPlan } from './templates.ts';

const options = { firstIndex: 7, fileIndex: 3 };
const read = (text: string) => importPlan(text, options);
const own = (plan: Plan) => ({ ok: true, value: { plan, report: null } });

describe('plans as files', () => {
  it('come back as they went', () => {
    expect(read(exportPlan(defaultPlan()))).toEqual(own(defaultPlan()));
    expect(read(JSON.stringify(defaultPlan()))).toEqual(own(defaultPlan()));
    expect(read(`\uFEFF${exportPlan(defaultPlan())}`)).toEqual(own(defaultPlan()));
  });
  it('are checked whole, and say where something is wrong', () => {
    expect(read('{')).toMatchObject({ error: { code: 'not_json' } });
    expect(read('{ "plan": 5 }')).toMatchObject({ error: { code: 'not_a_plan' } });
    const plan = JSON.parse(JSON.stringify(defaultPlan())) as { state: { tables: Record<string, object> } };
    plan.state.tables['1'] = { ...plan.state.tables['1'], seats: 101, scale: 0.01 };
    expect(read(JSON.stringify({ plan }))).toEqual({
      ok: false,
      error: { code: 'not_a_plan', paths: ['state.tables.1.scale', 'state.tables.1.seats'] },
    });
    plan.state.tables['1'] = { ...plan.state.tables['0'] };
    expect(read(JSON.stringify(plan))).toMatchObject({
      error: { code: 'table_number_exists', paths: ['state.tables.0.number', 'state.tables.1.number'] },
    });
  });
  it('of other programs are recognised, or refused', () => {
    for (const foreign of ['null', '5', '[]', '{}', '{ "tables": [] }']) {
      expect(read(foreign)).toEqual({ ok: false, error: { code: 'unknown_format', paths: [] } });
    }
    expect(read('{ "zones": [] }')).toMatchObject({ error: { code: 'empty_plan' } });
    const seats = [{ seat_guid: 'a', seat_number: 1, position: { x: 1, y: 'wide' } }];
    const zones = [{ position: { x: 0, y: 0 }, rows: [{ row_number: 'A', seats }, { row_number: 'B' }] }];
    expect(read(JSON.stringify({ zones }))).toEqual({
      ok: false,
      error: { code: 'not_pretix', paths: ['zones.0.rows.0.seats.0.position.y', 'zones.0.rows.1.seats'] },
    });
  });
});
