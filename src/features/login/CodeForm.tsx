import { Anchor, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { hrefs } from '#ui/paths.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { CodeField } from './CodeField.tsx';
import { FormFailure } from './FormFailure.tsx';
import classes from './LoginPage.module.css';

interface CodeFormProps {
  username: string;
  password: string;
  /** What a one-time password is changed to by the same login. */
  newPassword?: string | undefined;
  onBack: () => void;
}

/** The code of the authenticator app, or one of those that were written down. */
export function CodeForm({ username, password, newPassword, onBack }: CodeFormProps) {
  const { t } = useCodeWords();
  const { login } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useInitialFocus(field);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setBusy(true);
    setFailure(null);
    const change = newPassword === undefined ? {} : { newPassword };
    const result = await login
      .login(username, password, { ...change, code: code.trim() })
      .catch(() => ({ ok: false as const, error: { code: 'unknown' as const } }));
    setBusy(false);
    if (result.ok) {
      await navigate(hrefs.home(), { replace: true });
      return;
    }
    setFailure(result.error);
    if (result.error.code === 'wrong_code') setCode('');
    field.current?.focus();
  });

  return (
    <>
      <h2 className={classes.changeTitle}>{t('codes.loginTitle')}</h2>
      <p className={classes.lead}>{t(recovery ? 'codes.loginRecovery' : 'codes.loginLead')}</p>
      <form {...formProps} className={classes.form}>
        <CodeField
          field={field}
          label={t(recovery ? 'codes.recoveryCode' : 'codes.code')}
          inputMode={recovery ? 'text' : 'numeric'}
          value={code}
          error={errorOf('code')}
          onChange={setCode}
        />
        <FormFailure>{failure === null ? null : errorText(failure)}</FormFailure>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('login.submit')}
        </Button>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setFailure(null);
            field.current?.focus();
          }}
        >
          {t(recovery ? 'codes.useCode' : 'codes.useRecovery')}
        </Anchor>
        <Anchor component="button" type="button" onClick={onBack}>
          {t('loginMore.back')}
        </Anchor>
      </form>
    </>
  );
}
