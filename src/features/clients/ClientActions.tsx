import { Button } from '@mantine/core';
import { IconPencil, IconReceipt, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { isMainClient } from '#domain/clients.ts';
import { useAppData, useReadable } from '#hooks/appData.tsx';
import { useErrorText } from '#hooks/errorText.ts';
import { useEvent } from '#hooks/event.tsx';
import { useAction } from '#hooks/useAction.ts';
import { fullName } from '#ui/format.ts';
import { notify } from '#ui/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { AddGuests } from './AddGuests.tsx';
import type { TabProps } from './tabProps.ts';
import type { Back } from './useBack.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What members do with a client (specification 1 §2, Client display). */
export function ClientActions({ client, consumer, back }: TabProps & { back: Back }) {
  const { t } = useTranslation();
  const { id, sync } = useEvent();
  const [adding, setAdding] = useState(false);
  // "Sync mode" is the full copy of an installed app (readings, no. 1).
  const isSyncMode = useReadable(sync).mode === 'full';
  return (
    <>
      <Button
        component={Link}
        to={hrefs.clientUpdate(id, client._id, back.sessionId)}
        leftSection={<IconPencil {...icon} />}
      >
        {t('client.edit')}
      </Button>
      {consumer !== null && (
        <Button
          variant="default"
          component={Link}
          to={hrefs.registrant(id, consumer._id)}
          leftSection={<IconReceipt {...icon} />}
        >
          {t('client_display.editConsumer')}
        </Button>
      )}
      {consumer !== null && isMainClient(client) && (
        <>
          <Button variant="default" leftSection={<IconUsersPlus {...icon} />} onClick={() => setAdding(true)}>
            {t('client_display.addGuests')}
          </Button>
          {adding && <AddGuests client={client} consumer={consumer} onClose={() => setAdding(false)} />}
        </>
      )}
      {!isSyncMode && <Delete client={client} consumer={consumer} back={back} />}
    </>
  );
}

/** A soft deletion needs no question: it can be undone. */
function Delete({ client, back }: TabProps & { back: Back }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const name = fullName(client);

  async function remove(): Promise<void> {
    const deletion = await run(() => repository.deleteClients([client._id]));
    if (deletion === null) return;
    notify.undo(t('client_display.deleted', { name }), t('common.undo'), () => {
      // This screen is gone by then.
      void repository.restoreClients(deletion).then((restored) => {
        if (!restored.ok) return notify.error(errorText(restored.error));
        notify.success(t('client_display.deletedDone', { name }));
        return sync.syncNow(id);
      });
    });
    void sync.syncNow(id);
    await navigate(back.to);
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconTrash {...icon} />}
      style={{ color: 'var(--foyer-bad)' }}
      onClick={() => void remove()}
    >
      {t('client_display.delete')}
    </Button>
  );
}
