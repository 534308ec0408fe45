import type { IncomingDoc } from './verdict.ts';

/** Whether it was made upon the stored revision: that one is its own of before, or among those that it stands on. */
export function follows({ _rev, _revisions }: IncomingDoc, stored: Record<string, unknown>): boolean {
  if (_revisions === undefined) return _rev === stored['_rev'];
  const { start, ids } = _revisions as { start: number; ids: string[] };
  const [generation = '', hash] = String(stored['_rev']).split('-');
  const place = start - Number(generation);
  return place > 0 && ids[place] === hash;
}

/** Whether nothing is left of it: whoever closes one of several versions leaves the others. */
export const ends = (doc: IncomingDoc, stored: Record<string, unknown>): boolean =>
  stored['_conflicts'] === undefined && follows(doc, stored);
