import { Alert, Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconCloudOff, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useOpenLogin } from '#hooks/data/session.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './HistoryPage.module.css';
import { arrange, FIRST_VIEW, isFresh, named, occurring, viewOf } from './historyRows.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { useHistory, type Fetched } from './useHistory.ts';

/** What happened in the event (specification 1 §2, History). It lives on the server, and says so without network. */
export function HistoryPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const { fetched, failure, busy, refresh } = useHistory(id);
  const errorText = useErrorText();
  return (
    <Page
      title={t('history.title')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={busy}
          onClick={refresh}
        >
          {t('history.refresh')}
        </Button>
      }
    >
      {failure !== null && fetched !== null && (
        <Alert color="amber" icon={<IconCloudOff aria-hidden />} role="status" mb="md">
          {failure.code === 'offline'
            ? t('history.offlineKept', { time: format.dateTime(fetched.at) })
            : errorText(failure)}
        </Alert>
      )}
      {fetched !== null ? (
        <History fetched={fetched} />
      ) : failure === null ? (
        <Skeleton h={320} />
      ) : (
        <EmptyState
          icon={IconCloudOff}
          title={failure.code === 'offline' ? t('history.offline') : errorText(failure)}
          action={<Button onClick={refresh}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}

function History({ fetched }: { fetched: Fetched }) {
  const { t } = useTranslation();
  const { language, title } = useFormat();
  const event = useLive((store) => store.event());
  const sessions = useLive((store) => store.sessions());
  const events = useMemo(() => {
    const byId = new Map(sessions.map((session) => [session._id, session]));
    const own = { 'server-desk': t('history.byDesk'), 'server-payments': t('history.byCard') };
    return named(fetched.events, { event, session: (id) => byId.get(id) ?? null }, title, own);
  }, [fetched, event, sessions, title, t]);
  const lastLogin = useOpenLogin()?.user.lastLogin;
  const [asked, setAsked] = useAddressState(FIRST_VIEW);
  const view = useMemo(() => viewOf(asked), [asked]);
  const page = Math.max(1, Math.floor(Number(asked.page)) || 1) - 1;
  const wanted = useDeferredValue(view);
  const rows = useMemo(() => arrange(events, wanted, language), [events, wanted, language]);
  const choices = useMemo(() => occurring(events, 'session', language), [events, language]);
  const authors = useMemo(() => occurring(events, 'author', language), [events, language]);
  const fresh = useMemo(
    () => events.filter((event) => isFresh(event, lastLogin)).length,
    [events, lastLogin],
  );
  const change = (next: Partial<typeof FIRST_VIEW>) => setAsked({ page: '1', ...next });
  if (events.length === 0) {
    return <EmptyState icon={IconHistory} title={t('history.emptyTitle')} text={t('history.emptyText')} />;
  }
  return (
    <>
      {fresh > 0 && (
        <p className={classes.fresh}>
          <span className={classes.dot} aria-hidden />
          {t('history.freshCount', { count: fresh })}
        </p>
      )}
      <Section flush>
        <div className={classes.tools}>
          <SearchInput
            label={t('history.search')}
            value={view.text}
            onChange={(find) => change({ find })}
            className={classes.search ?? ''}
          />
          <NativeSelect
            aria-label={t('history.session')}
            value={view.session}
            onChange={(select) => change({ session: select.currentTarget.value })}
            data={[{ value: '', label: t('history.allSessions') }, ...choices]}
          />
          <NativeSelect
            aria-label={t('history.author')}
            value={view.author}
            onChange={(select) => change({ author: select.currentTarget.value })}
            data={[{ value: '', label: t('history.allAuthors') }, ...authors]}
          />
        </div>
        <HistoryTable
          rows={rows}
          missing={fetched.total - fetched.events.length}
          view={view}
          lastLogin={lastLogin ?? null}
          page={page}
          onPage={(next) => change({ page: String(next + 1) })}
          onShowAll={() => change({ find: '', session: '', author: '' })}
          onSort={(sort) =>
            change({ sort, order: (sort === view.sort ? !view.descending : sort === 'date') ? 'down' : 'up' })
          }
        />
      </Section>
    </>
  );
}
