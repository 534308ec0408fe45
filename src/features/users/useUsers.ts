import { useCallback, useEffect, useState } from 'react';
import type { User } from '#domain/documents/user.ts';
import type { AppData, Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useSyncOf } from '#hooks/data/session.ts';

/** In memory only: nothing of other people's accounts stays on a device. */
const kept = new WeakMap<AppData, readonly User[]>();

interface Users {
  users: readonly User[] | null;
  /** It is no list of an earlier visit, in which somebody new would be missing. */
  fresh: boolean;
  failure: Failure | null;
  refresh: () => void;
}

/** The users as the server has them now; until it answers, the list of the last visit. */
export function useUsers(): Users {
  const data = useAppData();
  const online = useSyncOf((status) => status.online);
  const [users, setUsers] = useState<readonly User[] | null>(() => kept.get(data) ?? null);
  const [fresh, setFresh] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let gone = false;
    void data.users().then((answer) => {
      if (gone) return;
      setFresh(true);
      setFailure(answer.ok ? null : answer.error);
      if (!answer.ok) return;
      kept.set(data, answer.value);
      setUsers(answer.value);
    });
    return () => {
      gone = true;
    };
    // Asked again on request, and when the network is back.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `round` and `online` are why, not what with
  }, [data, round, online]);
  return { users, fresh, failure, refresh };
}
