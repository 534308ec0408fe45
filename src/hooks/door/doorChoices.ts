import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { optionNames } from '#domain/checkins/doorFigures.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { DoorChoice } from '#ui/door/DoorQuestion.tsx';
import { fullName } from '#ui/words/format.ts';
import { placeText } from '#ui/words/placement.ts';
import { useEvent, useLive } from '../data/event.tsx';
import { useSinceWords } from './since.ts';

/** What tells namesakes apart: company, option and number. */
export function useAbout(): (client: Client | null, entry: SessionEntry | undefined) => string {
  const forms = useLive((store) => store.documents('form'));
  const options = useMemo(() => optionNames(forms.values()), [forms]);
  return useCallback(
    (client, entry) =>
      [client?.company, options.get(entry?.product?.optionId ?? ''), client?.number]
        .filter(Boolean)
        .join(' · '),
    [options],
  );
}

/** The guests whom a code fits, in the words of a door, for the host to choose from. */
export function useDoorChoices(session: Session, clientIds: readonly string[]): DoorChoice[] {
  const { t } = useTranslation();
  const sinceWords = useSinceWords(session._id);
  const { store } = useEvent();
  const clients = useLive((live) => live.clients());
  const about = useAbout();
  return clientIds.map((id) => {
    const client = clients.get(id) ?? null;
    const entry = session.clients.find(({ clientId }) => clientId === id);
    const since = entry?.checkInTime ?? null;
    return {
      id,
      name: client === null ? t('session.unknownClient') : fullName(client),
      place: placeText(session, entry, t),
      about: about(client, entry),
      hint:
        entry === undefined
          ? t('scan.elsewhere')
          : since !== null
            ? sinceWords(id)
            : store.isCanceled(id)
              ? t('checkin.canceled')
              : '',
    };
  });
}
