import { Button, Drawer, Progress, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconCloudDownload, IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceCode } from '#domain/deviceNames.ts';
import type { DatabaseSync } from '#data/types.ts';
import { useAppData } from '#hooks/appData.tsx';
import { useEvents, useSyncStatus } from '#hooks/session.ts';
import { useFormat } from '#ui/useFormat.ts';
import { RefusedList } from './RefusedList.tsx';
import { SafetyLine } from './SafetyLine.tsx';
import classes from './SyncPanel.module.css';

/** How each event stands between this device and the server. */
export function SyncPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { sync, device } = useAppData();
  const status = useSyncStatus();
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [busy, setBusy] = useState(false);

  async function now(): Promise<void> {
    setBusy(true);
    await sync.syncNow().finally(() => setBusy(false));
  }
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '85%' : 440}
      title={t('sync.label')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 160 }}
    >
      <div className={classes.stack}>
        {status.databases.map((database) => (
          <Database key={database.id} database={database} />
        ))}
        {status.databases.length === 0 && <Text c="dimmed">{t('sync.noDatabases')}</Text>}
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={busy}
          disabled={!status.online}
          onClick={() => void now()}
        >
          {t('sync.now')}
        </Button>
        <DeviceFacts name={`${device.name} · ${deviceCode(device.id)}`} />
      </div>
    </Drawer>
  );
}

function Database({ database }: { database: DatabaseSync }) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useEvents()?.find(({ id }) => id === database.id);
  const central = database.id === 'central';
  const title = central ? t('sync.central') : event === undefined ? database.id : format.title(event);
  // A light copy is complete without the bulky documents, which the server counts too.
  const light = database.mode === 'light';
  const safe =
    database.complete && (light || database.remoteDocs === null || database.localDocs >= database.remoteDocs);
  return (
    <section className={classes.database}>
      <header>
        <h3>{title}</h3>
        <span className={classes.state} data-state={database.state}>
          {t(`sync.state.${database.state}`)}
        </span>
      </header>
      {database.progress !== null && (
        <Progress value={database.progress * 100} size="sm" aria-label={t('sync.state.pulling')} />
      )}
      {database.lostAt !== null && (
        <p className={classes.warn}>
          <IconAlertTriangle size={16} aria-hidden /> {t('sync.copyLost')}
        </p>
      )}
      {!central && (
        <p className={classes.safety} data-safe={safe || undefined}>
          {safe ? <IconCircleCheck size={18} aria-hidden /> : <IconCloudDownload size={18} aria-hidden />}
          <SafetyLine eventId={database.id} safe={safe} />
        </p>
      )}
      <dl className={classes.facts}>
        <Fact label={t('sync.documents')}>
          {database.remoteDocs === null
            ? format.number(database.localDocs)
            : t('sync.ofThere', { here: database.localDocs, there: database.remoteDocs })}
          {!central && <small>{t(`sync.mode_${database.mode}`)}</small>}
        </Fact>
        <Fact label={t('sync.lastExchange')}>
          {database.lastExchange === null ? t('sync.never') : format.dateTime(database.lastExchange)}
        </Fact>
        <Fact label={t('sync.waiting')}>{format.number(database.waiting)}</Fact>
      </dl>
      {database.refused.length > 0 && <RefusedList database={database} />}
    </section>
  );
}

function DeviceFacts({ name }: { name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { storage, clockSkewed, clockOffset } = useSyncStatus();
  return (
    <section className={classes.database}>
      <header>
        <h3>{t('sync.device')}</h3>
        <span className={classes.state}>{name}</span>
      </header>
      <dl className={classes.facts}>
        {storage !== null && (
          <Fact label={t('sync.storage')}>
            {t('sync.storageOf', { used: format.bytes(storage.usage), quota: format.bytes(storage.quota) })}
            <small>{t(storage.persisted ? 'sync.persisted' : 'sync.notPersisted')}</small>
          </Fact>
        )}
        <Fact label={t('sync.clock')}>
          {clockSkewed ? (
            <span className={classes.warn}>
              <IconAlertTriangle size={16} aria-hidden />
              {t('sync.clockSkewed', { minutes: Math.round(Math.abs(clockOffset) / 60_000) })}
            </span>
          ) : (
            t('sync.clockGood')
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-numeric>{children}</dd>
    </div>
  );
}
