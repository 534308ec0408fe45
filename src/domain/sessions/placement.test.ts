import { describe, expect, it } from 'vitest';
import { findTable, judgePlacement, readPlacement } from './placement.ts';

const table = (number: number | string | null, seats: number, name: string | null = null) => ({
  type: 'circle' as const,
  ...{ number, name, seats, position: { x: 0, y: 0 }, rotation: 0, scale: 1 },
});
const session = {
  plan: {
    ratio: 1.6,
    state: { nextTableIndex: 3, tables: { a: table(1, 5), b: table('12b', 0), c: table(null, 2, 'Bar') } },
  },
  clients: [
    { clientId: 'client_ada', checkInTime: null, placement: { tableId: 'a', seatIndex: 2 }, updatedTime: 1 },
    { clientId: 'client_bo', checkInTime: null, placement: { tableId: 'a', onTable: true }, updatedTime: 1 },
  ],
};

describe('places as people write them', () => {
  it('finds tables by number, then by name', () => {
    expect(findTable(session.plan, ' 1 ')).toBe('a');
    expect(findTable(session.plan, '12B')).toBe('b');
    expect(findTable(session.plan, 'bar')).toBe('c');
    expect(findTable(session.plan, '')).toBeNull();
    expect(findTable(null, '1')).toBeNull();
  });

  it('reads none, a table, a table and a seat', () => {
    expect(readPlacement(session, { table: '', seat: '' })).toEqual({ ok: true, value: null });
    expect(readPlacement(session, { table: '1', seat: '' })).toEqual({
      ok: true,
      value: { tableId: 'a', onTable: true },
    });
    expect(readPlacement(session, { table: '1', seat: '1' })).toEqual({
      ok: true,
      value: { tableId: 'a', seatIndex: 0, onTable: false },
    });
  });

  it('refuses a table that the plan has not [VALID-15]', () => {
    const error = { field: 'table', code: 'invalid_table_number' };
    expect(readPlacement(session, { table: '99', seat: '1' })).toEqual({ ok: false, error });
    expect(readPlacement({ ...session, plan: null }, { table: '1', seat: '' })).toEqual({ ok: false, error });
  });

  it('refuses a seat beyond the table, or that is no whole number [VALID-16]', () => {
    const error = { field: 'seat', code: 'invalid_seat_number' };
    for (const seat of ['0', '6', '-1', '1.5', 'x', '1e1']) {
      expect(readPlacement(session, { table: '1', seat })).toEqual({ ok: false, error });
    }
    expect(readPlacement(session, { table: '12b', seat: '1' })).toEqual({ ok: false, error });
  });

  it('refuses an occupied seat, but not to whom it belongs [VALID-17]', () => {
    expect(readPlacement(session, { table: '1', seat: '3' })).toEqual({
      ok: false,
      error: { field: 'seat', code: 'occupied_seat_number' },
    });
    expect(readPlacement(session, { table: '1', seat: '3' }, 'client_ada').ok).toBe(true);
    expect(judgePlacement(session, { tableId: 'a', seatIndex: 2 }, 'client_bo').ok).toBe(false);
  });

  it('refuses a seat without a table [VALID-18]', () => {
    expect(readPlacement(session, { table: ' ', seat: '1' })).toMatchObject({ ok: false });
  });
});
