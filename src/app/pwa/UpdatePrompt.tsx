import { createContext, Suspense, use, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { notify } from '#ui/components/notify.tsx';
import type { RouteId } from '#ui/paths.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { useRouteId } from '../routes/useRouteId.ts';
import { isProtected, type Updates } from './updates.ts';

export const UpdatesContext = createContext<Updates | null>(null);

const UpdateNotice = lazyPart(async () => (await import('./UpdateNotice.tsx')).UpdateNotice);

const NEVER = () => () => undefined;

/** A plan fills the window: whatever is said over it covers a seat, a guest or a card. */
const FULL: readonly RouteId[] = ['plan', 'planEdit'];
const isFull = (route: RouteId | null): boolean => route !== null && FULL.includes(route);

/** Offers a new version, never at a door, and over no plan: there it waits for the next screen. */
export function UpdatePrompt() {
  const updates = use(UpdatesContext);
  const { t } = useTranslation();
  const route = useRouteId();
  const { pathname } = useLocation();
  const state = useSyncExternalStore(updates?.subscribe ?? NEVER, () => updates?.state() ?? 'none');
  const offlineReady = useSyncExternalStore(
    updates?.subscribe ?? NEVER,
    () => updates?.offlineReady() ?? false,
  );

  // Another event's page is a navigation too, though its route is the same.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- see above
  useEffect(() => updates?.navigated(route), [updates, route, pathname]);
  useEffect(() => {
    if (offlineReady) notify.info(t('pwa.offlineReady'));
  }, [offlineReady, t]);
  useEffect(() => {
    if (state === 'consented' && updates?.isPutOff()) notify.info(t('pwa.updateNext'), 'update');
  }, [state, updates, t]);

  if (updates === null || state !== 'waiting' || isProtected(route) || isFull(route)) return null;
  return (
    <Suspense>
      <UpdateNotice updates={updates} />
    </Suspense>
  );
}
