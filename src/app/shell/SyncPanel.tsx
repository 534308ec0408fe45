import { Button, Drawer, Progress, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceCode } from '#domain/devices/deviceNames.ts';
import type { DatabaseSync } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAttentionWords } from '#hooks/words/attention.ts';
import { useOnServer } from '#hooks/data/now.ts';
import { useEvents, useMissingEvents, useSyncStatus } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { useAppKept } from '../pwa/useAppKept.ts';
import { LetGo } from './LetGo.tsx';
import { OnHub } from './OnHub.tsx';
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
        {status.hub !== null && <OnHub met={status.hub.met} />}
        <Databases databases={status.databases} />
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

/** In the drawer, so that nobody asks whether the app is kept before it is opened. */
function Databases({ databases }: { databases: readonly DatabaseSync[] }) {
  const isAppKept = useAppKept();
  return databases.map((database) => <Database key={database.id} {...{ database, isAppKept }} />);
}

interface DatabaseProps {
  database: DatabaseSync;
  isAppKept: boolean;
}

function Database({ database, isAppKept }: DatabaseProps) {
  const { t } = useTranslation();
  const { hub } = useSyncStatus();
  const format = useFormat();
  const onServer = useOnServer();
  const event = [...(useEvents() ?? []), ...useMissingEvents()].find(({ id }) => id === database.id);
  const central = database.id === 'central';
  // Only what was done here is kept of it: neither its name nor its guests are this user's to see any more.
  const withheld = event === undefined && database.error === 'forbidden';
  const unlisted = withheld ? t('sync.withheld') : database.id;
  const title = central ? t('sync.central') : event === undefined ? unlisted : format.title(event);
  const attention = useAttentionWords()(database);
  return (
    <section className={classes.database}>
      <header>
        <h3>{title}</h3>
        <span className={classes.state} data-state={database.state}>
          {hub !== null && database.state === 'synced' ? t('sync.onHub') : t(`sync.state.${database.state}`)}
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
      {attention !== null && (
        <div className={classes.attention} role="status">
          <strong>{attention.why}</strong> {attention.todo}
          {database.error === 'storage_broken' && !central && <Rebuild eventId={database.id} />}
          {withheld && <LetGo eventId={database.id} waiting={database.waiting} />}
        </div>
      )}
      {!central && !withheld && <SafetyLine {...{ database, isAppKept }} />}
      <dl className={classes.facts}>
        {!withheld && (
          <>
            <Fact label={t('sync.documents')}>
              {database.remoteDocs === null
                ? format.number(database.localDocs)
                : // What was made here and has not left yet is not one of those there.
                  t('sync.ofThere', {
                    here: Math.min(database.localDocs, database.remoteDocs),
                    there: database.remoteDocs,
                  })}
              {!central && <small>{t(`sync.mode_${database.mode}`)}</small>}
            </Fact>
            <Fact label={t('sync.lastExchange')}>
              {database.lastExchange === null
                ? t('sync.never')
                : format.dateTime(onServer(database.lastExchange))}
            </Fact>
          </>
        )}
        <Fact label={t('sync.waiting')}>
          {isWaitingKnown(database) ? format.number(database.waiting) : t('sync.waitingUnknown')}
        </Fact>
      </dl>
      {database.refused.length > 0 && <RefusedList database={database} />}
    </section>
  );
}

/** A copy that the browser deleted was begun anew from memory: what of it the server has, only the server can say. */
const isWaitingKnown = ({ complete, localDocs, progress, waiting }: DatabaseSync): boolean =>
  complete || localDocs === 0 || progress !== null || waiting > 0;

/** A damaged copy is fetched anew; what was not sent and can still be read is put back. */
function Rebuild({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      onClick={() =>
        void run(() => sync.rebuild(eventId)).then((done) => {
          if (done !== null) notify.success(t('problem.rebuilt', { count: done.rescued }));
        })
      }
    >
      {t('problem.rebuild')}
    </Button>
  );
}

function DeviceFacts({ name }: { name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { storage, clockSkewed, clockOffset, clockKnown, hub } = useSyncStatus();
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
              {t(hub === null ? 'sync.clockSkewed' : 'sync.clockApart', {
                minutes: Math.round(Math.abs(clockOffset) / 60_000),
              })}
            </span>
          ) : (
            t(clockKnown ? 'sync.clockGood' : 'sync.clockUnknown')
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
