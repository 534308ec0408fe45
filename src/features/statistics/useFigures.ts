import { useDeferredValue, useMemo, useState } from 'react';
import { holding } from '#domain/checkins/admissions.ts';
import type { Filter } from '#domain/statistics/cells.ts';
import { calendarOf, type Calendar } from '#domain/days.ts';
import {
  createStatistics,
  type Figures,
  type Source,
  type Statistics,
} from '#domain/statistics/statistics.ts';
import type { EventStore } from '#data/types.ts';
import { useLiveOf } from '#hooks/data/event.tsx';

export interface LiveFigures {
  figures: Figures;
  statistics: Statistics;
  source: Source;
  calendar: Calendar;
}

/** An event's figures, brought up to date with every change that reaches this device. */
export function useFigures(store: EventStore, filter: Filter): LiveFigures {
  const [statistics] = useState(createStatistics);
  const source = useSource(store);
  const calendar = calendarOf(useLiveOf(store, (one) => one.event()?.timeZone));
  // Whatever is done meanwhile, such as typing into a filter, goes first.
  const wanted = useDeferredValue(filter);
  const figures = useMemo(
    () => statistics.update(source, wanted, calendar),
    [statistics, source, wanted, calendar],
  );
  return { figures, statistics, source, calendar };
}

function useSource(store: EventStore): Source {
  const sessions = useLiveOf(store, (one) => one.sessions());
  const clients = useLiveOf(store, (one) => one.documents('client'));
  const consumers = useLiveOf(store, (one) => one.consumers());
  const notifs = useLiveOf(store, (one) => one.documents('notif'));
  const source = useMemo(
    (): Source => ({
      ...{ sessions, clients, consumers, notifs },
      heldBy: (sessionId, clientId) => holding(store.admissionsOf(sessionId, clientId))?.fact ?? null,
    }),
    [store, sessions, clients, consumers, notifs],
  );
  return useDeferredValue(source);
}
