import { Button, Group, MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Where `notify` shows its messages: the one place, for the whole app. */
export function StatusArea() {
  const { t } = useTranslation();
  const close = t('common.close');
  // A message's own button has no words: its name comes with the theme, so that no caller can forget it.
  const theme = useMemo(
    () => ({
      components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } } },
    }),
    [close],
  );
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications position="bottom-center" limit={4} zIndex={300} />
    </MantineThemeProvider>
  );
}

interface UndoMessageProps {
  message: string;
  label: string;
  onUndo: () => void;
}

/** What `notify.undo` shows. */
export function UndoMessage({ message, label, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" justify="space-between">
      {message}
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {label}
      </Button>
    </Group>
  );
}
