import { useState } from 'react';
import type { SyncStatus } from '#data/types.ts';
import { useEvent } from './event.tsx';
import { useSyncOf } from './session.ts';

/** The newest loss that somebody has been told of, ms; kept until a reload. */
let toldUntil = 0;

function newestLoss(databases: SyncStatus['databases'], eventId: string | undefined): number {
  const concerned = eventId === undefined ? databases : databases.filter(({ id }) => id === eventId);
  return Math.max(0, ...concerned.map(({ lostAt }) => lostAt ?? 0));
}

/** Whether the browser has deleted a copy under the open app and nobody was told yet. */
export function useLosses(eventId?: string): { untold: boolean; told: () => void } {
  const newest = useSyncOf(({ databases }) => newestLoss(databases, eventId));
  const [told, setTold] = useState(toldUntil);
  return {
    untold: newest > Math.max(told, toldUntil),
    told: () => {
      toldUntil = Math.max(toldUntil, newest);
      setTold(toldUntil);
    },
  };
}

/** The same for the copy of the route's event. */
export const useCopyLost = (): ReturnType<typeof useLosses> => useLosses(useEvent().id);
