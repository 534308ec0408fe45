import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeldCopy } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';

/** Where an event was meant to go: deletes what this device holds of it, after saying what that is. */
export function GiveUpEvent({ eventId, title }: { eventId: string; title: string }) {
  const { t } = useTranslation();
  const data = useAppData();
  const { busy, run } = useAction();
  const [held, setHeld] = useState<HeldCopy | null>(null);

  async function giveUp(): Promise<void> {
    const done = await run(() => data.giveUpEvent(eventId));
    setHeld(null);
    if (done !== null) notify.success(t('home.gaveUp', { title }));
  }
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={busy}
        aria-label={t('home.giveUpOf', { title })}
        onClick={() => void run(() => data.heldHere(eventId)).then(setHeld)}
      >
        {t('home.giveUp')}
      </Button>
      <ConfirmDialog
        opened={held !== null}
        title={t('home.giveUpTitle', { title })}
        confirmLabel={t('home.giveUp')}
        danger
        busy={busy}
        onConfirm={() => void giveUp()}
        onCancel={() => setHeld(null)}
      >
        {held !== null && (
          <>
            {t('home.giveUpText', { count: held.guests })}{' '}
            {held.unconfirmed > 0 && (
              <strong>{t('home.giveUpUnconfirmed', { count: held.unconfirmed })}</strong>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
