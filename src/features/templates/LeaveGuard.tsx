import { useTranslation } from 'react-i18next';
import { useLeaveBlocker } from '#hooks/platform/useLeaving.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

/** Asks before unsaved work is left, which is forgotten then. */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: () => boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const blocker = useLeaveBlocker(isDirty);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      opened={isBlocked}
      title={t('templates.leaveTitle')}
      confirmLabel={t('templates.leave')}
      onCancel={() => isBlocked && blocker.reset()}
      onConfirm={() => {
        if (!isBlocked) return;
        onLeave();
        blocker.proceed();
      }}
    >
      {t('templates.leaveText')}
    </ConfirmDialog>
  );
}
