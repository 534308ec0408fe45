import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconReceipt, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isMainClient } from '#domain/clients/clients.ts';
import { useReadable } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { ActionMenu, type ActionItem } from '#ui/components/ActionMenu.tsx';
import { hrefs } from '#ui/paths.ts';
import { AddGuests } from './AddGuests.tsx';
import type { TabProps } from './tabProps.ts';
import type { Back } from '../useBack.ts';
import { useDeleteClient } from './useDeleteClient.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What members do with a client (specification 1 §2, Client display): buttons, or a menu on a phone. */
export function ClientActions({ client, consumer, back }: TabProps & { back: Back }) {
  const { t } = useTranslation();
  const { id, sync } = useEvent();
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [adding, setAdding] = useState(false);
  const deletion = useDeleteClient(client, back);
  // "Sync mode" is the full copy of an installed app (readings, no. 1).
  const isSyncMode = useReadable(sync).mode === 'full';
  const items: ActionItem[] = [];
  if (consumer !== null) {
    items.push({
      id: 'consumer',
      title: t('client_display.editConsumer'),
      icon: <IconReceipt {...icon} />,
      to: hrefs.registrant(id, consumer._id),
    });
    // Whoever joined a cancelled registration would be neither expected nor let in.
    if (isMainClient(client) && consumer.status !== 'canceled') {
      items.push({
        id: 'guests',
        title: t('client_display.addGuests'),
        icon: <IconUsersPlus {...icon} />,
        onSelect: () => setAdding(true),
      });
    }
  }
  if (!isSyncMode) {
    items.push({
      id: 'delete',
      title: t('client_display.delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      onSelect: deletion.remove,
    });
  }
  return (
    <>
      <Button
        component={Link}
        to={hrefs.clientUpdate(id, client._id, back.sessionId)}
        leftSection={<IconPencil {...icon} />}
      >
        {t('client.edit')}
      </Button>
      {narrow && items.length > 0 ? (
        <ActionMenu items={items} />
      ) : (
        items.map((item) => <ItemButton key={item.id} item={item} busy={deletion.busy} />)
      )}
      {consumer !== null && adding && (
        <AddGuests client={client} consumer={consumer} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function ItemButton({ item, busy }: { item: ActionItem; busy: boolean }) {
  const shared = {
    variant: 'default',
    leftSection: item.icon,
    ...(item.danger ? { style: { color: 'var(--foyer-bad)' } } : {}),
  };
  return item.to === undefined ? (
    <Button {...shared} disabled={busy} onClick={() => item.onSelect?.()}>
      {item.title}
    </Button>
  ) : (
    <Button {...shared} component={Link} to={item.to}>
      {item.title}
    </Button>
  );
}
