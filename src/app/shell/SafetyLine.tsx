import { IconCircleCheck, IconCloudDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatabaseSync, EventStore } from '#data/types.ts';
import { useLiveOf, useOpenEvent } from '#hooks/data/event.tsx';
import { safetyOf, type Safety } from './safety.ts';
import classes from './SyncPanel.module.css';

/**
 * "612 of 612 guests on this device. Safe to go offline." Guests are counted where the event can be looked into,
 * which is so once it is complete here.
 */
export function SafetyLine({ database, isAppKept }: { database: DatabaseSync; isAppKept: boolean }) {
  const { t } = useTranslation();
  const safety = safetyOf(database);
  const opening = useOpenEvent(safety === 'partial' ? null : database.id);
  const notFull = database.complete && database.wanted === 'full' && database.mode === 'light';
  if (safety === 'partial') return <Line>{t(notFull ? 'sync.notFull' : 'sync.notSafeDocuments')}</Line>;
  if (opening.state === 'ready') return <Guests store={opening.event.store} {...{ safety, isAppKept }} />;
  if (safety === 'kept') return <Line>{t('sync.keptDocuments')}</Line>;
  return <Line safe={isAppKept}>{t(isAppKept ? 'sync.safeDocuments' : 'sync.noAppDocuments')}</Line>;
}

function Line({ safe = false, children }: { safe?: boolean; children: ReactNode }) {
  return (
    <p className={classes.safety} data-safe={safe || undefined}>
      {safe ? <IconCircleCheck size={18} aria-hidden /> : <IconCloudDownload size={18} aria-hidden />}
      <span>{children}</span>
    </p>
  );
}

interface GuestsProps {
  store: EventStore;
  safety: Safety;
  isAppKept: boolean;
}

function Guests({ store, safety, isAppKept }: GuestsProps) {
  const { t } = useTranslation();
  const here = useLiveOf(store, (from) => from.clients().size);
  const missing = useLiveOf(store, missingGuests);
  const total = here + missing;
  const complete = safety === 'safe' && missing === 0;
  const key = complete
    ? isAppKept
      ? 'sync.safe'
      : 'sync.noApp'
    : missing > 0
      ? 'sync.notSafe'
      : 'sync.kept';
  return <Line safe={complete && isAppKept}>{t(key, { here, total, count: total })}</Line>;
}

/** Guests whom a session names and whose own document is not on this device. */
function missingGuests(store: EventStore): number {
  const missing = new Set<string>();
  const known = store.documents('client');
  for (const session of store.sessions()) {
    for (const { clientId } of session.clients) if (!known.has(clientId)) missing.add(clientId);
  }
  return missing.size;
}
