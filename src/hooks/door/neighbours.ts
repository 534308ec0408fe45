import { useTranslation } from 'react-i18next';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { neighboursOf } from '#domain/sessions/neighbours.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from '../data/calendar.ts';
import { useLive } from '../data/event.tsx';

/** Who is expected beside a guest, and who of them is there; '' for nobody. Deleted guests sit nowhere. */
export const useNeighbours = (session: Session, entry: SessionEntry): string =>
  useWhoIsThere(neighboursOf(session, entry));

/** Guests by name, and since when they are in. */
export function useWhoIsThere(entries: readonly SessionEntry[]): string {
  const { t } = useTranslation();
  const format = useEventFormat();
  const clients = useLive((store) => store.clients());
  return entries
    .flatMap(({ clientId, checkInTime }) => {
      const client = clients.get(clientId);
      if (client === undefined) return [];
      const name = fullName(client);
      return checkInTime === null
        ? t('tables.besideExpected', { name })
        : t('tables.besideIn', { name, time: format.time(checkInTime) });
    })
    .join(', ');
}
