import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useLogins } from '#hooks/data/useLogins.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { LoginList } from '#ui/components/LoginList.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';

/** Where one is logged in oneself (USER-11). */
export function OwnLogins() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { value, failure, ending, end, endAll } = useLogins(null);
  return (
    <FormPart title={t('logins.title')} hint={t('logins.lead')}>
      {value !== null ? (
        <LoginList logins={value} busy={ending} onEnd={(loginId) => void end(loginId)} />
      ) : failure === null ? (
        <Skeleton h={64} />
      ) : (
        <Nothing>{errorText(failure)}</Nothing>
      )}
      {value !== null && value.some(({ current }) => !current) && (
        <div>
          <Button variant="default" loading={ending} onClick={() => void endAll()}>
            {t('logins.endOthers')}
          </Button>
        </div>
      )}
    </FormPart>
  );
}
