import type { TFunction } from 'i18next';
import type { Group, Swap } from '#domain/clients/swaps.ts';
import type { Session } from '#domain/documents/session.ts';
import { sittingAt, type Seating } from '#domain/sessions/seating.ts';
import type { Names } from './useNames.ts';

/** Who changes places: "Ada Lovelace", "Party of Ada Lovelace (4)" or "Table 7", on either side. */
export function swapNames(
  { kind, one, two }: Swap,
  names: Names,
  t: TFunction,
): { one: string; two: string } {
  const nameOf = ({ tableId, clientIds, isTable }: Group): string => {
    if (kind === 'tables' || isTable === true) return names.title(tableId);
    const [first = ''] = clientIds;
    const name = names.client(first);
    return clientIds.length === 1 ? name : t('seating.partyOf', { name, count: clientIds.length });
  };
  return { one: nameOf(one), two: nameOf(two) };
}

export const didSwap = (swap: Swap, names: Names, t: TFunction): string =>
  t(swap.kind === 'guests' ? 'seating.didSwap' : 'seating.didSwapBoth', swapNames(swap, names, t));

/** Why all at one table cannot change places with all at another. */
export function whyNoSwap(
  { session, seating, names }: { session: Session; seating: Seating; names: Names },
  [oneId, twoId]: readonly [string, string],
  t: TFunction,
): string {
  const both = { one: names.title(oneId), two: names.title(twoId) };
  if (seating.conflicts.some(({ tableId }) => tableId === oneId || tableId === twoId))
    return t('seating.noSwapTwice', both);
  const small = [
    [oneId, twoId],
    [twoId, oneId],
  ].flatMap(([hereId = '', thereId = '']) => {
    const seats = session.plan?.state.tables[hereId]?.seats ?? 0;
    const guests = sittingAt(seating, thereId, session.plan?.state.tables[thereId]?.seats ?? 0);
    return guests > seats ? [{ small: names.title(hereId), seats, guests }] : [];
  })[0];
  return small === undefined ? t('seating.noSwap', both) : t('seating.noSwapSmall', { ...both, ...small });
}
