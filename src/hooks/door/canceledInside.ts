import { useTranslation } from 'react-i18next';
import { seenOf } from '#domain/checkins/seen.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import { canceledId } from '#domain/ids.ts';
import { fullName } from '#ui/words/format.ts';
import { useEvent, useLive } from '../data/event.tsx';
import { openFirst, useSeenWords } from './seenWords.ts';

interface CanceledGuest {
  /** Of this admission: the same guest may be let in, and cancelled, once more. Whoever has seen it names it so. */
  id: string;
  clientId: string;
  name: string;
  /** When they were let in, ms. */
  since: number;
  /** Who marked it as seen, and where; null while somebody still has to. */
  done: string | null;
}

/**
 * Guests who are in though their registration is cancelled, as where somebody gave it up while a door was off line; open ones
 * first.
 */
export function useCanceledInside(session: Session): readonly CanceledGuest[] {
  const { t } = useTranslation();
  const { store } = useEvent();
  const seenWords = useSeenWords();
  // The server notes a cancellation on the clients, too: so they tell when to look again.
  const clients = useLive((live) => live.clients());
  const inside = session.clients.flatMap(({ clientId, checkInTime }) =>
    checkInTime === null || !store.isCanceled(clientId)
      ? []
      : [{ id: canceledId(session._id, checkInTime), clientId, since: checkInTime }],
  );
  const seenBy = ({ id, clientId }: { id: string; clientId: string }): Checkin | null =>
    seenOf(store.checkinsOf(session._id, clientId), id);
  // Looked at again when somebody marks one.
  useLive(() => inside.map((guest) => seenBy(guest)?._id ?? '').join(' '));
  const guests = inside.map((guest): CanceledGuest => {
    const client = clients.get(guest.clientId);
    const name = client === undefined ? t('session.unknownClient') : fullName(client);
    return { ...guest, name, done: seenWords(seenBy(guest)) };
  });
  return openFirst(guests);
}
