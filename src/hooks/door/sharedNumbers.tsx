import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sharedNumbers, type SharedNumber } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { useAppData } from '../data/appData.tsx';
import { useEvent, useLive } from '../data/event.tsx';
import { useCan } from '../data/session.ts';
import { useAction } from '../data/useAction.ts';

const cache = new WeakMap<ReadonlyMap<string, Client>, readonly SharedNumber[]>();

/** Made once per change of a client. */
function sharedOf(clients: ReadonlyMap<string, Client>): readonly SharedNumber[] {
  let shared = cache.get(clients);
  if (shared === undefined) cache.set(clients, (shared = sharedNumbers(clients)));
  return shared;
}

/**
 * Numbers that two devices gave twice, told to members and settled with one tap (VALID-68); only those of `among`, where
 * it is given.
 */
export function SharedNumbers({ among }: { among?: readonly string[] }) {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  const all = sharedOf(useLive((store) => store.clients()));
  const shown = useMemo(() => {
    const wanted = among && new Set(among);
    return wanted === undefined
      ? all
      : all.filter(({ clientIds }) => clientIds.some((clientId) => wanted.has(clientId)));
  }, [all, among]);
  if (!canEdit || shown.length === 0) return null;
  return (
    <Warning title={t('numbers.shared', { count: shown.length })} why={t('numbers.why')}>
      {shown.map((shared) => (
        <Shared key={shared.number} shared={shared} />
      ))}
    </Warning>
  );
}

function Shared({ shared: { number, clientIds } }: { shared: SharedNumber }) {
  const { t } = useTranslation();
  const { id: eventId, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const clients = useLive((store) => store.clients());
  const nameOf = (clientId: string): string => {
    const client = clients.get(clientId);
    return client === undefined ? t('session.unknownClient') : fullName(client);
  };

  async function settle(): Promise<void> {
    const settled = await run(() => repository.settleNumber(number));
    if (settled === null) return;
    const made = [...settled].map(([clientId, next]) =>
      t('numbers.now', { name: nameOf(clientId), number: next }),
    );
    notify.success(made.join(' '));
    void sync.syncNow(eventId);
  }

  const [, ...later] = clientIds;
  return (
    <WarningItem
      action={
        <Button variant="default" size="sm" disabled={busy} onClick={() => void settle()}>
          {t('numbers.settle', { names: later.map(nameOf).join(', ') })}
        </Button>
      }
    >
      <b data-numeric>{number}</b>{' '}
      {clientIds.map((clientId, index) => (
        <span key={clientId}>
          {index > 0 && ' · '}
          <Link to={hrefs.client(eventId, clientId)}>{nameOf(clientId)}</Link>
        </span>
      ))}
    </WarningItem>
  );
}
