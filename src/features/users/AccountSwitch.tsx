import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#data/types.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { GRANTED_ROLES, type GrantedRole } from './grantedRoles.ts';
import { useRoleChange } from './useRoleChange.ts';
import classes from './Users.module.css';

interface AccountSwitchProps {
  user: ManagedUser;
  onChanged: () => void;
}

export function DisableAccount({ user, onChanged }: AccountSwitchProps) {
  const { t } = useTranslation();
  const { busy, change } = useRoleChange(user, onChanged);
  const [asking, setAsking] = useState(false);
  const name = user.username;
  return (
    <FormPart title={t('users.disable')} hint={t('users.disableLead')}>
      <div className={classes.foot}>
        <Button variant="outline" color="red" loading={busy} onClick={() => setAsking(true)}>
          {t('users.disable')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('users.disableTitle', { name })}
        confirmLabel={t('users.disable')}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void change('disabled');
        }}
      >
        {t('users.disableText')}
      </ConfirmDialog>
    </FormPart>
  );
}

/** The role that the account had is offered first. */
export function EnableAccount({ user, onChanged }: AccountSwitchProps) {
  const { t } = useTranslation();
  const { busy, change } = useRoleChange(user, onChanged);
  const [role, setRole] = useState<GrantedRole>(
    GRANTED_ROLES.find((one) => one === user.roleBefore) ?? 'host',
  );
  return (
    <FormPart title={t('users.enable')} hint={t('users.enableLead')}>
      <NativeSelect
        name="role"
        label={t('users.enableAs')}
        maw={320}
        value={role}
        onChange={(select) =>
          setRole(GRANTED_ROLES.find((one) => one === select.currentTarget.value) ?? 'host')
        }
        data={GRANTED_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
      />
      <div className={classes.foot}>
        <Button loading={busy} onClick={() => void change(role)}>
          {t('users.enable')}
        </Button>
      </div>
    </FormPart>
  );
}
