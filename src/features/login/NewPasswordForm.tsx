import { Anchor, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { usePasswordProblem } from '#hooks/words/passwordProblem.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { hrefs } from '#ui/paths.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { FormFailure } from './FormFailure.tsx';
import classes from './LoginPage.module.css';

interface NewPasswordFormProps {
  username: string;
  /** The one-time password. */
  password: string;
  /** The account has one-time codes, too: what was chosen is saved with one. */
  onCode: (newPassword: string) => void;
  onBack: () => void;
}

/** Whoever logs in with a one-time password chooses another one before anything else (USER-10). */
export function NewPasswordForm({ username, password, onCode, onBack }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const { login } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const problemOf = usePasswordProblem();
  const [updated, setUpdated] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const [bad, setBad] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const confirmField = useRef<HTMLInputElement>(null);
  useInitialFocus(first);

  const { formProps, errorOf, problems } = useValidatedForm(async () => {
    setFailure(null);
    setBad(null);
    setMismatch(confirmation !== updated);
    if (confirmation !== updated) {
      confirmField.current?.focus();
      return;
    }
    setBusy(true);
    const result = await login
      .login(username, password, { newPassword: updated })
      .catch(() => ({ ok: false as const, error: { code: 'unknown' as const } }));
    setBusy(false);
    if (result.ok) {
      await navigate(hrefs.home(), { replace: true });
      return;
    }
    if (result.error.code === 'code_required') return onCode(updated);
    const problem = problemOf(result.error);
    setBad(problem);
    if (problem === null) setFailure(errorText(result.error));
    else first.current?.focus();
  });

  return (
    <>
      <h2 className={classes.changeTitle}>{t('loginMore.changeTitle')}</h2>
      <p className={classes.lead}>{t('loginMore.changeLead')}</p>
      <form {...formProps} className={classes.form}>
        {/* Password managers want to know whose it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          ref={first}
          name="updated"
          label={t('loginMore.updated')}
          description={t('passwordRule.pattern_password')}
          autoComplete="new-password"
          pattern={inputPattern('password')}
          maxLength={LIMITS.password}
          required
          withAsterisk={false}
          size="md"
          value={updated}
          error={
            bad ??
            (problems['updated'] === 'invalid' ? t('passwordRule.pattern_password') : errorOf('updated'))
          }
          onChange={(change) => {
            setUpdated(change.currentTarget.value);
            setBad(null);
          }}
        />
        <PasswordField
          ref={confirmField}
          name="confirmation"
          label={t('loginMore.confirmation')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          size="md"
          value={confirmation}
          error={mismatch ? t('error.password_mismatch') : errorOf('confirmation')}
          onChange={(change) => {
            setConfirmation(change.currentTarget.value);
            setMismatch(false);
          }}
        />
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('loginMore.changeSubmit')}
        </Button>
        <Anchor component="button" type="button" onClick={onBack}>
          {t('loginMore.back')}
        </Anchor>
      </form>
    </>
  );
}
