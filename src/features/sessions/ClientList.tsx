import { Button, Select } from '@mantine/core';
import { IconDownload, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import type { Roster } from '#hooks/data/roster.ts';
import { useCan } from '#hooks/data/session.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { collatorOf } from '#ui/words/format.ts';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { NothingFound } from '#ui/components/Nothing.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ClientRows } from './ClientRows.tsx';
import { FILTERS, type ClientListState, type Filter } from './useClientList.ts';
import type { Selection } from './useSelection.ts';
import classes from './SessionPage.module.css';

interface ClientListProps {
  session: Session;
  list: ClientListState;
  selection: Selection;
  /** Absent for those who may not export. */
  onExport?: (() => void) | undefined;
}

/** The session's clients with search, company filter and check-in state. */
export function ClientList({ session, list, selection, onExport }: ClientListProps) {
  const { t } = useTranslation();
  const { roster, shown, query, setQuery, company, setCompany, filter, setFilter } = list;
  const companies = useCompanies(roster);
  const total = roster.guests.length;
  const canEdit = useCan('member');
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
            {(Object.keys(FILTERS) as Filter[]).map((name) => (
              <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
                {t(`session.${FILTERS[name]}`)}
              </button>
            ))}
          </div>
          {onExport !== undefined && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
              onClick={onExport}
            >
              {t('exports.open')}
            </Button>
          )}
        </div>
        {shown.length === 0 ? (
          <NothingFound onShowAll={list.showAll} />
        ) : (
          <ClientRows
            session={session}
            guests={shown}
            entryOf={roster.entryOf}
            sort={list.sort}
            onSort={list.toggleSort}
            selection={canEdit ? selection : undefined}
          />
        )}
      </Section>
      {bulk}
    </>
  );
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
