import { typeOfId } from '../ids.ts';

/** Bulky or rare documents that a browser tab's light copy leaves out (ARCHITECTURE.md, "Light and full"). */
export const HEAVY_TYPES = ['file', 'invitationtemplate', 'invoicetemplate'] as const;

/** Replication modes of a device's copy of an event: see SYNC-07. */
export type CopyMode = 'light' | 'full';

/** Decides by id alone, so that it also holds for deletions, which carry no type. */
export function isLight(id: string): boolean {
  const type = typeOfId(id);
  return type === null || !(HEAVY_TYPES as readonly string[]).includes(type);
}

/** The selector that replicators send; equal to the filter `main/light`. Its text is part of replication ids: keep it. */
export const LIGHT_SELECTOR = {
  _id: { $not: { $regex: '^(file|invitationtemplate|invoicetemplate)_' } },
} as const;
