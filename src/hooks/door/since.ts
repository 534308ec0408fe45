import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { holding } from '#domain/checkins/admissions.ts';
import { deviceOf } from '#domain/checkins/doorFigures.ts';
import { useEventFormat } from '../data/calendar.ts';
import { useEvent } from '../data/event.tsx';
import { useDeviceNames } from './deviceNames.ts';

/** Since when a guest of the session is in and at which door, in words, as this device knows it in that moment; '' of who is not. */
export function useSinceWords(sessionId: string): (clientId: string) => string {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  const namesOf = useDeviceNames();
  return useCallback(
    (clientId) => {
      const since = store.session(sessionId)?.clients.find((one) => one.clientId === clientId)?.checkInTime;
      if (since == null) return '';
      const time = format.time(since);
      const door = deviceOf(since, holding(store.admissionsOf(sessionId, clientId))?.fact ?? null);
      return door === null
        ? t('checkin.alreadySince', { time })
        : t('checkin.alreadyAt', { time, device: namesOf([door]).get(door.id) ?? door.name });
    },
    [sessionId, store, namesOf, format, t],
  );
}
