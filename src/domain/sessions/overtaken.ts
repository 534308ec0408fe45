import type { EntryChange, EntryRow } from '../documents/entrychange.ts';
import { saysPlace } from '../entries/placedBy.ts';
import { samePlace } from './seating.ts';

/** So long somebody remembers whom they seated; what others do later is everyday business. */
const MOMENT_MS = 10 * 60_000;

export interface Overtaken {
  act: EntryChange;
  row: EntryRow;
}

/**
 * The act by which another device changed the place that this one gave a client a moment before, of all acts of that client,
 * newest first. Null where the last word is this device's, or says the same.
 */
export function overtaken(
  acts: readonly EntryChange[],
  clientId: string,
  deviceId: string,
): Overtaken | null {
  const said = acts.flatMap((act): Overtaken[] => {
    const row = act.rows.find((one) => one.clientId === clientId);
    return row !== undefined && saysPlace(row) ? [{ act, row }] : [];
  });
  const [last] = said;
  const own = said.find(({ act }) => act.device.id === deviceId);
  if (last === undefined || own === undefined || last.act.device.id === deviceId) return null;
  if (last.act.time - own.act.time > MOMENT_MS) return null;
  const isSame = last.row.in !== false && samePlace(last.row.placement ?? null, own.row.placement ?? null);
  return isSame ? null : last;
}
