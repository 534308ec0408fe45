import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import { useEventFormat } from '../data/calendar.ts';
import { useDeviceNames } from './deviceNames.ts';

/** In words who marked something as seen, when and where; null where nobody did. */
export function useSeenWords(): (by: Checkin | null) => string | null {
  const { t } = useTranslation();
  const format = useEventFormat();
  const namesOf = useDeviceNames();
  return (by) =>
    by &&
    t('session.doubleSeen', {
      name: by.author.name,
      time: format.time(by.time),
      device: namesOf([by.device]).get(by.device.id) ?? by.device.name,
    });
}

/** Those that somebody still has to look at first. */
export const openFirst = <T extends { done: string | null }>(guests: readonly T[]): T[] => [
  ...guests.filter(({ done }) => done === null),
  ...guests.filter(({ done }) => done !== null),
];
