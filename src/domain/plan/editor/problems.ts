import type { Plan, PlanTable, Session } from '../../documents/session.ts';
import { numberOf, readingsOf, readNumber } from '../../text/typedNumber.ts';
import { planKey } from '../numbers.ts';
import { MAX_SEATS, MIN_SCALE } from './tables.ts';

/** A table drawn a thousand times as large is nobody's wish: so '1,250' can only mean 1.25. */
const MAX_SCALE = 999;

/** What keeps a plan from being saved. */
export interface PlanProblem {
  tableId: string;
  field: 'number';
  code: 'table_number_exists';
}

/** Two tables with one number could not be told apart in an import or at the door (specification 1 §5). */
export function planProblems({ state }: Plan): PlanProblem[] {
  const tables = Object.entries(state.tables);
  const counts = new Map<string, number>();
  for (const [, table] of tables) {
    const key = keyOf(table);
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return tables
    .filter(([, table]) => (counts.get(keyOf(table)) ?? 0) > 1)
    .map(([tableId]) => ({ tableId, field: 'number', code: 'table_number_exists' }));
}
const keyOf = ({ number }: PlanTable): string => planKey(number);

/**
 * Clients whose place this plan does not have: the table is gone (PLAN-21), or has fewer seats than the index of
 * theirs (PLAN-22).
 */
export function lostPlaces({ clients }: Pick<Session, 'clients'>, plan: Plan): string[] {
  return clients
    .filter(({ placement }) => {
      if (placement?.tableId == null) return false;
      const table = plan.state.tables[String(placement.tableId)];
      return table === undefined || (placement.seatIndex != null && placement.seatIndex >= table.seats);
    })
    .map(({ clientId }) => clientId);
}

/** VALID-66: a whole number from 0 to 100, else null. */
export function readSeats(text: string): number | null {
  const seats = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return seats !== null && seats <= MAX_SEATS ? seats : null;
}

/** VALID-64: at least the minimum, else null. */
export function readScale(text: string): number | null {
  return readNumber(text, MIN_SCALE, MAX_SCALE) ?? null;
}

/** VALID-67: a whole number of seconds; what is no number is ignored (null). */
export function readAutoSaveDelay(text: string): number | null {
  // '1 000' is no 1; '1,000' may be, so it is none.
  const readings = readingsOf(text);
  if (readings.length > 1) return null;
  const [reading] = readings;
  const seconds = reading === undefined ? Number.parseInt(text, 10) : Math.trunc(numberOf(reading));
  return Number.isNaN(seconds) ? null : Math.min(86_400, Math.max(1, seconds));
}
