import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Client } from '#domain/documents/client.ts';
import { doubledOrders } from '#domain/import/orders.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { fullName } from '#ui/words/format.ts';

/**
 * Orders of which several registrations count, as two devices without network make that import the same file. Who is in
 * which of them is for people to say, as with numbers given twice (decision 20).
 */
export function DoubledOrders() {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const clients = useLive((store) => store.clients());
  const consumers = useLive((store) => store.documents('consumer'));
  const doubled = useMemo(() => doubledOrders(consumers.values()), [consumers]);
  const guests = useMemo(() => {
    const wanted = new Set(doubled.flatMap(({ consumerIds }) => consumerIds));
    return wanted.size === 0
      ? []
      : [...clients.values()].filter(({ consumerId }) => wanted.has(consumerId ?? ''));
  }, [doubled, clients]);
  // Whose guests were all deleted is no second one.
  const shown = doubled
    .map(({ code, consumerIds }) => ({
      code,
      registrations: consumerIds
        .map((consumerId) => ({ consumerId, guests: guests.filter((one) => one.consumerId === consumerId) }))
        .filter((one) => one.guests.length > 0),
    }))
    .filter(({ registrations }) => registrations.length > 1);
  if (shown.length === 0) return null;
  return (
    <Warning
      title={t('allClients.doubledOrders', { count: shown.length })}
      why={t('allClients.doubledOrdersWhy')}
      folded={shown.length > 3}
    >
      {shown.map(({ code, registrations }) => (
        <WarningItem key={code}>
          <b data-numeric>{code}</b>{' '}
          {registrations.map(({ consumerId, guests: of }, at) => (
            <span key={consumerId}>
              {at > 0 && ' · '}
              <Link to={hrefs.registrant(eventId, consumerId)}>{namesOf(of)}</Link>
            </span>
          ))}
        </WarningItem>
      ))}
    </Warning>
  );
}

const namesOf = (guests: readonly Client[]): string => guests.map(fullName).join(', ');
