import type { PlanTable } from '../../documents/session.ts';
import type { Tables } from './model.ts';

/*
 * What is locked stays where it is and on the plan, whatever hand or key slips: a stage, a row that is screwed to the
 * floor. It can be selected, named and given other seats.
 */

export const isLocked = (table: Pick<PlanTable, 'locked'> | undefined): boolean => table?.locked === true;

/** Those that may be moved and deleted. */
export const movable = (tables: Tables, ids: readonly string[]): string[] =>
  ids.filter((id) => !isLocked(tables[id]));
