import { useTranslation } from 'react-i18next';
import { useLeaveBlocker } from '#hooks/platform/useLeaving.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

/** Asks before corrections of a file are left that were not imported yet: they are nowhere else. */
export function LeaveGuard({ worked }: { worked: boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveBlocker(() => worked);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      opened={isBlocked}
      title={t('imports.leaveTitle')}
      cancelLabel={t('imports.stay')}
      confirmLabel={t('imports.leave')}
      onCancel={() => isBlocked && blocker.reset()}
      onConfirm={() => isBlocked && blocker.proceed()}
    >
      {t('imports.leaveText')}
    </ConfirmDialog>
  );
}
