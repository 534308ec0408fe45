import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#data/types.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { GRANTED_ROLES, type GrantedRole } from './grantedRoles.ts';
import { useRoleChange } from './useRoleChange.ts';
import classes from './Users.module.css';

interface RoleFormProps {
  user: ManagedUser;
  onChanged: () => void;
}

export function RoleForm({ user, onChanged }: RoleFormProps) {
  const { t } = useTranslation();
  const [role, setRole] = useState<GrantedRole>(GRANTED_ROLES.find((one) => one === user.role) ?? 'host');
  const { busy, change } = useRoleChange(user, onChanged);
  return (
    <FormPart title={t('users.role')}>
      <NativeSelect
        name="role"
        label={t('users.role')}
        description={t(`user_creation.roleHint.${role}`)}
        maw={320}
        value={role}
        onChange={(select) =>
          setRole(GRANTED_ROLES.find((one) => one === select.currentTarget.value) ?? 'host')
        }
        data={GRANTED_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
      />
      <div className={classes.foot}>
        <Button disabled={role === user.role} loading={busy} onClick={() => void change(role)}>
          {t('users.roleSave')}
        </Button>
      </div>
    </FormPart>
  );
}
