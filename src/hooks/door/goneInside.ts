import { useTranslation } from 'react-i18next';
import { deviceOf } from '#domain/checkins/doorFigures.ts';
import { holdingFact } from '#domain/checkins/admissions.ts';
import type { Session } from '#domain/documents/session.ts';
import { formatTime, fullName } from '#ui/words/format.ts';
import { useEvent, useLive } from '../data/event.tsx';
import { useDeviceNames } from './deviceNames.ts';

interface GoneGuest {
  /** Of this admission: the same guest may be let in, and removed, once more. */
  id: string;
  clientId: string;
  name: string;
  isDeleted: boolean;
  /** When they were let in, by which door, and what became of them. */
  about: string;
}

/** Guests who are in though they were deleted, or removed from the session, as by the office while a door was off line. */
export function useGoneInside(session: Session): readonly GoneGuest[] {
  const { t } = useTranslation();
  const { store } = useEvent();
  const namesOf = useDeviceNames();
  const gone = useLive((live) => live.goneInside(session._id));
  // Deleted ones, too: their names are still known.
  const clients = useLive((live) => live.documents('client'));
  return gone.map(({ clientId, since, isDeleted }) => {
    const client = clients.get(clientId);
    const door = deviceOf(since, holdingFact(store.checkinsOf(session._id, clientId)));
    const time = formatTime(since);
    const device = door === null ? null : (namesOf([door]).get(door.id) ?? door.name);
    return {
      id: `${clientId} ${since}`,
      clientId,
      name: client === undefined ? t('session.unknownClient') : fullName(client),
      isDeleted,
      about: t(isDeleted ? 'checkin.goneDeleted' : 'checkin.goneRemoved', {
        in: device === null ? t('checkin.since', { time }) : t('session.doubleAt', { time, device }),
      }),
    };
  });
}
