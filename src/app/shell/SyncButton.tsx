import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#data/types.ts';
import { useSyncStatus } from '#hooks/data/session.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import classes from './SyncButton.module.css';

const SyncPanel = lazyPart(async () => (await import('./SyncPanel.tsx')).SyncPanel);

const ICONS = {
  synced: IconCloudCheck,
  syncing: IconRefresh,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
} as const satisfies Record<SyncStatus['summary'], unknown>;

/** The truth about sync in one word, a colour and an icon; opens the details. */
export function SyncButton() {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const [panel, setPanel] = useState<'unloaded' | 'open' | 'closed'>('unloaded');
  const word = useSyncWord(status);
  const Icon = ICONS[status.summary];
  return (
    <>
      <UnstyledButton
        className={classes.button}
        data-state={status.summary}
        aria-label={t('sync.open', { state: word })}
        onClick={() => setPanel('open')}
      >
        <Icon size={18} stroke={1.8} aria-hidden />
        <span className={classes.word} data-numeric>
          {word}
        </span>
      </UnstyledButton>
      {panel !== 'unloaded' && (
        <Suspense>
          <SyncPanel opened={panel === 'open'} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </>
  );
}

function useSyncWord({ summary, waiting, hub }: SyncStatus): string {
  const { t } = useTranslation();
  if (summary === 'syncing')
    return waiting > 0 ? t('sync.syncingCount', { count: waiting }) : t('sync.syncing');
  if (summary === 'offline')
    return waiting > 0 ? t('sync.offlineCount', { count: waiting }) : t('sync.offline');
  // Never 'synced' of what only the hub has.
  return summary === 'synced' && hub !== null ? t('sync.onHub') : t(`sync.${summary}`);
}
