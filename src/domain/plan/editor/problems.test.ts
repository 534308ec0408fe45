import { describe, expect, it } from 'vitest';
import type { Session } from '../../documents/session.ts';
import { lostPlaces, planProblems, readAutoSaveDelay, readScale, readSeats } from './problems.ts';
import { mapTables, removeTables } from './tables.ts';
import { defaultPlan } from './templates.ts';

const seated = (clientId: string, tableId: string | number, seatIndex: number | null) => ({
  ...{ clientId, checkInTime: null, updatedTime: 0 },
  placement: { tableId, seatIndex, onTable: seatIndex === null },
});

describe('problems of a plan', () => {
  it('numbers must be unique, whatever their case; tables without one may be many', () => {
    const numbered = (number: string | number | null) =>
      planProblems(mapTables(defaultPlan(), ['0'], (table) => ({ ...table, number })));
    expect(numbered(2).map(({ tableId }) => tableId)).toEqual(['0', '1']);
    expect(numbered(' 2 ')).toHaveLength(2);
    expect(numbered('A')).toEqual([]);
    const none = mapTables(defaultPlan(), ['0', '1'], (table) => ({ ...table, number: null }));
    expect(planProblems(none)).toEqual([]);
  });

  it('people whose table or seat is gone lose their place [PLAN-21, PLAN-22]', () => {
    const clients = [seated('a', '0', 1), seated('b', 1, 3), seated('c', '1', 4), seated('d', '1', null)];
    const session = { clients } as Pick<Session, 'clients'>;
    expect(lostPlaces(session, defaultPlan())).toEqual([]);
    expect(lostPlaces(session, removeTables(defaultPlan(), ['0']))).toEqual(['a']);
    const fewer = mapTables(defaultPlan(), ['1'], (table) => ({ ...table, seats: 4 }));
    expect(lostPlaces(session, fewer)).toEqual(['c']);
  });

  it('seats are whole numbers from 0 to 100 [VALID-66]', () => {
    expect(['0', '100', ' 7 '].map(readSeats)).toEqual([0, 100, 7]);
    expect(['101', '-1', '1.5', '', 'x'].map(readSeats)).toEqual([null, null, null, null, null]);
  });
  it('a scale is at least 0.02 [VALID-64]', () => {
    expect(['0.02', '1,5', '3', '1,250'].map(readScale)).toEqual([0.02, 1.5, 3, 1.25]);
    expect(['0.019', '0', '-1', '', 'x'].map(readScale)).toEqual([null, null, null, null, null]);
  });
  it('an auto-save delay is whole seconds, and ignored when it is no number [VALID-67]', () => {
    expect(['30', '12.7', '45 s', '0'].map(readAutoSaveDelay)).toEqual([30, 12, 45, 1]);
    expect(['1 000', "1'000"].map(readAutoSaveDelay)).toEqual([1000, 1000]);
    expect(['', 'soon', '-', '1,000'].map(readAutoSaveDelay)).toEqual([null, null, null, null]);
  });
});
