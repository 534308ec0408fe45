import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The way out, where 'Cancel' could be read as the act itself. */
  cancelLabel?: string;
  /** The act destroys something. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before what cannot be undone. The focus starts on the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onCancel}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg" component="div">
        {props.children}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          {props.cancelLabel ?? t('common.cancel')}
        </Button>
        <Button
          {...(props.danger ? { color: 'red' } : {})}
          loading={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
