import { Alert, Button, PasswordInput, TextInput, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAppData } from '#hooks/appData.tsx';
import { useErrorText } from '#hooks/errorText.ts';
import { useSyncStatus } from '#hooks/session.ts';
import { hrefs } from '#ui/paths.ts';
import { useInitialFocus } from '#ui/useInitialFocus.ts';
import { useValidatedForm } from '#ui/useValidatedForm.ts';
import classes from './LoginPage.module.css';

/** Username and password (specification 2 §2, Login). */
export function LoginPage() {
  const { t } = useTranslation();
  const { login } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { online } = useNetwork();
  const { waiting } = useSyncStatus();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useInitialFocus(usernameField);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setBusy(true);
    setFailure(null);
    const result = await login
      .login(username.trim(), password)
      .catch(() => ({ ok: false as const, error: { code: 'unknown' as const, message: '' } }));
    setBusy(false);
    if (result.ok) {
      await navigate(hrefs.home(), { replace: true });
      return;
    }
    setFailure(
      // Whatever the server says of other failures is shown as it says (specification 2 §8).
      result.error.code === 'invalid_credentials'
        ? errorText(result.error)
        : result.error.message || errorText(result.error),
    );
    if (result.error.code === 'invalid_credentials') {
      setPassword('');
      passwordField.current?.focus();
    }
  });

  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={48} height={48} />
          <Title order={1}>{t('common.appName')}</Title>
        </div>
        <p className={classes.lead}>{t('login.lead')}</p>
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
          <PasswordInput
            ref={passwordField}
            name="password"
            label={t('login.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            value={password}
            error={errorOf('password')}
            onChange={(change) => setPassword(change.currentTarget.value)}
          />
          <div role="alert" className={classes.failure}>
            {failure !== null && (
              <>
                <IconAlertCircle size={18} aria-hidden />
                {failure}
              </>
            )}
          </div>
          <Button type="submit" size="md" fullWidth loading={busy}>
            {t('login.submit')}
          </Button>
        </form>
        {!online && (
          <Alert color="amber" icon={<IconCloudOff aria-hidden />} mt="md" role="status">
            {t('login.offline')}
          </Alert>
        )}
        {waiting > 0 && <p className={classes.kept}>{t('login.kept')}</p>}
      </div>
    </div>
  );
}
