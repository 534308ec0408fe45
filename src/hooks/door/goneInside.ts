import { useTranslation } from 'react-i18next';
import { deviceOf } from '#domain/checkins/doorFigures.ts';
import { holdingFact } from '#domain/checkins/admissions.ts';
import { seenOf } from '#domain/checkins/seen.ts';
import type { Session } from '#domain/documents/session.ts';
import { goneId } from '#domain/ids.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from '../data/calendar.ts';
import { useEvent, useLive } from '../data/event.tsx';
import { useDeviceNames } from './deviceNames.ts';
import { openFirst, useSeenWords } from './seenWords.ts';

interface GoneGuest {
  /** Of this admission and this going: the same guest may be let in, and removed, once more. */
  id: string;
  clientId: string;
  name: string;
  isDeleted: boolean;
  /** When they were let in, by which door, and what became of them. */
  about: string;
  /** What whoever has seen it names. */
  going: string;
  /** Who marked it as seen, and where; null while somebody still has to. */
  done: string | null;
}

/**
 * Guests who are in though they were deleted, or removed from the session, as by the office while a door was off line; open ones
 * first.
 */
export function useGoneInside(session: Session): readonly GoneGuest[] {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  const namesOf = useDeviceNames();
  const seenWords = useSeenWords();
  const gone = useLive((live) => live.goneInside(session._id));
  // Deleted ones, too: their names are still known.
  const clients = useLive((live) => live.documents('client'));
  const guests = gone.map(({ clientId, since, isDeleted, goneAt }): GoneGuest => {
    const client = clients.get(clientId);
    const facts = store.checkinsOf(session._id, clientId);
    const nameOf = (device: { id: string; name: string }) => namesOf([device]).get(device.id) ?? device.name;
    const door = deviceOf(since, holdingFact(facts));
    const time = format.time(since);
    const going = goneId(session._id, goneAt);
    return {
      ...{ id: `${clientId} ${since} ${going}`, clientId, going },
      name: client === undefined ? t('session.unknownClient') : fullName(client),
      isDeleted,
      about: t(isDeleted ? 'checkin.goneDeleted' : 'checkin.goneRemoved', {
        in:
          door === null
            ? t('checkin.since', { time })
            : t('session.doubleAt', { time, device: nameOf(door) }),
      }),
      done: seenWords(seenOf(facts, going)),
    };
  });
  return openFirst(guests);
}
