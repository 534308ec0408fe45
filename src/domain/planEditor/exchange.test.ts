import { describe, expect, it } from 'vitest';
import { exportPlan, importPlan } from './exchange.ts';
import { defaultPlan } from './templates.ts';

describe('plans as files', () => {
  it('come back as they went', () => {
    expect(importPlan(exportPlan(defaultPlan()))).toEqual({ ok: true, value: defaultPlan() });
    expect(importPlan(JSON.stringify(defaultPlan()))).toEqual({ ok: true, value: defaultPlan() });
  });
  it('are checked whole, and say where something is wrong', () => {
    expect(importPlan('{')).toMatchObject({ error: { code: 'not_json' } });
    expect(importPlan('null')).toMatchObject({ error: { code: 'not_a_plan' } });
    const plan = JSON.parse(JSON.stringify(defaultPlan())) as { state: { tables: Record<string, object> } };
    plan.state.tables['1'] = { ...plan.state.tables['1'], seats: 101, scale: 0.01 };
    expect(importPlan(JSON.stringify({ plan }))).toEqual({
      ok: false,
      error: { code: 'not_a_plan', paths: ['state.tables.1.scale', 'state.tables.1.seats'] },
    });
    plan.state.tables['1'] = { ...plan.state.tables['0'] };
    expect(importPlan(JSON.stringify(plan))).toMatchObject({
      error: { code: 'table_number_exists', paths: ['state.tables.0.number', 'state.tables.1.number'] },
    });
  });
});
