import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { doubledPeople } from '#domain/clients/doubledPeople.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { fullName } from '#ui/words/format.ts';

/** People who take two places in one session, as where staff add somebody who registers at the form too. */
export function DoubledPeople() {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const clients = useLive((store) => store.clients());
  const consumers = useLive((store) => store.documents('consumer'));
  const sessions = useLive((store) => store.sessions());
  const doubled = useMemo(
    () => doubledPeople(clients.values(), consumers, sessions),
    [clients, consumers, sessions],
  );
  if (doubled.length === 0) return null;
  return (
    <Warning
      title={t('allClients.doubledPeople', { count: doubled.length })}
      why={t('allClients.doubledPeopleWhy')}
      folded={doubled.length > 3}
    >
      {doubled.map((guests) => (
        <WarningItem key={guests[0]?._id}>
          {guests[0] !== undefined && <b>{fullName(guests[0])}</b>}{' '}
          {guests.map((guest, at) => (
            <span key={guest._id}>
              {at > 0 && ' · '}
              <Link to={hrefs.client(eventId, guest._id)} data-numeric>
                {guest.number || fullName(guest)}
              </Link>
            </span>
          ))}
        </WarningItem>
      ))}
    </Warning>
  );
}
