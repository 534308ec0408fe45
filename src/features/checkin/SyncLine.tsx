import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEvent } from '#hooks/data/event.tsx';
import { useAttentionWhy } from '#hooks/words/attention.ts';
import { useSyncStatus } from '#hooks/data/session.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Checkin.module.css';

const ICONS = {
  synced: IconCloudCheck,
  syncing: IconRefresh,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
} as const;

/** An hour alone says enough. */
const HOURS_12 = 12 * 3_600_000;

/** One quiet line that never lies: what is sent, and what waits safely on this device. */
export function SyncLine() {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const { summary, waiting, hub } = status;
  const { id } = useEvent();
  const format = useFormat();
  const attentionWhy = useAttentionWhy();
  const Icon = ICONS[summary];
  const words = {
    synced: () => {
      if (hub === null) return t('checkin.syncSynced');
      const met = id in hub.metOf ? (hub.metOf[id] ?? null) : hub.met;
      return met === null
        ? t('checkin.syncHubNever')
        : t('checkin.syncHub', {
            time: Date.now() - met < HOURS_12 ? format.time(met) : format.dateTime(met),
          });
    },
    syncing: () => (waiting > 0 ? t('checkin.syncSyncing', { count: waiting }) : t('sync.syncing')),
    offline: () =>
      waiting > 0 ? t('checkin.syncOfflineCount', { count: waiting }) : t('checkin.syncOffline'),
    attention: () => attentionWhy(status) ?? t('sync.attention'),
  };
  return (
    <p className={classes.sync} data-state={summary}>
      <Icon size={16} aria-hidden />
      <span>{words[summary]()}</span>
    </p>
  );
}
