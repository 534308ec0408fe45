import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

/** Asks before unsaved work is left. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      opened={isBlocked}
      title={t('templates.leaveTitle')}
      confirmLabel={t('templates.leave')}
      onCancel={() => isBlocked && blocker.reset()}
      onConfirm={() => isBlocked && blocker.proceed()}
    >
      {t('templates.leaveText')}
    </ConfirmDialog>
  );
}
