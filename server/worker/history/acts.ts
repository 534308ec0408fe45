import type { Checkin } from '#domain/documents/checkin.ts';
import type { EntryChange, EntryRow } from '#domain/documents/entrychange.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { isCanceledId, isGoneId } from '#domain/ids.ts';
import type { HistoryChange } from '#i18n/history.ts';
import { diffEntries } from './diff.ts';
import type { ToldChange } from './told.ts';
import type { Names } from './names.ts';
import { entryState, factsOf, type SessionState } from './snapshot.ts';

/** What is written once, and told from itself. */
export type Act = SessionAct | Payment;
export type SessionAct = Checkin | EntryChange;

/** Of a note of money the registration. */
export function clientsOf(act: Act): string[] {
  if (act.type === 'payment') return [act.consumerId];
  return act.type === 'checkin' ? [act.clientId] : act.rows.map(({ clientId }) => clientId);
}

/** The session that an act is of; null for money. */
export const sessionOf = (act: Act): string | null => (act.type === 'payment' ? null : act.sessionId);

/** What one act did, as the history tells it. */
export function changesOf(act: Act, plan: SessionState['plan'], names: Names): ToldChange[] {
  if (act.type === 'entrychange')
    return diffEntries(entriesOf(act, plan, stateBefore), entriesOf(act, plan, stateAfter), names.client);
  if (act.type === 'payment')
    return [{ ...paymentChange(act, names.client(act.consumerId)), of: clientsOf(act) }];
  return [{ ...checkinChange(act, names.client(act.clientId)), of: clientsOf(act) }];
}

function paymentChange({ kind, amount, currency, day, cancels }: Payment, client: string): HistoryChange {
  const params = { client, kind, amount, currency, day: day ?? null };
  return { code: cancels === undefined ? 'money_noted' : 'money_unnoted', params };
}

function checkinChange(
  { action, cancels, double = '', device, method }: Checkin,
  client: string,
): HistoryChange {
  const params = { client, device: device.name, method };
  if (action === 'seen') return { code: seenCode(double), params: { client, device: device.name } };
  if (action === 'out') return { code: 'checkin_cancelled', params };
  return { code: cancels === undefined ? 'checked_in' : 'checkin_restored', params };
}

const seenCode = (what: string): 'gone_seen' | 'canceled_seen' | 'double_seen' =>
  isGoneId(what) ? 'gone_seen' : isCanceledId(what) ? 'canceled_seen' : 'double_seen';

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
