import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceNames, type NamedDevice } from '#domain/devices/deviceNames.ts';
import { useAppData } from '../data/appData.tsx';

/**
 * The names of devices by their ids for whoever holds one of them: it is marked as such, and told from others of its name
 * also where it is none of them.
 */
export function useDeviceNames(): (devices: Iterable<NamedDevice>) => ReadonlyMap<string, string> {
  const { t } = useTranslation();
  const { device: own } = useAppData();
  return useCallback(
    (devices) => {
      // A device has the name that it had when it did it, and not its newest one.
      const names = new Map(deviceNames([own, ...devices]));
      names.set(own.id, t('checkin.thisDevice', { name: names.get(own.id) ?? own.name }));
      return names;
    },
    [own, t],
  );
}
