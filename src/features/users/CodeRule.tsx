import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ManagedUser } from '#data/types.ts';
import { CODE_ROLES, type CodeRole } from '#domain/rights/roles.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { notify } from '#ui/components/notify.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import classes from './Users.module.css';

/** Which roles must have one-time codes in this deployment (decision 42). */
export function CodeRule({ users }: { users: readonly ManagedUser[] }) {
  const { t } = useCodeWords();
  const { accounts } = useAppData();
  const { value, refresh } = useServerValue(() => accounts.codeRule(), 'code-rule');
  const [typed, setTyped] = useState<readonly CodeRole[] | null>(null);
  const [asking, setAsking] = useState(false);
  if (value === null) return null;
  const required = typed ?? value;
  const isChanged = CODE_ROLES.some((role) => required.includes(role) !== value.includes(role));
  const isStricter = required.some((role) => !value.includes(role));
  return (
    <FormPart title={t('codes.rule')} hint={t('codes.ruleHint')}>
      {CODE_ROLES.map((role) => {
        const having = users.filter((user) => user.role === role);
        const have = having.filter(({ codesSince }) => codesSince !== null).length;
        return (
          <Checkbox
            key={role}
            label={t('codes.ruleHave', { label: t(`roles.${role}`), have, all: having.length })}
            checked={required.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              setTyped(checked ? [...required, role] : required.filter((other) => other !== role))
            }
          />
        );
      })}
      {isStricter && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="status">
          {t('codes.ruleLead')}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button variant="default" disabled={!isChanged} onClick={() => setAsking(true)}>
          {t('codes.ruleSave')}
        </Button>
      </div>
      {asking && (
        <OwnPassword
          title={t('codes.rule')}
          text={t('codes.ruleConfirm')}
          submit={t('codes.ruleSave')}
          act={(password) => accounts.setCodeRule(required, password)}
          onCancel={() => setAsking(false)}
          onDone={() => {
            notify.success(t('codes.ruleSaved'));
            setAsking(false);
            refresh();
          }}
        />
      )}
    </FormPart>
  );
}
