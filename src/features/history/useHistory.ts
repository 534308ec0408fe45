import { useCallback, useEffect, useState } from 'react';
import type { AppData, Failure, HistoryEvent, HistoryPage } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useSyncOf } from '#hooks/data/session.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { fetchHistory } from './fetchHistory.ts';

export interface Fetched {
  /** The oldest first. */
  events: readonly HistoryEvent[];
  /** How many there are at the server. */
  total: number;
  /** ms since 1970 */
  at: number;
}

/** The last list of each event, so that a visit without network still shows something. Gone with the page. */
const kept = new WeakMap<AppData, Map<string, Fetched>>();

function keptBy(data: AppData): Map<string, Fetched> {
  let lists = kept.get(data);
  if (lists === undefined) kept.set(data, (lists = new Map<string, Fetched>()));
  return lists;
}

/**
 * The event's history from the server (readings, no. 25): the newest at once, the older after them, and at a later visit
 * only what is new. Asked again when the network is back.
 */
export function useHistory(eventId: string): {
  fetched: Fetched | null;
  failure: Failure | null;
  busy: boolean;
  refresh: () => void;
} {
  const data = useAppData();
  const online = useSyncOf((status) => status.online);
  const { language } = useFormat();
  // The server tells it in words.
  const key = `${data.login.get()?.user._id ?? ''}/${eventId}/${language}`;
  const [fetched, setFetched] = useState<Fetched | null>(() => keptBy(data).get(key) ?? null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  /** The last question that was answered. */
  const [answered, setAnswered] = useState('');
  const question = `${key} ${round} ${online}`;
  const refresh = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    let gone = false;
    const known = keptBy(data).get(key)?.events ?? [];
    const page = (wanted: HistoryPage) => data.history(eventId, { ...wanted, language });
    void fetchHistory(page, known, (answer) => {
      if (gone) return 'enough';
      setFailure(answer.ok ? null : answer.error);
      if (!answer.ok) return 'enough';
      const list = { ...answer.value, at: Date.now() };
      keptBy(data).set(key, list);
      setFetched(list);
      return 'go on';
    }).then(() => {
      if (!gone) setAnswered(question);
    });
    return () => {
      gone = true;
    };
  }, [data, eventId, key, language, question]);
  return { fetched, failure, busy: answered !== question, refresh };
}
