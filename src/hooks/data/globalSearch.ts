import { useEffect, useState } from 'react';
import type { Failure, SearchAnswer } from '#data/types.ts';
import { useAppData } from './appData.tsx';

export interface GlobalFinds {
  /** What the last answer answers; it may be a key press behind. */
  query: string;
  answer: SearchAnswer | null;
  failure: Failure | null;
}

const NOTHING: GlobalFinds = { query: '', answer: null, failure: null };

/**
 * Clients of all events for what is typed, while the caller is there. The answer before stays until the next one has
 * come, so that the list does not flicker; more comes by itself while copies are being read.
 */
export function useGlobalSearch(query: string, currentEventId: string | null): GlobalFinds {
  const { search } = useAppData();
  const [finds, setFinds] = useState(NOTHING);
  useEffect(() => {
    let last = 0;
    let over = false;
    async function ask(): Promise<void> {
      const turn = ++last;
      const result = await search.find(query, currentEventId);
      // Answers may overtake each other.
      if (over || turn !== last) return;
      setFinds({
        query,
        answer: result.ok ? result.value : null,
        failure: result.ok ? null : result.error,
      });
    }
    void ask();
    const stop = search.subscribe(() => void ask());
    return () => {
      over = true;
      stop();
    };
  }, [search, query, currentEventId]);
  return finds;
}
