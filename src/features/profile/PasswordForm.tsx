import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { usePasswordProblem } from '#hooks/words/passwordProblem.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { wait } from '#ui/platform/wait.ts';
import classes from './Profile.module.css';
import { StatusLine, type FormStatus } from './StatusLine.tsx';

const WAIT_BEFORE_MS = 300;
const EMPTY = { current: '', updated: '', confirmation: '' };

/** Current, new and confirmation (specification 2 §2, §5). This device stays logged in. */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation();
  const data = useAppData();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [values, setValues] = useState(EMPTY);
  const [wrong, setWrong] = useState<'current' | 'confirmation' | null>(null);
  /** What the server has against the new password. */
  const [bad, setBad] = useState<string | null>(null);
  const problemOf = usePasswordProblem();
  const [status, setStatus] = useState<FormStatus | null>(null);
  const currentField = useRef<HTMLInputElement>(null);
  const confirmField = useRef<HTMLInputElement>(null);

  const form = useValidatedForm(async () => {
    setStatus(null);
    setWrong(null);
    setBad(null);
    if (values.confirmation !== values.updated) {
      setWrong('confirmation');
      confirmField.current?.focus();
      return;
    }
    const done = await run(
      async () => {
        await wait(WAIT_BEFORE_MS);
        const answer = await data.changePassword(values.current, values.updated);
        return answer.ok ? { ok: true as const, value: true } : answer;
      },
      (error) => {
        if (error.code === 'invalid_password') {
          setWrong('current');
          currentField.current?.focus();
        }
        const problem = problemOf(error);
        setBad(problem);
        setStatus({ tone: 'bad', text: problem ?? errorText(error) });
        return true;
      },
    );
    if (done === null) return;
    setValues(EMPTY);
    setStatus({ tone: 'good', text: t('user_display.password_success') });
  });

  const field = (name: keyof typeof EMPTY) => ({
    name,
    label: t(`user_display.${name}`),
    required: true,
    maxLength: LIMITS.password,
    value: values[name],
    onChange: (change: { currentTarget: HTMLInputElement }) => {
      const { value } = change.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      if (wrong === name) setWrong(null);
      if (name === 'updated') setBad(null);
      setStatus(null);
    },
  });
  return (
    <form {...form.formProps}>
      <FormPart title={t('user_display.password')} hint={t('user_display.passwordHint')}>
        {/* Password managers want to know whose it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...field('current')}
          ref={currentField}
          autoComplete="current-password"
          error={wrong === 'current' ? t('errors.invalid_password') : form.errorOf('current')}
        />
        <FormRow>
          <PasswordField
            {...field('updated')}
            autoComplete="new-password"
            pattern={inputPattern('password')}
            error={
              form.problems['updated'] === 'invalid'
                ? t('user_creation.passwordBad')
                : (bad ?? form.errorOf('updated'))
            }
          />
          <PasswordField
            {...field('confirmation')}
            ref={confirmField}
            autoComplete="new-password"
            error={wrong === 'confirmation' ? t('error.password_mismatch') : form.errorOf('confirmation')}
          />
        </FormRow>
        <div className={classes.foot}>
          <Button type="submit" loading={busy}>
            {t('user_display.passwordSubmit')}
          </Button>
          <StatusLine status={status} />
        </div>
      </FormPart>
    </form>
  );
}
