import { typeOfId } from '#domain/ids.ts';
import type { ChangeRow, Feed, Seq } from '../../storage/types.ts';
import type { ChangesQuery } from './changes.ts';
import { pickRows } from './rowsInMemory.ts';
import type { Told } from './changesJson.ts';

/** With one page; the next goes on after them. */
const MOST = 250;

/**
 * A page with the check-ins that lie beyond its end, for a device that is behind: a door must not wait until it has heard of
 * thousands who register. They come again in their turn, for the position stays that of the page (decision 11).
 *
 * From the oldest on, and only where memory reaches back to `known`, up to which everything is told: so a device always
 * knows all check-ins until some moment. Of a guest who was let in, sent back and let in once more, the first and the last
 * alone would say that two doors did.
 */
export function withAhead(
  feed: Feed,
  query: Pick<ChangesQuery, 'filter' | 'allLeaves' | 'limit' | 'inline' | 'ahead'>,
  told: Told,
  known: Seq = told.last,
): Told {
  if (!query.inline || told.rows.length < query.limit) return told;
  const [afterPage, afterAhead] = [known, query.ahead].map((since) =>
    since === undefined ? null : feed.after(since),
  );
  const later = shorter(afterPage ?? null, afterAhead ?? null);
  if (later === null) return told;
  const checkins = later.filter(({ id }) => typeOfId(id) === 'checkin').slice(0, MOST);
  const end = checkins.length === MOST ? checkins.at(-1) : later.at(-1);
  return {
    rows: [...told.rows, ...pickRows(checkins, { ...query, limit: Infinity })],
    last: told.last,
    ahead: end?.seq ?? query.ahead,
  };
}

/** What has been told already reaches as far as either says. */
const shorter = (a: readonly ChangeRow[] | null, b: readonly ChangeRow[] | null) =>
  a === null || (b !== null && b.length < a.length) ? b : a;
