import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEvent } from '#hooks/data/event.tsx';
import { useBackTo } from '#hooks/data/target.tsx';
import { AddClients } from '#ui/components/AddClients.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { NothingFound } from '#ui/components/Nothing.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { BulkBar } from '../BulkBar.tsx';
import { useSelection } from '../useSelection.ts';
import { AllClientRows } from './AllClientRows.tsx';
import { ExportAll } from './ExportAll.tsx';
import { ClientFilters } from './ClientFilters.tsx';
import { DoubledOrders } from './DoubledOrders.tsx';
import { DoubledPeople } from './DoubledPeople.tsx';
import { EraseMany } from './EraseMany.tsx';
import { ResendMany } from './ResendMany.tsx';
import { useAllClients } from './useAllClients.ts';

/** Everybody of the event in one list, whatever the session, with what can be done with many. */
export function AllClientsPage() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const back = useBackTo(null);
  const list = useAllClients();
  const selection = useSelection(list.roster.guests, list.shown);
  const total = list.roster.guests.length;
  useDocumentTitle(t('screens.clients'));
  const add = <AddClients eventId={id} />;
  return (
    <Page
      title={t('screens.clients')}
      subtitle={
        <span role="status">
          {list.shown.length === total
            ? t('session.shown', { count: total })
            : t('session.shownOf', { shown: list.shown.length, total })}
        </span>
      }
      back={back}
      actions={
        total > 0 && (
          <>
            {add}
            {list.shown.length > 0 && <ExportAll list={list} selected={selection.ids} />}
          </>
        )
      }
    >
      <DoubledOrders />
      <DoubledPeople />
      <Section flush>
        {total === 0 ? (
          <EmptyState
            icon={IconUsers}
            order={2}
            title={t('session.emptyTitle')}
            text={t('session.emptyText')}
            action={add}
          />
        ) : (
          <>
            <ClientFilters list={list} />
            {list.shown.length === 0 ? (
              <NothingFound onShowAll={list.showAll} />
            ) : (
              <AllClientRows list={list} selection={selection} />
            )}
          </>
        )}
      </Section>
      <BulkBar
        session={null}
        selection={selection}
        more={
          <>
            <ResendMany selection={selection} />
            <EraseMany selection={selection} />
          </>
        }
      />
    </Page>
  );
}
