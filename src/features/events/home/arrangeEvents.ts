import type { CentralEvent } from '#domain/documents/event.ts';
import { searchable, searchIn } from '#domain/search/search.ts';

export interface ArrangedEvents {
  /** Ongoing ones first, then upcoming ones, the nearest first. */
  current: CentralEvent[];
  /** The latest first. */
  archived: CentralEvent[];
}

const date = (event: CentralEvent): number => event.date ?? Number.MAX_SAFE_INTEGER;
const rank = (event: CentralEvent): number => (event.status === 'ongoing' ? 0 : 1);

/** The order of Home; `query` looks into titles, company and place. */
export function arrangeEvents(events: readonly CentralEvent[], query: string): ArrangedEvents {
  const found = searchIn(
    events.map((event) => searchable(event, event.title, event.titleFrench, event.company, event.location)),
    query,
  );
  return {
    current: found
      .filter((event) => event.status !== 'archived')
      .sort((a, b) => rank(a) - rank(b) || date(a) - date(b)),
    archived: found.filter((event) => event.status === 'archived').sort((a, b) => date(b) - date(a)),
  };
}
