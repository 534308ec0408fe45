import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import { isOpen } from '#domain/checkins/doubleEntries.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from '../data/calendar.ts';
import { useLive } from '../data/event.tsx';
import { useDeviceNames } from './deviceNames.ts';

/** One of the two admissions. */
export interface DoubleDoor {
  /** Of its check-in. */
  id: string;
  door: string;
}
export interface DoubleLine {
  /** Of the check-in that made it a double entry. */
  id: string;
  clientId: string;
  name: string;
  /** Both times with their devices. */
  both: string;
  doors: readonly [DoubleDoor, DoubleDoor];
  /** Who settled it or marked it as seen, and where; null while somebody still has to. */
  done: string | null;
}

/** Guests whom two doors let in, in words, for those who sort it out at the door and in the office; open ones first. */
export function useDoubles(sessionId: string): readonly DoubleLine[] {
  const { t } = useTranslation();
  const format = useEventFormat();
  const namesOf = useDeviceNames();
  const doubles = useLive((store) => store.doubleEntries(sessionId));
  // Deleted ones, too: their names are still known.
  const clients = useLive((store) => store.documents('client'));
  return useMemo(() => {
    const lines = doubles.map((double): DoubleLine => {
      const { clientId, first, second, settledBy, seenBy } = double;
      const by = settledBy ?? seenBy;
      const devices = [first, second, ...(by === null ? [] : [by])].map(({ device }) => device);
      const names = namesOf(devices);
      const nameOf = ({ device }: Checkin) => names.get(device.id) ?? device.name;
      const at = (fact: Checkin) =>
        t('session.doubleAt', { time: format.time(fact.time), device: nameOf(fact) });
      const client = clients.get(clientId);
      const who = by && { name: by.author.name, time: format.time(by.time), device: nameOf(by) };
      return {
        ...{
          id: second._id,
          clientId,
          both: t('session.doubleBoth', { first: at(first), second: at(second) }),
        },
        name: client === undefined ? t('session.unknownClient') : fullName(client),
        doors: [
          { id: first._id, door: nameOf(first) },
          { id: second._id, door: nameOf(second) },
        ],
        done: who && t(settledBy === null ? 'session.doubleSeen' : 'session.doubleSettled', who),
      };
    });
    const open = new Set(doubles.filter((double) => isOpen(double)).map(({ second }) => second._id));
    return [...lines.filter(({ id }) => open.has(id)), ...lines.filter(({ id }) => !open.has(id))];
  }, [doubles, clients, namesOf, format, t]);
}
