import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ManagedUser } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { notify } from '#ui/components/notify.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { OwnPassword } from './OwnPassword.tsx';
import classes from './Users.module.css';

interface ResetCodesProps {
  user: ManagedUser;
  onChanged: () => void;
}

/** Whether somebody has one-time codes, and taking them away from who lost the phone (decision 42). */
export function ResetCodes({ user, onChanged }: ResetCodesProps) {
  const { t } = useCodeWords();
  const format = useFormat();
  const { accounts } = useAppData();
  const [asking, setAsking] = useState(false);
  const name = user.username;
  return (
    <FormPart title={t('codes.user')} hint={t('codes.resetLead', { name })}>
      <Text fw={600}>
        {user.codesSince === null
          ? t('codes.userNone')
          : t('codes.userSince', { time: format.dateTime(user.codesSince) })}
      </Text>
      {user.codesSince !== null && (
        <div className={classes.foot}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('codes.reset')}
          </Button>
        </div>
      )}
      {asking && (
        <OwnPassword
          title={t('codes.resetTitle', { name })}
          text={t('codes.resetText', { name })}
          submit={t('codes.reset')}
          act={(password) => accounts.resetCodes(user.id, password)}
          onCancel={() => setAsking(false)}
          onDone={() => {
            notify.success(t('codes.resetDone', { name }));
            setAsking(false);
            onChanged();
          }}
        />
      )}
    </FormPart>
  );
}
