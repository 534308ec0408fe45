import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Underway } from '#data/types.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { stillUnderway } from '#domain/notifications/outcome.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import classes from './Notifs.module.css';

/** How many still wait for a message that goes, and the way to stop it; an automatic one is stopped by its type. */
export function OnItsWay({ notif, underway }: { notif: Notif; underway: readonly Underway[] }) {
  const { t } = useTranslation();
  const { messages } = useAppData();
  const { id } = useEvent();
  const consumers = useLive((store) => store.consumers());
  const [asks, setAsks] = useState(false);
  const { busy, run } = useAction();
  const waiting = useMemo(
    () => stillUnderway(notif._id, consumers, underway).length,
    [underway, consumers, notif._id],
  );

  async function stop(): Promise<void> {
    const done = await run(() => messages.stop(id, notif._id));
    setAsks(false);
    if (done !== null) notify.success(t('notifs.stopped', { count: done.stopped }));
  }
  const isShown = waiting > 0 && notif.notifType !== 'automatic';
  return (
    <>
      {isShown && (
        <Alert icon={<IconSend aria-hidden />} mb="md" color="ink">
          <div className={classes.departure}>
            <span>{t('notifs.onItsWay', { count: waiting })}</span>
            <Button variant="default" onClick={() => setAsks(true)}>
              {t('notifs.stop')}
            </Button>
          </div>
        </Alert>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('notifs.stopTitle')}
        confirmLabel={t('notifs.stop')}
        cancelLabel={t('notifs.goOn')}
        danger
        busy={busy}
        onConfirm={() => void stop()}
        onCancel={() => setAsks(false)}
      >
        {t('notifs.stopText', { count: waiting })}
      </ConfirmDialog>
    </>
  );
}
