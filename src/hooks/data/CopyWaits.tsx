import { Alert, Button } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useServerValue } from './server.ts';
import { useCan } from './session.ts';
import { useAction } from './useAction.ts';

/** Says that nothing is sent because this server is a copy, and lets a manager say that it goes on (decision 29). */
export function CopyWaits() {
  const { messages } = useAppData();
  const { id } = useEvent();
  const { value, refresh } = useServerValue(() => messages.report(id), id);
  return value?.isPaused === true ? <CopyQuestion onSettled={refresh} /> : null;
}

/** The same where it is known already that nothing is sent. */
export function CopyQuestion({ onSettled }: { onSettled: () => void }) {
  const { t } = useTranslation();
  const { messages } = useAppData();
  const isManager = useCan('manager');
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  async function confirm(): Promise<void> {
    const done = await run(async () => {
      const confirmed = await messages.confirmCopy();
      return confirmed.ok ? { ok: true as const, value: true } : confirmed;
    });
    setAsks(false);
    if (done === null) return;
    notify.success(t('notifs.copyConfirmed'));
    onSettled();
  }
  return (
    <Alert icon={<IconPlayerPause aria-hidden />} color="amber" mb="md" title={t('notifs.paused')}>
      <p>{t('notifs.pausedWhy')}</p>
      {isManager ? (
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('notifs.confirmCopy')}
        </Button>
      ) : (
        <p>{t('notifs.pausedMember')}</p>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('notifs.confirmCopyTitle')}
        confirmLabel={t('notifs.confirmCopy')}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsks(false)}
      >
        {t('notifs.confirmCopyText')}
      </ConfirmDialog>
    </Alert>
  );
}
