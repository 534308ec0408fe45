import { typeOfId } from '#domain/ids.ts';
import type { ChangeRow, Feed, Seq } from '../storage/types.ts';
import { pickRows, type ChangesQuery } from './changes.ts';

/** The newest of them: those before were told with the pages before. */
const MOST = 250;

/**
 * Check-ins that lie beyond the end of a page, for a device that is behind: a door must not wait until it has heard of
 * thousands who register. They come again in their turn, for the position stays that of the page (docs/decisions/0011).
 */
export function checkinsAhead(
  feed: Feed,
  query: Pick<ChangesQuery, 'filter' | 'allLeaves' | 'limit' | 'inline'>,
  told: number,
  last: Seq,
): ChangeRow[] {
  // Positions of a CouchDB have no order.
  if (!query.inline || told < query.limit || typeof last !== 'number') return [];
  const later = feed.recent().filter(({ seq, id }) => Number(seq) > last && typeOfId(id) === 'checkin');
  return pickRows(later, { ...query, limit: Infinity }).slice(-MOST);
}
