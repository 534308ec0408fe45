import { Alert, Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notif } from '#domain/documents/notif.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useSyncOf } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Notifs.module.css';

/** Longer than this, a time of day says more than seconds. */
const SECONDS_TOLD = 120;

/** When a one-time message leaves, and the way to call it back before. */
export function Departure({ notif }: { notif: Notif }) {
  const { t } = useTranslation();
  const format = useFormat();
  const calendar = useEventCalendar();
  const { clock, sync } = useAppData();
  const { id, repository } = useEvent();
  const online = useSyncOf((status) => status.online);
  const { busy, run } = useAction();
  const sendAt = notif.sendAt ?? 0;
  const waits = notif.notifType === 'one-time';
  const [now, setNow] = useState(() => clock.now());
  const left = Math.ceil((sendAt - now) / 1000);
  const ticks = waits && left > 0;
  useEffect(() => {
    if (!ticks) return undefined;
    const timer = setInterval(() => setNow(clock.now()), 1000);
    return () => clearInterval(timer);
  }, [ticks, clock]);
  if (!waits || (left <= 0 && online)) return null;

  async function callBack(): Promise<void> {
    if ((await run(() => repository.callBackNotif(notif._id))) === null) return;
    notify.success(t('notifs.calledBack'));
    void sync.syncNow(id);
  }
  return (
    <Alert icon={<IconClock aria-hidden />} mb="md" color="ink">
      <div className={classes.departure}>
        {/* Read out once, not each second. */}
        <span role={left > SECONDS_TOLD ? 'status' : 'timer'}>
          {left <= 0
            ? t('notifs.leavesOffline')
            : left > SECONDS_TOLD
              ? t('notifs.leavesAt', { time: format.dateTimeAt(sendAt, calendar) })
              : t('notifs.leavesIn', { count: left })}
        </span>
        <Button variant="default" loading={busy} onClick={() => void callBack()}>
          {t('notifs.callBack')}
        </Button>
      </div>
    </Alert>
  );
}
