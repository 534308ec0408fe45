import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { fullName } from '#ui/words/format.ts';
import { useEvent, useLive } from '../data/event.tsx';

interface CanceledGuest {
  /** Of this admission: the same guest may be let in, and cancelled, once more. */
  id: string;
  clientId: string;
  name: string;
  /** When they were let in, ms. */
  since: number;
}

/** Guests who are in though their registration is cancelled, as where somebody gave it up while a door was off line. */
export function useCanceledInside(session: Session): readonly CanceledGuest[] {
  const { t } = useTranslation();
  const { store } = useEvent();
  // The server notes a cancellation on the clients, too: so they tell when to look again.
  const clients = useLive((live) => live.clients());
  return session.clients.flatMap(({ clientId, checkInTime }) => {
    if (checkInTime === null || !store.isCanceled(clientId)) return [];
    const client = clients.get(clientId);
    const name = client === undefined ? t('session.unknownClient') : fullName(client);
    return [{ id: `${clientId} ${checkInTime}`, clientId, name, since: checkInTime }];
  });
}
