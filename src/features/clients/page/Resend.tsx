import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { NotifAttempt } from '#domain/notifications/attempts.ts';
import { stateOf } from '#domain/notifications/outcome.ts';
import type { ServiceState } from '#domain/notifications/stock.ts';
import { usePeopleNames, useResend } from '#hooks/data/messages.ts';
import { WayToServices } from '#hooks/data/WayToServices.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

interface ResendProps {
  consumer: Consumer;
  attempt: NotifAttempt;
  notif: Notif;
  service: ServiceState;
}

/** Asks first where they have it, or may, and where it would not go (CLIENT-30). */
export function Resend({ consumer, attempt, notif, service }: ResendProps) {
  const { t } = useTranslation();
  const { name } = usePeopleNames()(consumer._id);
  const { busy, resend } = useResend(notif._id);
  const [asks, setAsks] = useState(false);
  const state = stateOf(attempt);
  const isAsked = service !== 'ready' || state === 'sent' || state === 'uncertain';
  async function again(): Promise<void> {
    const attempts = consumer.notifs[notif._id]?.length ?? 0;
    await resend([{ consumerId: consumer._id, attempts }], service);
    setAsks(false);
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        onClick={() => (isAsked ? setAsks(true) : void again())}
      >
        {t('notifs.again')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('notifs.againTitle')}
        confirmLabel={t('notifs.again')}
        busy={busy}
        onConfirm={() => void again()}
        onCancel={() => setAsks(false)}
      >
        {service === 'ready' ? (
          t(state === 'uncertain' ? 'notifs.againUncertain' : 'notifs.againSent', { name })
        ) : (
          <>
            <WayToServices
              why={`${t(`client_display.method.${notif.notifMethod}`)} · ${t(`notifs.holds.${service}`)}`}
            />
            <p>{t('notifs.againHeld')}</p>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
