import { Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/data/event.tsx';
import type { SyncStatus } from '#data/types.ts';
import { useSyncOf } from '#hooks/data/session.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { useRouteId } from '../routes/useRouteId.ts';
import { isProtected } from './updates.ts';

// Seldom needed: not part of the first page.
const OutdatedNotice = lazyPart(async () => (await import('./OutdatedNotice.tsx')).OutdatedNotice);

/* Words for an app or a server that is older than the other, or than what it has to read. Never at a door. */

/** Above an event's screens: a part of the event is of a later version than this app knows. */
export function NewerDocuments() {
  const { t } = useTranslation();
  const count = useLive((store) => store.newer());
  return count === 0 ? null : (
    <Notice title={t('pwa.outdatedTitle')} text={t('pwa.newer', { count })} updatable />
  );
}

/** Above all screens: app and server do not understand each other until one of them is updated. */
export function OutdatedSide() {
  const { t } = useTranslation();
  const says = (code: string) => (status: SyncStatus) => status.databases.some(({ error }) => error === code);
  const isAppOld = useSyncOf(says('app_outdated'));
  const isServerOld = useSyncOf(says('server_outdated'));
  if (isAppOld) {
    return <Notice title={t('pwa.outdatedTitle')} text={t('pwa.outdated')} updatable />;
  }
  if (!isServerOld) return null;
  return <Notice title={t('pwa.serverOutdatedTitle')} text={t('pwa.serverOutdated')} />;
}

function Notice(props: ComponentProps<typeof OutdatedNotice>) {
  const door = isProtected(useRouteId());
  return door ? null : (
    <Suspense>
      <OutdatedNotice {...props} />
    </Suspense>
  );
}
