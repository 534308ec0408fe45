import { Button, Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './JobProgress.module.css';

interface JobProgressProps {
  label: string;
  /** 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** In place of a dialog's form while its file is being made. */
export function JobProgress({ label, share, onCancel }: JobProgressProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.running}>
      <p role="status">{label}</p>
      <Progress value={share * 100} size="lg" aria-label={label} />
      <Group justify="flex-end">
        {/* The button that had the focus is gone: keyboard users stay in the dialog. */}
        <Button variant="default" onClick={onCancel} ref={focus}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  );
}

const focus = (button: HTMLButtonElement | null): void => button?.focus();
