import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/words/useFormat.ts';
import { useEvent } from '../data/event.tsx';

/** Where a guest who stands at the wrong door is registered: the sessions' titles. */
export function useOtherSessions(): (clientId: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { store } = useEvent();
  return useCallback(
    (clientId) => {
      const titles = store
        .sessions()
        .filter(({ clients }) => clients.some((one) => one.clientId === clientId))
        .map((session) => format.title(session));
      return titles.length === 0 ? t('client.noSessions') : titles.join(', ');
    },
    [store, format, t],
  );
}
