import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventFormat } from '../data/calendar.ts';
import { useEvent } from '../data/event.tsx';

interface Guest {
  clientId: string;
  name: string;
}

/** What is so after an admission of a guest was taken back, in words: another door's may hold. */
export function useStillIn(sessionId: string) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  /** Since when the guest is in all the same, ms; null when not. */
  const stillIn = useCallback(
    (clientId: string): number | null =>
      store.session(sessionId)?.clients.find((one) => one.clientId === clientId)?.checkInTime ?? null,
    [store, sessionId],
  );
  const cancelledWords = useCallback(
    ({ clientId, name }: Guest): string => {
      const since = stillIn(clientId);
      if (since === null) return t('checkin.undoOut', { name });
      return t('common.labelled', {
        label: name,
        value: t('checkin.stillIn', { time: format.time(since) }),
      });
    },
    [format, stillIn, t],
  );
  return { stillIn, cancelledWords };
}
