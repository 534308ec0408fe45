import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange, EntryRow } from '#domain/documents/entrychange.ts';
import type { HistoryChange } from '#i18n/history.ts';
import { diffEntries, type ToldChange } from './diff.ts';
import type { Names } from './names.ts';
import { entryState, factsOf, type SessionState } from './snapshot.ts';

/** What is written once, and told from itself. */
export type Act = Checkin | EntryChange;

export const clientsOf = (act: Act): string[] =>
  act.type === 'checkin' ? [act.clientId] : act.rows.map(({ clientId }) => clientId);

/** What one act did, as the history tells it. */
export const changesOf = (act: Act, plan: SessionState['plan'], names: Names): ToldChange[] =>
  act.type === 'checkin'
    ? [{ ...checkinChange(act, names.client(act.clientId)), of: clientsOf(act) }]
    : diffEntries(entriesOf(act, plan, stateBefore), entriesOf(act, plan, stateAfter), names.client);

function checkinChange({ action, cancels, device, method }: Checkin, client: string): HistoryChange {
  const params = { client, device: device.name, method };
  if (action === 'seen') return { code: 'double_seen', params: { client, device: device.name } };
  if (action === 'out') return { code: 'checkin_cancelled', params };
  return { code: cancels === undefined ? 'checked_in' : 'checkin_restored', params };
}

/** The entries of an act as its writer saw them before, or as they are by it; absent for who is not registered. */
const entriesOf = (
  act: EntryChange,
  plan: SessionState['plan'],
  stateOf: (row: EntryRow) => string | null,
) => ({
  plan,
  clients: Object.fromEntries(
    act.rows.flatMap((row) => {
      const state = stateOf(row);
      return state === null ? [] : [[row.clientId, state] as const];
    }),
  ),
});

/** Where a row tells nothing of before, it changed what it says. */
function stateBefore({ in: isIn, from = {} }: EntryRow): string | null {
  const wasIn = from.in ?? isIn !== true;
  return wasIn ? entryState(factsOf(from)) : null;
}

function stateAfter({ in: isIn, placement, product, from = {} }: EntryRow): string | null {
  if (isIn === false) return null;
  if (isIn === true) return entryState(factsOf({ placement, product }));
  return entryState(
    factsOf({
      placement: placement === undefined ? from.placement : placement,
      product: product === undefined ? from.product : product,
    }),
  );
}
