import { Button, NativeSelect, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/data/event.tsx';
import { useResend } from '#hooks/data/messages.ts';
import { useNotifName } from '#hooks/data/messageWords.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Selection } from '../useSelection.ts';

/** Sends a message again to those of the selected who had it, or should have: one for each registration. */
export function ResendMany({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const nameOf = useNotifName();
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState('');
  const messages = useSentTo(selection.ids);
  const message = messages.find(({ notif }) => notif._id === chosen) ?? messages[0];
  const { busy, resend } = useResend(message?.notif._id ?? '');

  async function again(): Promise<void> {
    await resend(message?.people ?? []);
    setAsks(false);
  }
  if (message === undefined) return null;
  return (
    <>
      <Button
        size="compact-md"
        fz="sm"
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {t('notifs.again')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('notifs.againTitle')}
        confirmLabel={t('notifs.again')}
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void again()}
      >
        <NativeSelect
          label={t('bulk.message')}
          value={message.notif._id}
          data={messages.map(({ notif }) => ({ value: notif._id, label: nameOf(notif) }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Text mt="sm">{t('bulk.againText', { count: message.people.length })}</Text>
      </ConfirmDialog>
    </>
  );
}

/** The messages of which registrations of these clients had an attempt, the newest message first. */
function useSentTo(clientIds: ReadonlySet<string>) {
  const clients = useLive((store) => store.clients());
  const consumers = useLive((store) => store.consumers());
  const notifs = useLive((store) => store.documents('notif'));
  return useMemo(() => {
    const chosen = new Set([...clientIds].flatMap((id) => clients.get(id)?.consumerId ?? []));
    return [...notifs.values()]
      .filter(({ notifType }) => notifType !== 'deleted')
      .map((notif) => ({
        notif,
        people: [...chosen].flatMap((consumerId) => {
          const attempts = consumers.get(consumerId)?.notifs[notif._id]?.length ?? 0;
          return attempts === 0 ? [] : [{ consumerId, attempts }];
        }),
      }))
      .filter(({ people }) => people.length > 0)
      .toSorted((a, b) => (b.notif.date ?? 0) - (a.notif.date ?? 0));
  }, [clientIds, clients, consumers, notifs]);
}
