import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useLeaveBlocker } from './useLeaving.ts';

interface LeaveQuestionProps {
  isDirty: () => boolean;
  /** 'Leave without saving?' where nothing is said. */
  title?: string;
  /** What is lost. */
  text: string;
  /** Before the page is left. */
  onLeave?: () => void;
}

/** Asks before work that is kept nowhere is left: for another page, another version of the app, or a closed tab. */
export function LeaveQuestion({ isDirty, title, text, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation();
  const blocker = useLeaveBlocker(isDirty);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      opened={isBlocked}
      title={title ?? t('common.leaveTitle')}
      cancelLabel={t('common.stay')}
      confirmLabel={t('common.leave')}
      onCancel={() => isBlocked && blocker.reset()}
      onConfirm={() => {
        if (!isBlocked) return;
        onLeave?.();
        blocker.proceed();
      }}
    >
      {text}
    </ConfirmDialog>
  );
}
