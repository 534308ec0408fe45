import { Button, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useOpenLogin } from '#hooks/data/session.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { hrefs } from '#ui/paths.ts';
import { CodeField } from './CodeField.tsx';
import { FormFailure } from './FormFailure.tsx';
import classes from './LoginPage.module.css';

/** Makes a door of this phone, with the code of a manager's screen. */
export function PairPage() {
  const { t } = useTranslation();
  const session = useOpenLogin();
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={48} height={48} />
          <Title order={1}>{t('pairing.title')}</Title>
        </div>
        {session === null ? (
          <PairForm />
        ) : (
          <>
            <p className={classes.lead}>{t('pairing.loggedIn', { name: session.user.username })}</p>
            <Button component={Link} to={hrefs.home()} size="md" fullWidth>
              {t('pairing.home')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Of the address that was scanned; somebody may have typed it. */
function codeIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function PairForm() {
  const { t } = useTranslation();
  const { login, renameDevice } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { hash } = useLocation();
  const [code, setCode] = useState(() => codeIn(hash));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useInitialFocus(field);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setBusy(true);
    setFailure(null);
    const result = await login.pair(code.trim());
    setBusy(false);
    if (!result.ok) {
      setFailure(result.error);
      field.current?.focus();
      return;
    }
    const { username, door } = result.value;
    // What it checks in says where.
    renameDevice(username);
    // Its page leads on to the door itself, once it knows the sessions.
    const event = door == null ? hrefs.home() : hrefs.event(door.eventId);
    await navigate(event, { replace: true, state: { toDoor: true } });
  });

  return (
    <>
      <p className={classes.lead}>{t('pairing.lead')}</p>
      <form {...formProps} className={classes.form}>
        <CodeField
          field={field}
          label={t('pairing.code')}
          value={code}
          error={errorOf('code')}
          onChange={setCode}
        />
        <FormFailure>{failure === null ? null : errorText(failure)}</FormFailure>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('pairing.submit')}
        </Button>
        <Button component={Link} to={hrefs.login()} variant="subtle">
          {t('loginMore.back')}
        </Button>
      </form>
    </>
  );
}
