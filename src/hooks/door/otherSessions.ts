import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventFormat } from '../data/calendar.ts';
import { useEvent } from '../data/event.tsx';

/** Where a guest who stands at the wrong door is registered: the sessions' titles. */
export function useOtherSessions(): (clientId: string) => string {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  return useCallback(
    (clientId) => {
      const sessions = store.sessions();
      // At the door of one evening a guest of the other: one title would say that this is the right door.
      const titleOf = format.titlesAmong(sessions);
      const titles = sessions
        .filter(({ clients }) => clients.some((one) => one.clientId === clientId))
        .map((session) => titleOf(session));
      return titles.length === 0 ? t('client.noSessions') : titles.join(', ');
    },
    [store, format, t],
  );
}
