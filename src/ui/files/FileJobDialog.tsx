import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { JobProgress } from './JobProgress.tsx';
import classes from './FileJobDialog.module.css';

interface FileJobDialogProps {
  title: string;
  /** Of the button that begins. */
  startLabel: string;
  runningLabel: string;
  /** How far the file is, 0 to 1; null before it was begun. */
  share: number | null;
  /** False while the choice leads to no file. */
  possible?: boolean;
  onStart: () => void;
  onCancel: () => void;
  onClose: () => void;
  /** The choices. */
  children: ReactNode;
}

/** Asks for what a file shall be, then shows how far it is. Closing takes the work back. */
export function FileJobDialog(props: FileJobDialogProps) {
  const { title, startLabel, runningLabel, share, possible = true, onStart, onCancel, onClose } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={() => {
        onCancel();
        onClose();
      }}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // A click beside it must not throw the work away.
      closeOnClickOutside={share === null}
    >
      {share === null ? (
        <form
          className={classes.form}
          onSubmit={(submit) => {
            submit.preventDefault();
            if (possible) onStart();
          }}
        >
          {props.children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!possible} data-autofocus>
              {startLabel}
            </Button>
          </Group>
        </form>
      ) : (
        <JobProgress label={runningLabel} share={share} onCancel={onCancel} />
      )}
    </Modal>
  );
}
