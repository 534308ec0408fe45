import type { Result } from '#domain/result.ts';
import type { Failure, HistoryEvent, HistoryPage, HistoryPart } from '#data/types.ts';

/** What a phone gets in a moment, and what a server answers in one. */
const FIRST_PAGE = 200;
const PAGE = 2000;

export interface History {
  /** The oldest first. */
  events: readonly HistoryEvent[];
  /** How many there are at the server. */
  total: number;
}

/**
 * Tells the history again with each page that comes, beginning with the newest, until it is whole or a page fails. What is
 * known already is not asked for again: it ends as soon as there are as many as the server has, because what was told is
 * never taken back, and work of a device that was away may be told late anywhere.
 */
export async function fetchHistory(
  page: (wanted: HistoryPage) => Promise<Result<HistoryPart, Failure>>,
  known: readonly HistoryEvent[],
  tell: (history: Result<History, Failure>) => 'go on' | 'enough',
): Promise<void> {
  const all = new Map(known.map((event) => [event._id, event]));
  let total = 0;
  let before: string | undefined;
  for (;;) {
    const limit = before === undefined ? FIRST_PAGE : PAGE;
    const answer = await page(before === undefined ? { limit } : { limit, before });
    if (!answer.ok) {
      tell(answer);
      return;
    }
    const { events } = answer.value;
    total = answer.value.total ?? total;
    // Fewer than before: a server that was put back to an earlier state.
    if (before === undefined && all.size > total) all.clear();
    for (const event of events) all.set(event._id, event);
    before = events[0]?._id;
    const isWhole = all.size >= total || before === undefined || events.length < limit;
    const ordered = [...all.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
    const value = { events: ordered, total: isWhole ? ordered.length : total };
    if (tell({ ok: true, value }) === 'enough' || isWhole) return;
  }
}
