import { expect, it } from 'vitest';
import { defaultPlan } from './editor/templates.ts';
import { mapTables } from './editor/tables.ts';
import { sharedTableNumbers } from './numbers.ts';

it('names each number that several tables have once, whatever its case and spaces', () => {
  const plan = (number: string | number | null) =>
    mapTables(defaultPlan(), ['0', '1'], (table) => ({ ...table, number }));
  expect(sharedTableNumbers(defaultPlan())).toEqual([]);
  expect(sharedTableNumbers(plan(76))).toEqual(['76']);
  expect(sharedTableNumbers(plan(null))).toEqual([]);
  const typed = mapTables(plan(' A1 '), ['1'], (table) => ({ ...table, number: 'a1' }));
  expect(sharedTableNumbers(typed)).toEqual(['A1']);
  expect(sharedTableNumbers(null)).toEqual([]);
});
