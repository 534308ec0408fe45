import { Button, Skeleton, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useCodesFirst } from '#hooks/data/session.ts';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './Codes.module.css';
import { SetUpCodes } from './SetUpCodes.tsx';

/** Whose role must have one-time codes and who has none comes here, and nowhere else until they are set up. */
export function CodesPage() {
  const { t } = useCodeWords();
  const { accounts, login, sync } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const codesFirst = useCodesFirst();
  const { value, failure, refresh } = useServerValue(() => accounts.ownCodes(), 'codes');

  async function goOn(): Promise<void> {
    login.proven();
    // What the server refused meanwhile need not wait for its next try.
    void sync.syncNow();
    await navigate(hrefs.home(), { replace: true });
  }
  if (codesFirst === null) return <Navigate to={hrefs.home()} replace />;
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <Title order={1} size="h2">
          {t('codes.firstTitle')}
        </Title>
        {failure !== null ? (
          <EmptyState
            icon={IconCloudOff}
            {...(failure.code === 'central_only'
              ? { title: t('codes.onHub'), text: t('codes.onHubHow') }
              : { title: errorText(failure) })}
            action={<Button onClick={refresh}>{t('common.retry')}</Button>}
          />
        ) : value === null ? (
          <Skeleton h={160} />
        ) : value.since !== null ? (
          // Set up on another device meanwhile.
          <p className={classes.lead}>{t(value.codesFirst ? 'codes.elsewhere' : 'codes.ready')}</p>
        ) : (
          <>
            <p className={classes.lead}>{t('codes.firstLead')}</p>
            <SetUpCodes again={false} onDone={() => void goOn()} />
          </>
        )}
        <div className={classes.ways}>
          {value?.codesFirst === false && <Button onClick={() => void goOn()}>{t('codes.goOn')}</Button>}
          {failure?.code === 'offline' && codesFirst === 'asked' && (
            <Button variant="default" onClick={() => login.codesLater()}>
              {t('codes.offline')}
            </Button>
          )}
          <Button variant="default" onClick={() => void login.logout()}>
            {t('nav.logout')}
          </Button>
        </div>
      </div>
    </div>
  );
}
