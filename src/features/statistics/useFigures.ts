import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { holdingFact } from '#domain/checkins/admissions.ts';
import type { Filter } from '#domain/statistics/cells.ts';
import { calendarOf, type Calendar } from '#domain/days.ts';
import { createStatistics, type Statistics } from '#domain/statistics/statistics.ts';
import type { Figures } from '#domain/statistics/sums.ts';
import type { Source } from '#domain/statistics/source.ts';
import type { EventStore } from '#data/types.ts';
import { useLiveOf } from '#hooks/data/event.tsx';
import { whenIdle } from '#ui/platform/whenIdle.ts';

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
  useEffect(() => whenIdle(() => statistics.prepare()), [statistics]);
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
      heldBy: (sessionId, clientId) => holdingFact(store.checkinsOf(sessionId, clientId)),
    }),
    [store, sessions, clients, consumers, notifs],
  );
  return useDeferredValue(source);
}
