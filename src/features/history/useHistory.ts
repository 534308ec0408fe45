import { useCallback, useEffect, useState } from 'react';
import type { AppData, Failure, HistoryEvent } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useSyncStatus } from '#hooks/data/session.ts';

export interface Fetched {
  events: readonly HistoryEvent[];
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

/** The event's whole history from the server (readings, no. 25); asked again when the network is back. */
export function useHistory(eventId: string): {
  fetched: Fetched | null;
  failure: Failure | null;
  busy: boolean;
  refresh: () => void;
} {
  const data = useAppData();
  const { online } = useSyncStatus();
  const key = `${data.login.get()?.user._id ?? ''}/${eventId}`;
  const [fetched, setFetched] = useState<Fetched | null>(() => keptBy(data).get(key) ?? null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  /** The last question that was answered. */
  const [answered, setAnswered] = useState('');
  const question = `${key} ${round} ${online}`;
  const refresh = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    let gone = false;
    void data.history(eventId).then((answer) => {
      if (gone) return;
      setAnswered(question);
      setFailure(answer.ok ? null : answer.error);
      if (!answer.ok) return;
      const list = { events: answer.value, at: Date.now() };
      keptBy(data).set(key, list);
      setFetched(list);
    });
    return () => {
      gone = true;
    };
  }, [data, eventId, key, question]);
  return { fetched, failure, busy: answered !== question, refresh };
}
