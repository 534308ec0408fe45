import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';

/** What waits for an event that was deleted would wait for ever: whoever knows that it will not be needed lets it go. */
export function LetGo({ eventId, waiting }: { eventId: string; waiting: number }) {
  const { t } = useTranslation();
  const data = useAppData();
  const { busy, run } = useAction();
  const [isAsked, setAsked] = useState(false);

  async function letGo(): Promise<void> {
    const done = await run(() => data.giveUpEvent(eventId));
    setAsked(false);
    if (done !== null) notify.success(t('sync.letGoDone'));
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {t('sync.letGo')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('sync.letGoTitle')}
        confirmLabel={t('sync.letGo')}
        danger
        busy={busy}
        onConfirm={() => void letGo()}
        onCancel={() => setAsked(false)}
      >
        {t('sync.letGoText', { count: waiting })}
      </ConfirmDialog>
    </>
  );
}
