import { useState } from 'react';
import { useEvent } from './event.tsx';
import { useSyncStatus } from './session.ts';

/** The newest loss that somebody has been told of, ms; kept until a reload. */
let toldUntil = 0;

/** Whether the browser has deleted a copy under the open app and nobody was told yet. */
export function useLosses(eventId?: string): { untold: boolean; told: () => void } {
  const { databases } = useSyncStatus();
  const [told, setTold] = useState(toldUntil);
  const concerned = eventId === undefined ? databases : databases.filter(({ id }) => id === eventId);
  const newest = Math.max(0, ...concerned.map(({ lostAt }) => lostAt ?? 0));
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
