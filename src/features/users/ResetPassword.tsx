import { Button, CopyButton, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Users.module.css';

interface ResetPasswordProps {
  user: ManagedUser;
  onChanged: () => void;
}

/** A one-time password, shown once (USER-10). It stays in this dialog alone. */
export function ResetPassword({ user, onChanged }: ResetPasswordProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<{ password: string; expires: number } | null>(null);
  const name = user.username;

  async function reset(): Promise<void> {
    setAsking(false);
    setTold(await run(() => accounts.resetPassword(user.id)));
  }
  function close(): void {
    setTold(null);
    onChanged();
  }
  return (
    <FormPart title={t('users.password')} hint={t('users.passwordLead', { name })}>
      {user.oneTimeUntil !== null && (
        <Text fw={600}>{t('users.oneTimePending', { time: format.dateTime(user.oneTimeUntil) })}</Text>
      )}
      <div className={classes.foot}>
        <Button variant="default" loading={busy} onClick={() => setAsking(true)}>
          {t('users.reset')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('users.resetTitle', { name })}
        confirmLabel={t('users.reset')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void reset()}
      >
        {t('users.resetText')}
      </ConfirmDialog>
      <Modal
        opened={told !== null}
        onClose={close}
        title={t('users.resetDone', { name })}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {told !== null && (
          <>
            <code className={classes.password}>{told.password}</code>
            <Text mb="lg">{t('users.resetOnce', { name, time: format.dateTime(told.expires) })}</Text>
            <Group justify="flex-end" gap="xs">
              <CopyButton value={told.password}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? t('common.copied') : t('users.copy')}
                  </Button>
                )}
              </CopyButton>
              <Button onClick={close}>{t('common.close')}</Button>
            </Group>
          </>
        )}
      </Modal>
    </FormPart>
  );
}
