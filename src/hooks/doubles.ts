import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import { deviceNames } from '#domain/deviceNames.ts';
import { formatTime, fullName } from '#ui/format.ts';
import { useLive } from './event.tsx';

export interface DoubleLine {
  /** Of the check-in that made it a double entry. */
  id: string;
  clientId: string;
  name: string;
  /** Both times with their devices. */
  both: string;
}

/** Guests whom two doors let in, in words, for those who sort it out at the door and in the office. */
export function useDoubles(sessionId: string): readonly DoubleLine[] {
  const { t } = useTranslation();
  const doubles = useLive((store) => store.doubleEntries(sessionId));
  const clients = useLive((store) => store.clients());
  return useMemo(() => {
    const both = (entries: readonly Checkin[]): string => {
      const names = deviceNames(entries.map(({ device }) => device));
      return entries
        .map(({ time, device }) =>
          t('session.doubleAt', { time: formatTime(time), device: names.get(device.id) ?? device.name }),
        )
        .join(' · ');
    };
    return doubles.map(({ clientId, first, second }) => {
      const client = clients.get(clientId);
      return {
        ...{ id: second._id, clientId, both: both([first, second]) },
        name: client === undefined ? t('session.unknownClient') : fullName(client),
      };
    });
  }, [doubles, clients, t]);
}
