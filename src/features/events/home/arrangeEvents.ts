import type { CentralEvent } from '#domain/documents/event.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { byNearness } from '#hooks/data/eventOrder.ts';

export interface ArrangedEvents {
  /** Ongoing ones first, then upcoming ones, the nearest first. */
  current: CentralEvent[];
  /** The latest first. */
  archived: CentralEvent[];
}

/** The order of Home; `query` looks into titles, company and place. */
export function arrangeEvents(events: readonly CentralEvent[], query: string): ArrangedEvents {
  const found = searchIn(
    events.map((event) => searchable(event, event.title, event.titleFrench, event.company, event.location)),
    query,
  );
  return {
    current: found.filter((event) => event.status !== 'archived').sort(byNearness),
    archived: found.filter((event) => event.status === 'archived').sort(byNearness),
  };
}
