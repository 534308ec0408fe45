import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '#data/types.ts';
import { useSyncOf } from './session.ts';

export interface ServerValue<T> {
  value: T | null;
  failure: Failure | null;
  /** The last question has no answer yet. */
  busy: boolean;
  refresh: () => void;
}

/** ms. */
const AGAIN = 15_000;

/** Asks again 15 s after each answer while it is shown: for what becomes another thing on the server, and no change tells of. */
export function useAskAgain(
  { refresh, busy }: Pick<ServerValue<unknown>, 'refresh' | 'busy'>,
  asks = true,
): void {
  useEffect(() => {
    if (!asks || busy) return undefined;
    const timer = setTimeout(refresh, AGAIN);
    return () => clearTimeout(timer);
  }, [refresh, busy, asks]);
}

/** Asks again when somebody comes back to the page. */
export function useAskOnReturn({ refresh }: Pick<ServerValue<unknown>, 'refresh'>): void {
  useEffect(() => {
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, [refresh]);
}

/** What only the server knows. Asked anew for another `key`, on request, and when the network is back. */
export function useServerValue<T>(ask: () => Outcome<T>, key: string): ServerValue<T> {
  const online = useSyncOf((status) => status.online);
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState('');
  const question = `${key} ${round} ${online}`;
  const asks = useRef(ask);
  useEffect(() => {
    asks.current = ask;
  });
  useEffect(() => {
    let gone = false;
    void asks.current().then((answer) => {
      if (gone) return;
      setAnswered(question);
      setFailure(answer.ok ? null : answer.error);
      if (answer.ok) setValue(answer.value);
    });
    return () => {
      gone = true;
    };
  }, [question]);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { value, failure, busy: answered !== question, refresh };
}
