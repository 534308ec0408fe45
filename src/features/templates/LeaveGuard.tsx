import { useTranslation } from 'react-i18next';
import { useLeaveBlocker } from '#hooks/platform/useLeaving.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

/** Asks before unsaved work is left. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveBlocker(isDirty);
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
