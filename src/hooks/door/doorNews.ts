import { useCallback, useEffect, useState } from 'react';

/** Of each session: the double entries and cancelled guests that somebody at this device was told of; kept until a reload. */
const told = new Map<string, ReadonlySet<string>>();

/** The list of guests has shown them. */
export function noteTold(sessionId: string, ids: Iterable<string>): void {
  told.set(sessionId, new Set([...(told.get(sessionId) ?? []), ...ids]));
}

/**
 * Which of `ids` are news. What was there when this device first looked stands in the list; what comes later stays news until
 * somebody has read it, also while a guest's page is shown in between.
 */
export function useDoorNews(
  sessionId: string,
  ids: readonly string[],
): { isNews: (id: string) => boolean; read: () => void } {
  const [known, setKnown] = useState(() => told.get(sessionId) ?? new Set(ids));
  useEffect(() => noteTold(sessionId, known), [sessionId, known]);
  const isNews = useCallback((id: string) => !known.has(id), [known]);
  return { isNews, read: () => setKnown(new Set([...known, ...ids])) };
}
