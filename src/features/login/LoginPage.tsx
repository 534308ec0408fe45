import { Alert, Button, TextInput, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconLogout } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { LANGUAGES } from '#domain/config.ts';
import type { Failure } from '#data/types.ts';
import { useAppData, useReadable } from '#hooks/data/appData.tsx';
import { detailOf, useErrorText } from '#hooks/words/errorText.ts';
import { useSyncOf } from '#hooks/data/session.ts';
import { OWN_NAMES, useLanguageChoice } from '#hooks/words/language.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { Details } from '#ui/components/Details.tsx';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { logError } from '#ui/platform/log.ts';
import { hrefs } from '#ui/paths.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { FormFailure } from './FormFailure.tsx';
import classes from './LoginPage.module.css';

// Most logins need neither, and the first page is to be small.
const CodeForm = lazyPart(async () => (await import('./CodeForm.tsx')).CodeForm);
const NewPasswordForm = lazyPart(async () => (await import('./NewPasswordForm.tsx')).NewPasswordForm);

const ENDED = {
  login: 'loginMore.ended',
  door: 'loginMore.doorEnded',
  doorDelivered: 'loginMore.doorDelivered',
} as const;

type Step = { asks: 'password' | 'new_password' } | { asks: 'code'; newPassword?: string };

/** Username and password (specification 2 §2, Login). */
export function LoginPage() {
  const { t } = useTranslation();
  const { login } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { online } = useNetwork();
  const waiting = useSyncOf((status) => status.waiting);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  /** What is asked for after the password: another one in place of a one-time one, or a code; with that password, too. */
  const [step, setStep] = useState<Step>({ asks: 'password' });
  const unheard = useReadable(login.unheard);
  const ended = useReadable(login.ended);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const failureId = useId();

  useInitialFocus(usernameField);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setBusy(true);
    setFailure(null);
    const result = await login
      .login(username.trim(), password)
      .catch((cause: unknown) => ({ ok: false as const, error: failureOfThrown(cause) }));
    setBusy(false);
    if (result.ok) {
      await navigate(hrefs.home(), { replace: true });
      return;
    }
    const { code } = result.error;
    if (code === 'password_change_required') return setStep({ asks: 'new_password' });
    if (code === 'code_required') return setStep({ asks: 'code' });
    setFailure(result.error);
    if (code === 'invalid_credentials') {
      setPassword('');
      passwordField.current?.focus();
    }
  });

  const typed = { username: username.trim(), password };
  function back(): void {
    setStep({ asks: 'password' });
    setPassword('');
  }
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={48} height={48} />
          <Title order={1}>{t('common.appName')}</Title>
        </div>
        {step.asks !== 'password' ? (
          <Suspense fallback={null}>
            {step.asks === 'code' ? (
              <CodeForm {...typed} newPassword={step.newPassword} onBack={back} />
            ) : (
              <NewPasswordForm
                {...typed}
                onCode={(newPassword) => setStep({ asks: 'code', newPassword })}
                onBack={back}
              />
            )}
          </Suspense>
        ) : (
          <>
            <p className={classes.lead}>{t('login.lead')}</p>
            {ended !== null && (
              <Alert color="amber" icon={<IconLogout aria-hidden />} mb="md" role="status">
                {t(ENDED[ended])}
              </Alert>
            )}
            <form {...formProps} className={classes.form}>
              <TextInput
                name="username"
                label={t('login.username')}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                withAsterisk={false}
                ref={usernameField}
                size="md"
                value={username}
                error={errorOf('username')}
                onChange={(change) => setUsername(change.currentTarget.value)}
              />
              <PasswordField
                ref={passwordField}
                name="password"
                label={t('login.password')}
                autoComplete="current-password"
                required
                withAsterisk={false}
                size="md"
                value={password}
                error={errorOf('password')}
                toldBy={failure?.code === 'invalid_credentials' && password === '' ? failureId : undefined}
                onChange={(change) => setPassword(change.currentTarget.value)}
              />
              <FormFailure id={failureId}>
                {failure === null ? null : (
                  <>
                    {errorText(failure)}
                    {/* What the server returned of failures that have no words of ours. */}
                    <Details text={detailOf(failure)} />
                  </>
                )}
              </FormFailure>
              <Button type="submit" size="md" fullWidth loading={busy}>
                {t('login.submit')}
              </Button>
              <Button component={Link} to={hrefs.pair()} variant="subtle" className={classes.pair ?? ''}>
                {t('login.pair')}
              </Button>
            </form>
          </>
        )}
        {unheard > 0 && (
          <p className={classes.kept} role="status">
            {t('loginMore.unheard')}
          </p>
        )}
        {!online && (
          <Alert color="amber" icon={<IconCloudOff aria-hidden />} mt="md" role="status">
            {t('login.offline')}
          </Alert>
        )}
        {waiting > 0 && <p className={classes.kept}>{t('login.kept')}</p>}
      </div>
      <OtherLanguages />
    </div>
  );
}

/** Somebody who cannot read the page finds the own language by its own name. */
function OtherLanguages() {
  const { t } = useTranslation();
  const [language, choose] = useLanguageChoice();
  const [failed, setFailed] = useState(false);
  return (
    <div className={classes.languages}>
      {LANGUAGES.filter((other) => other !== language).map((other) => (
        <Button
          key={other}
          variant="subtle"
          color="gray"
          size="sm"
          lang={other}
          onClick={() => {
            setFailed(false);
            choose(other).catch(() => setFailed(true));
          }}
        >
          {OWN_NAMES[other]}
        </Button>
      ))}
      {failed && <p role="alert">{t('account.languageLater')}</p>}
    </div>
  );
}

function failureOfThrown(cause: unknown): Failure {
  logError('the login failed', cause);
  return { code: 'unknown', message: String(cause) };
}
