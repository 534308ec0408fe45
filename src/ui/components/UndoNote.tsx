import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './UndoNote.module.css';

interface UndoNoteProps {
  /** What was done. */
  label: string;
  /** Not all of it was done, or is left of it: it is no success. */
  isPart?: boolean;
  busy: boolean;
  /** 0..1 while it is taken back: of thousands that lasts. */
  progress?: number | null;
  /** Ends that on the way. */
  onStop?: (() => void) | null;
  onUndo: () => void;
  onDismiss: () => void;
}

/** Says what was just done to many, and takes it back. Stays until it is used or put away: no hurry. */
export function UndoNote({
  label,
  isPart = false,
  busy,
  progress = null,
  onStop = null,
  onUndo,
  onDismiss,
}: UndoNoteProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.note} data-part={isPart || undefined} role="status">
      {isPart ? <IconAlertTriangle size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
      <span className={classes.label}>{label}</span>
      <span className={classes.acts}>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={onUndo}
        >
          {t('bulk.undo')}
        </Button>
        {onStop !== null && (
          <Button size="compact-sm" variant="default" onClick={onStop}>
            {t('bulk.stop')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('bulk.dismiss')}
          disabled={busy}
          onClick={onDismiss}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </span>
      {progress !== null && (
        <Progress
          className={classes.progress ?? ''}
          value={progress * 100}
          aria-label={t('bulk.undoing')}
          size="sm"
        />
      )}
    </div>
  );
}
