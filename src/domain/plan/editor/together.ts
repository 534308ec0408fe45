import { canonical } from '../../canonical.ts';
import type { Plan, PlanTable } from '../../documents/session.ts';
import { own, restOfPlan } from '../parts.ts';
import { cancelled, select, type EditorState, type Tables } from './model.ts';

/*
 * Two people with one plan, both online: what one has saved comes to the other in the midst of work. It is put together table by table,
 * as the versions of two devices without network are (`mergePlans`).
 */

type Table = PlanTable | null;
/** Tables that nobody touched are the same object in each step of an editor. */
const isSame = (one: Table, other: Table): boolean => one === other || canonical(one) === canonical(other);
const tableOf = ({ state }: Plan, id: string): Table => own(state.tables, id);

/** What `mine` has changed of `begun`, laid over `theirs`; `theirs` itself where that is nothing. */
export function layOver(begun: Plan, mine: Plan, theirs: Plan): Plan {
  const changed = idsOf(mine, begun).filter((id) => !isSame(tableOf(mine, id), tableOf(begun, id)));
  const rest = restChanged(begun, mine);
  return withTables({ ...theirs, ...rest }, mine, changed, theirs);
}

/** Tables that both have changed of `begun`, and not alike. */
export const changedByBoth = (begun: Plan, mine: Plan, theirs: Plan): string[] =>
  idsOf(mine, theirs).filter((id) => {
    const [was, is, other] = [tableOf(begun, id), tableOf(mine, id), tableOf(theirs, id)];
    return !isSame(is, was) && !isSame(other, was) && !isSame(is, other);
  });

/** Of these tables, those that are otherwise in the two plans. */
export const stillApart = (ids: readonly string[], mine: Plan, theirs: Plan): string[] =>
  ids.filter((id) => !isSame(tableOf(mine, id), tableOf(theirs, id)));

/** These tables as `theirs` has them; `theirs` itself where nothing else is left. */
export const takeTables = (mine: Plan, theirs: Plan, ids: readonly string[]): Plan =>
  withTables(mine, theirs, ids, theirs);

/**
 * The editor goes on with `theirs` below all that was done in it: undo takes back one's own steps, and nothing of theirs.
 */
export function goOnWith(state: EditorState, begun: Plan, theirs: Plan): EditorState {
  const { plan, past, future, selection, ...others } = cancelled(state);
  const laid = (step: Plan): Plan => layOver(begun, step, theirs);
  return select(
    { ...others, selection, plan: laid(plan), past: past.map(laid), future: future.map(laid) },
    selection,
  );
}

const idsOf = (...plans: readonly Plan[]): string[] => [
  ...new Set(plans.flatMap(({ state }) => Object.keys(state.tables))),
];

function withTables(plan: Plan, from: Plan, ids: readonly string[], theirs: Plan): Plan {
  const tables: Tables = { ...plan.state.tables };
  for (const id of ids) {
    const table = tableOf(from, id);
    if (table === null) delete tables[id];
    else tables[id] = table;
  }
  const nextTableIndex = Math.max(plan.state.nextTableIndex, from.state.nextTableIndex);
  const next: Plan = { ...plan, state: { ...plan.state, nextTableIndex, tables } };
  const isTheirs =
    idsOf(next, theirs).every((id) => isSame(tableOf(next, id), tableOf(theirs, id))) &&
    canonical(restOfPlan(next)) === canonical(restOfPlan(theirs));
  return isTheirs ? theirs : next;
}

/** Of what is of the plan as a whole, what was changed. */
function restChanged(begun: Plan, mine: Plan): Partial<Plan> {
  const names = Object.keys({ ...begun, ...mine }).filter((name) => name !== 'state') as (keyof Plan)[];
  const isChanged = (name: keyof Plan): boolean =>
    canonical(mine[name] ?? null) !== canonical(begun[name] ?? null);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, mine[name]]));
}
