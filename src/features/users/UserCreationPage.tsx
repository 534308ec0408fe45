import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import type { Role } from '#domain/rights/roles.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { usePasswordProblem } from '#hooks/words/passwordProblem.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { FormFoot } from '#ui/forms/Form.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { wait } from '#ui/platform/wait.ts';
import classes from './UserCreation.module.css';

/** Selectable roles (specification 2 §5); the first one is no default. */
const CREATABLE_ROLES = ['manager', 'member', 'host'] as const satisfies readonly Role[];
const WAIT_BEFORE_MS = 1000;

/** A new account (specification 2 §2, User creation). Needs the server. */
export function UserCreationPage() {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [role, setRole] = useState<(typeof CREATABLE_ROLES)[number]>('host');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** What the server has against the password. */
  const [bad, setBad] = useState<string | null>(null);
  const problemOf = usePasswordProblem();
  const first = useRef<HTMLInputElement>(null);
  const confirmField = useRef<HTMLInputElement>(null);
  useInitialFocus(first);

  const form = useValidatedForm(async () => {
    setFailure(null);
    setMismatch(confirmation !== password);
    if (confirmation !== password) {
      confirmField.current?.focus();
      return;
    }
    const created = await run(
      async () => {
        await wait(WAIT_BEFORE_MS);
        return data.createUser({ username, password, role });
      },
      (error) => {
        const problem = problemOf(error);
        setBad(problem);
        const reason = problem ?? errorText(error);
        setFailure(error.code === 'already_exists' ? reason : t('user_creation.error', { reason }));
        if (error.code === 'already_exists') first.current?.focus();
        return true;
      },
    );
    if (created === null) return;
    notify.success(t('user_creation.created', { name: username }));
    await navigate(role === 'manager' ? hrefs.home() : hrefs.accessUser(created.id));
  });
  /** A pattern's message says what the pattern wants. */
  const errorAt = (name: 'username' | 'password', words: string) =>
    form.problems[name] === 'invalid' ? words : form.errorOf(name);

  return (
    <Page title={t('user_creation.title')} back={{ to: hrefs.users(), label: t('users.title') }} narrow>
      <form {...form.formProps} className={classes.form}>
        <NativeSelect
          name="role"
          label={t('user_creation.role')}
          description={t(`user_creation.roleHint.${role}`)}
          required
          value={role}
          onChange={(change) =>
            setRole(CREATABLE_ROLES.find((one) => one === change.currentTarget.value) ?? 'host')
          }
          data={CREATABLE_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
        <p className={classes.note} id="user-note">
          {t('user_creation.note')}
        </p>
        <TextInput
          ref={first}
          name="username"
          label={t('user_creation.username')}
          aria-describedby="user-note"
          required
          pattern={inputPattern('username')}
          maxLength={LIMITS.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          error={errorAt('username', t('user_creation.usernameBad'))}
          onChange={(change) => {
            setUsername(change.currentTarget.value);
            setFailure(null);
          }}
        />
        <PasswordField
          name="password"
          label={t('user_creation.password')}
          required
          pattern={inputPattern('password')}
          maxLength={LIMITS.password}
          autoComplete="new-password"
          value={password}
          error={bad ?? errorAt('password', t('user_creation.passwordBad'))}
          onChange={(change) => {
            setPassword(change.currentTarget.value);
            setBad(null);
          }}
        />
        <PasswordField
          ref={confirmField}
          name="confirmation"
          label={t('user_creation.confirmation')}
          required
          autoComplete="new-password"
          value={confirmation}
          error={mismatch ? t('error.password_mismatch') : form.errorOf('confirmation')}
          onChange={(change) => {
            setConfirmation(change.currentTarget.value);
            setMismatch(false);
          }}
        />
        <FormFoot message={failure}>
          <Button type="submit" loading={busy}>
            {t('user_creation.submit')}
          </Button>
        </FormFoot>
      </form>
    </Page>
  );
}
