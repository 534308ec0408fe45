import type { TFunction } from 'i18next';
import type { Group, Swap } from '#domain/clients/swaps.ts';
import type { Seating } from '#domain/sessions/seating.ts';
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
  { conflicts }: Seating,
  tableIds: readonly [string, string],
  names: Names,
  t: TFunction,
): string {
  const [one, two] = [names.title(tableIds[0]), names.title(tableIds[1])];
  const isTwice = conflicts.some(({ tableId }) => tableIds.includes(tableId));
  return t(isTwice ? 'seating.noSwapTwice' : 'seating.noSwap', { one, two });
}
