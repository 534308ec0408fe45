import { Button, NativeSelect, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notif } from '#domain/documents/notif.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useReadiness, useResend } from '#hooks/data/messages.ts';
import { useNotifName } from '#hooks/data/messageWords.ts';
import { WayToServices } from '#hooks/data/WayToServices.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Selection } from '../useSelection.ts';

/** Sends a message again to those of the selected who had it, or should have: one for each registration. */
export function ResendMany({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const messages = useSentTo(selection.ids);
  const [first] = messages;
  if (first === undefined) return null;
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
      {asks && <Question messages={messages} first={first} onClose={() => setAsks(false)} />}
    </>
  );
}

interface QuestionProps {
  messages: readonly Sent[];
  first: Sent;
  onClose: () => void;
}

/** Which message, and whether it would go: as a guest's own page asks. */
function Question({ messages, first, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const nameOf = useNotifName();
  const [chosen, setChosen] = useState('');
  const { notif, people } = messages.find((one) => one.notif._id === chosen) ?? first;
  const { busy, resend } = useResend(notif._id);
  const service = useReadiness()(notif.notifMethod);

  async function again(): Promise<void> {
    await resend(people, service);
    onClose();
  }
  return (
    <ConfirmDialog
      opened
      title={t('notifs.againTitle')}
      confirmLabel={t('notifs.again')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void again()}
    >
      <NativeSelect
        label={t('bulk.message')}
        value={notif._id}
        data={messages.map((one) => ({ value: one.notif._id, label: nameOf(one.notif) }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {service === 'ready' ? (
        <Text mt="sm">{t('bulk.againText', { count: people.length })}</Text>
      ) : (
        <>
          <WayToServices
            why={`${t(`client_display.method.${notif.notifMethod}`)} · ${t(`notifs.holds.${service}`)}`}
          />
          <p>{t('notifs.againHeld')}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

interface Sent {
  notif: Notif;
  people: { consumerId: string; attempts: number }[];
}

/** The messages of which registrations of these clients had an attempt, the newest message first. */
function useSentTo(clientIds: ReadonlySet<string>): Sent[] {
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
