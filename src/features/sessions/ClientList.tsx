import { Button, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/event.tsx';
import { useRoster, type Guest, type Roster } from '#hooks/roster.ts';
import { useCan } from '#hooks/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { collatorOf } from '#ui/format.ts';
import { Section } from '#ui/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/SearchInput.tsx';
import { useFormat } from '#ui/useFormat.ts';
import { BulkBar } from './BulkBar.tsx';
import { ClientRows } from './ClientRows.tsx';
import { useSelection } from './useSelection.ts';
import classes from './SessionPage.module.css';

type Filter = 'filterAll' | 'filterExpected' | 'filterArrived';
const FILTERS: readonly Filter[] = ['filterAll', 'filterExpected', 'filterArrived'];

/** The session's clients with search, company filter and check-in state. */
export function ClientList({ session }: { session: Session }) {
  const { t } = useTranslation();
  const roster = useRoster(session);
  const [query, setQuery] = useState('');
  const [company, setCompany] = useState('');
  const [filter, setFilter] = useState<Filter>('filterAll');
  const companies = useCompanies(roster);
  const wanted = useDeferredValue(query);
  const shown = useMemo(
    () =>
      roster
        .find(wanted)
        .filter(({ client }) => company === '' || client?.company === company)
        .filter((guest) => passes(filter, roster, guest)),
    [roster, wanted, company, filter],
  );
  const total = roster.guests.length;
  const canEdit = useCan('member');
  const selection = useSelection(roster.guests, shown);
  const bulk = canEdit && <BulkBar session={session} selection={selection} />;
  if (total === 0) {
    return (
      <>
        <NoClients session={session} />
        {bulk}
      </>
    );
  }
  return (
    <>
      <Section
        title={t('session.clients')}
        aside={
          <span className={classes.shown} role="status">
            {shown.length === total
              ? t('session.shown', { count: total })
              : t('session.shownOf', { shown: shown.length, total })}
          </span>
        }
        flush
      >
        <div className={classes.tools}>
          <SearchInput
            label={t('session.searchClients')}
            value={query}
            onChange={setQuery}
            className={classes.search ?? ''}
          />
          <Select
            aria-label={t('session.company')}
            className={classes.company ?? ''}
            searchable
            data={[
              { value: '', label: t('session.allCompanies') },
              ...companies.map((name) => ({ value: name, label: name })),
            ]}
            value={company}
            onChange={(value) => setCompany(value ?? '')}
            nothingFoundMessage={t('common.noResult')}
            limit={200}
          />
          <div className={classes.filters} role="group" aria-label={t('session.filter')}>
            {FILTERS.map((name) => (
              <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
                {t(`session.${name}`)}
              </button>
            ))}
          </div>
        </div>
        {shown.length === 0 ? (
          <p className={classes.nothing}>{t('common.noResult')}</p>
        ) : (
          <ClientRows
            session={session}
            guests={shown}
            entryOf={roster.entryOf}
            selection={canEdit ? selection : undefined}
          />
        )}
      </Section>
      {bulk}
    </>
  );
}

function passes(filter: Filter, roster: Roster, { clientId }: Guest): boolean {
  if (filter === 'filterAll') return true;
  const arrived = (roster.entryOf.get(clientId)?.checkInTime ?? null) !== null;
  return arrived === (filter === 'filterArrived');
}

function useCompanies(roster: Roster): string[] {
  const { language } = useFormat();
  return useMemo(() => {
    const names = new Set<string>();
    for (const { client } of roster.guests) if (client?.company) names.add(client.company);
    return [...names].sort(collatorOf(language).compare);
  }, [roster.guests, language]);
}

function NoClients({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const canEdit = useCan('member');
  const open = session.status !== 'archived';
  return (
    <Section title={t('session.clients')} flush>
      <EmptyState
        icon={IconUsers}
        order={3}
        title={t('session.emptyTitle')}
        text={t(!open ? 'session.archivedNote' : canEdit ? 'session.emptyText' : 'session.emptyOther')}
        action={
          canEdit &&
          open && (
            <Button component={Link} to={hrefs.sessionClientNew(id, session._id)}>
              {t('session.addClients')}
            </Button>
          )
        }
      />
    </Section>
  );
}
